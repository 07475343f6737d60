import { createInterface, type Interface } from 'node:readline';
import type { ReadStream } from 'node:tty';

/** How long what was typed before a question is gathered, in ms: it was not meant as its answer. */
const GATHER = 40;

/** Most lines that are remembered for the arrow keys. */
const MOST_HISTORY = 500;

type LineCompleter = (line: string) => Promise<[string[], string]>;

export interface TerminalLinesOptions {
  input: ReadStream;
  output: NodeJS.WriteStream;
  completer: LineCompleter;
}

/** What a prompt was answered with: a line, Ctrl-C, or the end (Ctrl-D, or no terminal any more). */
export type Typed = { kind: 'line'; text: string } | { kind: 'interrupt' } | { kind: 'end' };

/**
 * Lines that the person types at a prompt. Between two prompts the terminal is as a shell leaves it, so that a pager can have
 * it and Ctrl-C is a signal; what is typed then waits for the next prompt.
 */
export class TerminalLines {
  readonly #options: TerminalLinesOptions;
  readonly #waiting: string[] = [];
  #history: string[] = [];
  /** What was typed of a line when a prompt went away. */
  #draft = '';
  #open: Interface | null = null;

  constructor(options: TerminalLinesOptions) {
    this.#options = options;
  }

  /** Lines of earlier conversations, the newest first. */
  recollect(lines: readonly string[]): void {
    this.#history = [...this.#history, ...lines].slice(0, MOST_HISTORY);
  }

  /** The next line, with history and completion. */
  async next(prompt: string): Promise<Typed> {
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) {
      // It was echoed when it was typed; here it stands where it is taken.
      this.#options.output.write(`${prompt}${waiting}\n`);
      return { kind: 'line', text: waiting };
    }
    return this.#read(prompt, true, null);
  }

  /** The answer to a question. What was typed before is kept for `next`. Rejects with the signal's reason. */
  async ask(prompt: string, signal: AbortSignal): Promise<Typed> {
    return this.#read(prompt, false, signal);
  }

  /** Takes what was typed before a question, so that it does not answer it. */
  async gather(): Promise<void> {
    const { input } = this.#options;
    let text = '';
    const take = (chunk: Buffer | string) => {
      text += String(chunk);
    };
    input.on('data', take);
    input.resume();
    await new Promise((resolve) => setTimeout(resolve, GATHER));
    input.off('data', take);
    input.pause();
    const lines = text.split('\n');
    this.#draft += lines.pop() ?? '';
    this.#waiting.push(...lines);
  }

  /** Ends a prompt that is open. */
  close(): void {
    this.#open?.close();
  }

  #read(prompt: string, isMessage: boolean, signal: AbortSignal | null): Promise<Typed> {
    const { input, output, completer } = this.#options;
    const reading = createInterface({
      input,
      output,
      prompt,
      terminal: true,
      historySize: isMessage ? MOST_HISTORY : 0,
      history: isMessage ? [...this.#history] : [],
      removeHistoryDuplicates: true,
      ...(isMessage
        ? {
            completer: (line: string, done: (error: Error | null, found: [string[], string]) => void) => {
              completer(line).then(
                (found) => done(null, found),
                () => done(null, [[], line]),
              );
            },
          }
        : {}),
    });
    this.#open = reading;
    const { promise, resolve, reject } = Promise.withResolvers<Typed>();
    let first: Typed | null = null;
    const finish = (typed: Typed) => {
      if (first) return;
      first = typed;
      // Not at once: a chunk that was pasted may hold more lines than the one that is awaited.
      setImmediate(() => {
        if (isMessage) this.#draft = reading.line;
        reading.close();
        resolve(typed);
      });
    };
    reading.on('line', (text) => {
      if (first) this.#waiting.push(text);
      else finish({ kind: 'line', text });
    });
    reading.on('SIGINT', () => {
      if (!isMessage || reading.line === '') return finish({ kind: 'interrupt' });
      output.write('\n');
      reading.write(null, { ctrl: true, name: 'e' });
      reading.write(null, { ctrl: true, name: 'u' });
    });
    reading.on('history', (history: string[]) => {
      if (isMessage) this.#history = history;
    });
    reading.on('close', () => {
      this.#open = null;
      if (!first) output.write('\n');
      first ??= { kind: 'end' };
      resolve(first);
    });
    const abort = () => {
      first ??= { kind: 'interrupt' };
      reading.close();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    reading.prompt();
    if (isMessage && this.#draft !== '') reading.write(this.#draft);
    if (isMessage) this.#draft = '';
    return promise.finally(() => signal?.removeEventListener('abort', abort));
  }
}
