// One of several processes that write a log at once: HOME NUMBER EVENTS MAX-BYTES FILES.
import { AuditLog } from '../../../packages/engine/src/audit/audit-log.ts';

const [home = '', number, events, maxBytes, files] = process.argv.slice(2);

const log = new AuditLog({
  home,
  session: '00000000000000aa',
  version: '0.1.0',
  now: () => new Date(),
  enabled: true,
  limits: { maxBytes: Number(maxBytes), files: Number(files) },
  onFailure: (error) => {
    throw error;
  },
});
for (let n = 0; n < Number(events); n++) log.record('prompt', { text: `${number} writes ${n}` });
