import { lastEvents } from '../../audit/log-reader.ts';
import { logLine, PLAIN } from '../log-line.ts';
import type { ChatCommand } from './command.ts';

const DEFAULT = 20;
const MOST = 1_000;

/** `/audit [N]`: the last events of the session, as `wisp logs` shows them. */
export const auditCommand: ChatCommand = {
  name: 'audit',
  takes: '[N]',
  summary: `the last N events of this session; ${DEFAULT} without N`,
  run: async (args, { conversation: { session, settings }, print, note }) => {
    const count = args === '' ? DEFAULT : Number(args);
    if (!Number.isInteger(count) || count < 1 || count > MOST)
      return note(`/audit takes a whole number from 1 to ${MOST}.`, 'warn');
    if (!settings.audit.enabled) return note('The audit is off (setting audit.enabled): nothing is recorded.', 'info');
    const { events } = await lastEvents(session.home, { session: session.id }, count);
    for (const event of events) await print(logLine(event, PLAIN));
  },
};
