import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { auditEnvelope, EVENT_DETAILS } from '../audit/events.ts';
import { errorCode } from '../store/failure.ts';

/** Files of the audit log, rotated ones too. */
const LOG = /^audit(?:\.\d{1,4})?\.jsonl$/;

/** The kinds of event that say what an output is of, as they stand in a line of the log. */
const KINDS = ['"kind":"tool.call"', '"kind":"command.typed"'];

/** Longest line that is read; one of a bounded result is far shorter. */
const LONGEST_LINE = 1_048_576;

const LF = 0x0a;

/**
 * What the calls of these ids ran, as the audit log says: the command, or for another tool its arguments. A log that is
 * missing, torn at its end or damaged in places gives what it has.
 */
export async function commandsOf(home: string, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  const commands = new Map<string, string>();
  const directory = join(home, 'logs');
  for (const name of ids.size === 0 ? [] : logs(directory)) {
    for await (const line of linesIn(join(directory, name))) {
      const said = KINDS.some((kind) => line.includes(kind)) ? commandIn(line) : null;
      if (said && ids.has(said.call)) commands.set(said.call, said.command);
    }
  }
  return commands;
}

function logs(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => LOG.test(name));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The lines of a file, without those that are too long and a last one that nothing ends. */
async function* linesIn(path: string): AsyncGenerator<Buffer> {
  let open: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    const bytes: Buffer = open.length === 0 ? chunk : Buffer.concat([open, chunk]);
    let from = 0;
    for (let feed = bytes.indexOf(LF); feed !== -1; feed = bytes.indexOf(LF, from)) {
      yield bytes.subarray(from, feed);
      from = feed + 1;
    }
    open = bytes.length - from > LONGEST_LINE ? Buffer.alloc(0) : bytes.subarray(from);
  }
}

function commandIn(line: Buffer): { call: string; command: string } | null {
  const event = auditEnvelope.safeParse(jsonOf(line.toString('utf8')));
  if (!event.success || event.data.call === null) return null;
  const { call, kind, details } = event.data;
  if (kind === 'command.typed') {
    const typed = EVENT_DETAILS['command.typed'].safeParse(details);
    return typed.success ? { call, command: typed.data.command } : null;
  }
  const called = EVENT_DETAILS['tool.call'].safeParse(details);
  return called.success ? { call, command: commandOf(called.data.arguments) } : null;
}

/** The command of a call's arguments, or the arguments as they are. */
function commandOf(args: string): string {
  const value = jsonOf(args);
  const command = typeof value === 'object' && value !== null && 'command' in value ? value.command : null;
  return typeof command === 'string' ? command : args;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A torn line of the log, or arguments that were clipped: they are no JSON, and say nothing as such.
    return null;
  }
}
