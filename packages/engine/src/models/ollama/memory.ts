import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import { promisify } from 'node:util';
import { cgroupMemory, type ReadText } from './cgroup.ts';
import type { Memory } from './window.ts';

const run = promisify(execFile);

/**
 * Memory of this machine. On Linux what is available is the kernel's MemAvailable, and both numbers stay within what the
 * control groups of this process allow; macOS counts as free only what nothing ever used, so there the pages that it
 * would give up are added.
 */
export async function readMemory(): Promise<Memory> {
  if (process.platform === 'darwin') return macMemory(await vmStat());
  return linuxMemory(os.totalmem(), os.freemem(), readText);
}

/**
 * Memory of a Linux machine of `installed` bytes. MemAvailable of /proc/meminfo counts what the kernel would give up;
 * `free` stands for it where that file can not be read.
 */
export async function linuxMemory(installed: number, free: number, read: ReadText): Promise<Memory> {
  const [meminfo, group] = await Promise.all([read('/proc/meminfo'), cgroupMemory(read)]);
  const kib = /^MemAvailable: {1,40}(\d{1,15}) kB$/m.exec(meminfo ?? '')?.[1];
  const available = kib === undefined ? free : Number(kib) * 1024;
  return {
    available: Math.min(available, group?.available ?? available),
    installed: Math.min(installed, group?.limit ?? installed),
    unified: false,
  };
}

function macMemory(stat: string | null): Memory {
  const available = stat === null ? null : vmStatAvailable(stat);
  return { available: available ?? os.freemem(), installed: os.totalmem(), unified: true };
}

async function vmStat(): Promise<string | null> {
  try {
    return (await run('/usr/bin/vm_stat', { timeout: 2000, maxBuffer: 64 * 1024 })).stdout;
  } catch {
    // Without vm_stat the smaller number, what is free, still gives a window that fits.
    return null;
  }
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    // Which of these files there are is what tells the version of the control groups.
    return null;
  }
}

/** Bytes that macOS can give up, from the text of `vm_stat`; null when it is not that. */
export function vmStatAvailable(text: string): number | null {
  const page = /page size of (\d{1,9}) bytes/.exec(text)?.[1];
  if (page === undefined) return null;
  const kinds = ['free', 'inactive', 'speculative', 'purgeable'];
  const pages = kinds.map((kind) =>
    Number(new RegExp(`^Pages ${kind}: {1,40}(\\d{1,15})\\.`, 'm').exec(text)?.[1] ?? 0),
  );
  return pages.reduce((sum, n) => sum + n, 0) * Number(page);
}
