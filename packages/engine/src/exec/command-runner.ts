import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { Drain } from './drain.ts';
import { closeWriting, makePipes, readPipe, type Sink } from './pipes.ts';
import { endGroup } from './process-group.ts';

export interface CommandSpec {
  /** Program and arguments. A command line is `['/bin/sh', '-c', line]`. */
  argv: readonly [string, ...string[]];
  directory: string;
  /** Seconds until the command is ended; null for no limit. */
  timeout: number | null;
  signal: AbortSignal | null;
  stdout: Sink;
  stderr: Sink;
}

export interface CommandEnd {
  /** Exit status, or null when a signal ended it or it never started. */
  exitStatus: number | null;
  signal: string | null;
  reason: 'exited' | 'timed out' | 'interrupted' | 'not started';
  /** Why it did not start. */
  problem: string | null;
  seconds: number;
  /** True when something that the command left behind still held its output open. */
  heldOpen: boolean;
}

/**
 * Runs a command in a process group of its own with an empty stdin and exactly three descriptors, and hands its output on
 * as bytes (features D3, D4). Resolves when the command has ended and its output has been read; never rejects for what the
 * command does. On timeout or abort the group gets SIGTERM, then SIGKILL.
 */
export async function runCommand(spec: CommandSpec): Promise<CommandEnd> {
  const began = performance.now();
  const [program, ...args] = spec.argv;
  const pipes = makePipes();
  const drains = [new Drain(), new Drain()] as const;
  const sinks = [drains[0].watched(spec.stdout), drains[1].watched(spec.stderr)] as const;
  // Node's own: the output needs a descriptor of ours, and the group is ended by us (docs/decisions/0005).
  const child = spawn(program, args, {
    cwd: spec.directory,
    stdio: ['ignore', pipes?.[0].write ?? 'pipe', pipes?.[1].write ?? 'pipe'],
    // A session of its own, so that its whole group can be ended and nothing of it touches the terminal.
    detached: true,
  });
  let problem: string | null = null;
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => {
      problem = error.message;
      resolve({ code: null, signal: null });
    });
  });
  drains.forEach((drain, i) => {
    const pipe = pipes?.[i];
    const sink = sinks[i];
    if (pipe) closeWriting(pipe);
    if (sink) drain.attach(pipe ? readPipe(pipe, sink) : readStream(i === 0 ? child.stdout : child.stderr, sink));
  });

  let reason: CommandEnd['reason'] = 'exited';
  const end = (why: 'timed out' | 'interrupted') => {
    if (reason !== 'exited') return;
    reason = why;
    endGroup(child.pid, exited);
  };
  const timer = spec.timeout === null ? undefined : setTimeout(() => end('timed out'), spec.timeout * 1000);
  const abort = () => end('interrupted');
  spec.signal?.addEventListener('abort', abort, { once: true });
  if (spec.signal?.aborted) abort();
  const { code, signal } = await exited;
  clearTimeout(timer);
  spec.signal?.removeEventListener('abort', abort);

  const open = await Promise.all(drains.map((drain) => drain.finish()));
  const seconds = (performance.now() - began) / 1000;
  if (child.pid === undefined) reason = 'not started';
  return { exitStatus: code, signal, reason, problem, seconds, heldOpen: open.includes(true) };
}

function readStream(stream: Readable | null, sink: Sink): Readable | null {
  stream?.on('data', (chunk: Buffer) => {
    const wait = sink(chunk);
    if (!wait) return;
    stream.pause();
    void wait.then(() => stream.resume());
  });
  return stream;
}
