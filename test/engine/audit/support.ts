import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AuditLog } from '../../../packages/engine/src/audit/audit-log.ts';
import { type AuditEvent, auditEnvelope } from '../../../packages/engine/src/audit/events.ts';

const SESSION = '00000000000000aa';

/** An event as wisp writes one, with `n` in its id and its text. */
export function eventOf(n: number, facts: Partial<AuditEvent> = {}): AuditEvent {
  return {
    schema: 1,
    id: n.toString(16).padStart(16, '0'),
    time: '2026-01-02T03:04:05.678Z',
    version: '0.1.0',
    pid: 1,
    session: SESSION,
    turn: null,
    call: null,
    kind: 'prompt',
    details: { text: `prompt ${n}` },
    ...facts,
  };
}

export const linesOf = (events: readonly AuditEvent[]): string => events.map((e) => `${JSON.stringify(e)}\n`).join('');

/** Writes a file of a home's log: the current one, or the `number`th that was put aside. */
export function writeLog(home: string, text: string | Buffer, number = 0): string {
  mkdirSync(join(home, 'logs'), { recursive: true });
  const path = join(home, 'logs', number === 0 ? 'audit.jsonl' : `audit.${number}.jsonl`);
  writeFileSync(path, text);
  return path;
}

export interface Failure {
  what: 'write' | 'rotate';
  code: unknown;
}

/** A log of its own for a test, and what it told. */
export function openAudit(
  home: string,
  { maxBytes = 10_485_760, files = 5, enabled = true } = {},
): { log: AuditLog; heard: AuditEvent[]; failures: Failure[] } {
  const heard: AuditEvent[] = [];
  const failures: Failure[] = [];
  const log = new AuditLog({
    home,
    enabled,
    session: SESSION,
    version: '0.1.0',
    now: () => new Date('2026-01-02T03:04:05.678Z'),
    limits: { maxBytes, files },
    onFailure: (error, what) => failures.push({ what, code: error instanceof Error && 'code' in error && error.code }),
    onEvent: (event) => heard.push(event),
  });
  return { log, heard, failures };
}

/** The events of one file of a log; fails for a line that is none. */
export function eventsIn(path: string): AuditEvent[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => auditEnvelope.strict().parse(JSON.parse(line)));
}
