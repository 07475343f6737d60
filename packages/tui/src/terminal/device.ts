import { writeSync } from 'node:fs';
import type { ReadStream, WriteStream } from 'node:tty';
import type { TerminalDevice } from './session.ts';

/** Tries of a write that the terminal is not ready for; past them it has stopped reading. */
const MAX_TRIES = 1_000;

/** The process's own terminal. Writes block, so that they also work from an exit handler. */
export function terminalDevice(input: ReadStream, output: WriteStream & { fd: number }): TerminalDevice {
  return {
    writeSync: (text) => writeAll(output.fd, Buffer.from(text)),
    setRaw: (raw) => {
      input.setRawMode(raw);
    },
    size: () => {
      // Asked of the system each time: no SIGWINCH arrives while the process is stopped.
      const [columns, rows] = output.getWindowSize();
      return { columns: columns || 80, rows: rows || 24 };
    },
  };
}

function writeAll(fd: number, data: Buffer): void {
  let at = 0;
  for (let tries = 0; at < data.length && tries < MAX_TRIES; tries++) {
    try {
      at += writeSync(fd, data, at);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}
