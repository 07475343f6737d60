import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** How an engine ended: its exit code or signal, and the last of what it said on stderr. */
export interface EngineEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  words: string;
}

/** Characters of stderr that are kept: enough for a stack trace, bounded for an engine that prints for ever. */
const RING = 8_192;

/** Milliseconds that the engine has at each step of closing. */
const PATIENCE = 2_000;

/**
 * The engine as a child of this process, in its process group: a stop from the terminal stops both. Its stderr goes into a
 * ring, never to the screen.
 */
export class EngineProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  /** Resolves once, when the engine has ended and its output has been read. Never rejects. */
  readonly ended: Promise<EngineEnd>;
  #words = '';

  constructor(program: string, args: readonly string[]) {
    this.#child = spawn(process.execPath, [program, 'chat', '--json', ...args], { stdio: 'pipe' });
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#words = (this.#words + text).slice(-RING);
    });
    // A request written to an engine that has just ended is lost; that it ended is told by `ended`.
    this.#child.stdin.on('error', () => {});
    // A failed start is told by `ended`; a failed kill is of a child that is gone.
    this.#child.on('error', () => {});
    this.ended = this.#end();
  }

  get input(): NodeJS.WritableStream & ChildProcessWithoutNullStreams['stdin'] {
    return this.#child.stdin;
  }

  get output(): ChildProcessWithoutNullStreams['stdout'] {
    return this.#child.stdout;
  }

  /** Ends the engine: its input ends, after 2 s SIGTERM, after 2 more SIGKILL. Resolves when it is gone. */
  async close(): Promise<EngineEnd> {
    this.#child.stdin.end();
    // Nobody reads any more: a full pipe must not keep the engine from ending.
    this.#child.stdout.resume();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const end = await Promise.race([this.ended, delay(PATIENCE, null, { ref: false })]);
      if (end) return end;
      this.#child.kill(signal);
    }
    return this.ended;
  }

  /** Ends it at once, for a way out that cannot wait. */
  kill(): void {
    this.#child.kill('SIGTERM');
  }

  async #end(): Promise<EngineEnd> {
    try {
      const [code, signal] = await once(this.#child, 'close');
      return { code, signal, words: this.#words.trim() };
    } catch (error) {
      return { code: null, signal: null, words: error instanceof Error ? error.message : String(error) };
    }
  }
}
