import { eventOf } from '../audit/event-line.ts';
import { EVENT_DETAILS } from '../audit/events.ts';
import { closeLogs, LogError, type LogFile, openLogs } from '../audit/log-files.ts';
import { linesForward } from '../audit/log-lines.ts';

/** The kinds of event that say what an output is of, as they stand in a line of the log. */
const KINDS = ['"kind":"tool.call"', '"kind":"command.typed"'];

/**
 * What the calls of these ids ran, as the audit log says: the command, or for another tool its arguments. A log that is
 * missing, torn or damaged in places gives what it has.
 */
export async function commandsOf(home: string, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  const commands = new Map<string, string>();
  const files = ids.size === 0 ? [] : logsOf(home);
  try {
    for (const { fd } of files) {
      for await (const line of linesForward(fd)) {
        const said = line && KINDS.some((kind) => line.includes(kind)) ? commandIn(line) : null;
        if (said && ids.has(said.call)) commands.set(said.call, said.command);
      }
      if (commands.size === ids.size) break;
    }
  } finally {
    closeLogs(files);
  }
  return commands;
}

/** Without the log an output still has its record: the command alone is not known. */
function logsOf(home: string): LogFile[] {
  try {
    return openLogs(home);
  } catch (error) {
    if (error instanceof LogError) return [];
    throw error;
  }
}

function commandIn(line: Buffer): { call: string; command: string } | null {
  const event = eventOf(line);
  if (!event || event.call === null) return null;
  const { call, kind, details } = event;
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
    // Arguments that were clipped are no JSON any more.
    return null;
  }
}
