import { commandsOf } from '../memory/commands.ts';
import { type KeptOutput, keptOutputs } from '../memory/kept-outputs.ts';
import { ID_SHAPE } from '../store/id.ts';
import { cleanOutput } from '../text/clean.ts';
import { clip, plural, size } from '../text/format.ts';
import { print } from './run.ts';

export interface OutputsOptions {
  /** One JSON object instead of the list. */
  json: boolean;
  /** Those of this session alone; null for all. */
  session: string | null;
}

/** Most of a command that the list shows, in bytes. */
const COMMAND_BYTES = 100;

/**
 * `wisp outputs`: what the store holds, the newest first, one a line, with the command that printed it where the audit log
 * says it. Resolves to the exit code. What can not be read is named on stderr.
 */
export async function outputsCommand(home: string, { json, session }: OutputsOptions): Promise<number> {
  if (session !== null && !ID_SHAPE.test(session)) {
    process.stderr.write(
      `wisp outputs: a session id has 16 characters of 0-9 and a-f, not "${session.slice(0, 40)}".\n`,
    );
    return 1;
  }
  const { outputs, damaged } = keptOutputs(home, session);
  const commands = await commandsOf(home, new Set(outputs.map(({ record }) => record.id)));
  if (json) {
    const rows = outputs.map((output) => report(output, commands.get(output.record.id) ?? null));
    await print(`${JSON.stringify({ outputs: rows, damaged })}\n`);
    return 0;
  }
  for (const { id, problem } of damaged) process.stderr.write(`wisp outputs: ${id} can not be read: ${problem}.\n`);
  if (outputs.length === 0) process.stderr.write('Nothing is kept. Output is kept when not all of it can be shown.\n');
  for (const output of outputs) await print(`${row(output, commands.get(output.record.id) ?? '')}\n`);
  return 0;
}

/** The documented form of one output in `--json`. `command` is null where no log says it. */
function report({ session, record }: KeptOutput, command: string | null) {
  const { id, tool, time, lines, bytes, cut, totalBytes, sha256 } = record;
  return { id, session, tool, command, time, lines, bytes, cut, totalBytes, sha256 };
}

function row({ session, record }: KeptOutput, command: string): string {
  const { id, tool, time, lines, bytes, cut } = record;
  const when = new Date(time).toLocaleString('sv-SE').slice(0, 16);
  const oneLine = clip(cleanOutput(command).replaceAll(/\s+/g, ' ').trim(), COMMAND_BYTES);
  const kept = `${size(bytes)}${cut ? ' (cut)' : ''}`;
  return `${id}  ${when}  ${plural(lines, 'line')}  ${kept}  session ${session}  ${tool}  ${oneLine}`.trimEnd();
}
