import type { Writable } from 'node:stream';
import type { Outbound } from '@wisp/protocol';
import type { StoredOutput } from '../../store/stored-output.ts';
import { cleanOutput, FragmentCleaner } from '../../text/clean.ts';
import type { Face } from '../face.ts';
import { write } from '../pager.ts';
import { type PlainText, plainText } from './plain-text.ts';

/** What a plain conversation is shown on. */
export interface PlainStreams {
  /** The replies, and what commands of the person print. */
  reply: Writable & { isTTY?: boolean };
  /** What is said of them. */
  about: Writable & { isTTY?: boolean };
}

/** A line that a plain face asks its owner to do something about. */
export type PlainSignal = Extract<
  Outbound,
  { type: 'status' | 'approval' | 'choice' | 'withdrawn' | 'completions' | 'exit' }
>;

export interface PlainFaceOptions extends PlainStreams {
  onSignal: (line: PlainSignal) => void;
  show: (output: StoredOutput) => Promise<void>;
}

/**
 * A conversation as text that is only ever added to, for a plain terminal, a screen reader or a pipe. On a terminal nothing of
 * what a model or a tool wrote drives it.
 */
export class PlainFace implements Face {
  readonly #options: PlainFaceOptions;
  readonly #cleaner: FragmentCleaner | null;
  /** Text of the reply under way that does not end its line. */
  #isOpen = false;

  constructor(options: PlainFaceOptions) {
    this.#options = options;
    this.#cleaner = options.reply.isTTY ? new FragmentCleaner() : null;
    // A reader that left early is no error.
    for (const stream of [options.reply, options.about]) stream.on('error', () => {});
  }

  get closed(): boolean {
    return this.#options.reply.destroyed;
  }

  async send(line: Outbound): Promise<void> {
    if (line.type === 'delta') return this.#delta(line.text, line.restart ?? false);
    const texts = plainText(line);
    if (texts.length > 0 || line.type === 'approval' || line.type === 'turn') await this.#endLine();
    for (const text of texts) await this.#write(text);
    switch (line.type) {
      case 'status':
      case 'approval':
      case 'choice':
      case 'withdrawn':
      case 'completions':
      case 'exit':
        this.#options.onSignal(line);
    }
  }

  show(output: StoredOutput): Promise<void> {
    return this.#options.show(output);
  }

  async #delta(text: string, restart: boolean): Promise<void> {
    if (restart && this.#isOpen) {
      await this.#endLine();
      await this.#write({ to: 'about', text: 'The reply begins anew.\n' });
    }
    await this.#reply(this.#cleaner ? this.#cleaner.push(text) : text);
  }

  async #reply(text: string): Promise<void> {
    if (text === '') return;
    this.#isOpen = !text.endsWith('\n');
    await write(this.#options.reply, text);
  }

  /** What is said of a reply does not run into it. */
  async #endLine(): Promise<void> {
    await this.#reply(this.#cleaner?.end() ?? '');
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await write(this.#options.reply, '\n');
  }

  async #write({ to, text }: PlainText): Promise<void> {
    const stream = this.#options[to];
    await write(stream, stream.isTTY ? cleanOutput(text) : text);
  }
}
