import type { CommandEnd } from './command-runner.ts';

/** How a command ended, in the words of the note: `exit status 3`, `signal SIGKILL`, `timed out after 2 s`. */
export function outcomeOf(end: CommandEnd, timeout: number | null): string {
  switch (end.reason) {
    case 'not started':
      return `could not be started: ${end.problem ?? 'unknown reason'}`;
    case 'timed out':
      return `timed out after ${timeout ?? 0} s, ${ended(end)}`;
    case 'interrupted':
      return `interrupted, ${ended(end)}`;
    case 'exited':
      return ended(end);
  }
}

function ended(end: CommandEnd): string {
  return end.signal === null ? `exit status ${end.exitStatus ?? 0}` : `ended by signal ${end.signal}`;
}

/** First line of a command's rendering: always one line, so that line numbers stand before the command has ended. */
export function headerOf(end: CommandEnd, timeout: number | null): string {
  const open = end.heldOpen
    ? ' (something that it started still held its output open; what that prints later is not read)'
    : '';
  const line =
    end.reason === 'exited' && end.signal === null ? `exit status: ${end.exitStatus ?? 0}` : outcomeOf(end, timeout);
  return `${line}${open}`.replaceAll('\n', ' ');
}

/** Exit code that a shell would report: the status, or 128 and the signal's number. */
export function exitCodeOf(end: CommandEnd, signals: Readonly<Record<string, number>>): number {
  if (end.reason === 'not started') return 127;
  if (end.signal !== null) return 128 + (signals[end.signal] ?? 0);
  return end.exitStatus ?? 1;
}
