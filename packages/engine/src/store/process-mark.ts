import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode, unlessRefused } from './failure.ts';

/** What tells a process from every other, also from one that later gets its number: `1234.567890.0f3c…`. */
export interface ProcessMark {
  pid: number;
  /** When it started, in the kernel's own count; 0 where the kernel does not say. */
  start: string;
  /** The machine, its boot and its container: numbers of processes mean nothing elsewhere. 16 hexadecimal characters. */
  place: string;
}

/** The mark of this process. */
export function ownMark(): ProcessMark {
  return { pid: process.pid, start: startOf(process.pid) ?? '0', place: ownPlace() };
}

/** Whether a process still runs; null when it is of another place, where this one can not look. */
export function isRunning({ pid, start, place }: ProcessMark): boolean | null {
  if (place !== ownPlace()) return null;
  const started = startOf(pid);
  if (started !== null || start !== '0') return started === start;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

let known: string | null = null;

function ownPlace(): string {
  known ??= createHash('sha256')
    .update(`${hostname()}\n${unlessRefused(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')) ?? ''}`)
    .update(unlessRefused(() => readlinkSync('/proc/self/ns/pid')) ?? '')
    .digest('hex')
    .slice(0, 16);
  return known;
}

/** When a process started, as `/proc/PID/stat` says (proc(5), field 22); null for one that has ended or where there is no `/proc`. */
function startOf(pid: number): string | null {
  const stat = unlessRefused(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? '';
  // The name of the program is in brackets and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ended = fields[0] === 'Z' || fields[0] === 'X';
  return ended ? null : (fields[19] ?? null);
}
