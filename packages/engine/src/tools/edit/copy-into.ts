import { closeSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { openRegular } from '../file/open-regular.ts';
import { writeAll } from './atomic-file.ts';

/** Bytes that are copied at a time, and blocks between two looks at what else is to be done. */
const BLOCK = 65_536;
const BLOCKS_A_GO = 64;

const LF = 0x0a;

/**
 * Copies a file into an open one, a block at a time, whatever its size; returns whether what was copied ends with a line feed,
 * or is empty. Throws the system's error, and the signal's reason when it is given up.
 */
export async function copyInto(path: string, fd: number, signal: AbortSignal): Promise<boolean> {
  const from = openRegular(path);
  if ('problem' in from) throw new Error(`it can not be read (${from.code ?? from.problem})`);
  const block = Buffer.allocUnsafe(BLOCK);
  let last = LF;
  try {
    for (let blocks = 1, at = 0; ; blocks++) {
      const read = readSync(from.fd, block, 0, BLOCK, at);
      if (read === 0) return last === LF;
      writeAll(fd, block.subarray(0, read));
      last = block[read - 1] ?? last;
      at += read;
      if (blocks % BLOCKS_A_GO !== 0) continue;
      await setImmediate();
      signal.throwIfAborted();
    }
  } finally {
    closeSync(from.fd);
  }
}
