import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes taken in one read: what a pipe holds. */
const READ_BYTES = 65_536;

/** Takes a chunk of a stream, valid only during the call; a promise holds the stream back until it resolves. */
export type Sink = (chunk: Buffer) => Promise<void> | undefined;

/** A pipe of the kernel: a command writes to `write`, the engine reads `read` through `readPipe`. */
export interface Pipe {
  read: number;
  write: number;
}

/**
 * Two pipes for a command's output, or null where the system has no `mkfifo`. Node gives a child socket pairs, through
 * which 1 GiB takes twice the time of a pipe: a named pipe, opened at both ends and unlinked at once, is a pipe.
 */
export function makePipes(): readonly [Pipe, Pipe] | null {
  let directory: string | null = null;
  try {
    directory = mkdtempSync(join(tmpdir(), 'wisp-'));
    const paths = [join(directory, 'out'), join(directory, 'err')] as const;
    if (spawnSync('mkfifo', ['-m', '600', ...paths], { stdio: 'ignore' }).status !== 0) return null;
    return [openPipe(paths[0]), openPipe(paths[1])];
  } catch {
    // No temporary directory to write to: the command runs through Node's own streams, only slower.
    return null;
  } finally {
    if (directory) rmSync(directory, { recursive: true, force: true });
  }
}

function openPipe(path: string): Pipe {
  // The reading end first, without waiting for a writer: opening the writing end would block with no reader.
  const read = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { read, write: openSync(path, constants.O_WRONLY) };
}

/** Reads the reading end of a pipe into `sink` through one buffer, so that 1 GiB makes no garbage. */
export function readPipe(pipe: Pipe, sink: Sink): Socket {
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const socket: Socket = new Socket({
    fd: pipe.read,
    readable: true,
    writable: false,
    onread: {
      buffer,
      callback: (length) => {
        const wait = sink(buffer.subarray(0, length));
        if (!wait) return true;
        void wait.then(() => socket.resume());
        return false;
      },
    },
  });
  return socket;
}

/** Closes the parent's copy of the writing end, once the command has its own. */
export function closeWriting(pipe: Pipe): void {
  closeSync(pipe.write);
}
