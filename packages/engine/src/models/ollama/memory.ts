import { execFile } from 'node:child_process';
import os from 'node:os';
import { promisify } from 'node:util';
import type { Memory } from './window.ts';

const run = promisify(execFile);

/**
 * Memory of this machine. On Linux what is available is the kernel's MemAvailable; macOS counts as free only what nothing
 * ever used, so there the pages that it would give up are added.
 */
export async function readMemory(): Promise<Memory> {
  const installed = os.totalmem();
  if (process.platform !== 'darwin') return { available: os.freemem(), installed, unified: false };
  try {
    const { stdout } = await run('/usr/bin/vm_stat', { timeout: 2000, maxBuffer: 64 * 1024 });
    return { available: vmStatAvailable(stdout) ?? os.freemem(), installed, unified: true };
  } catch {
    // Without vm_stat the smaller number still gives a window that fits.
    return { available: os.freemem(), installed, unified: true };
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
