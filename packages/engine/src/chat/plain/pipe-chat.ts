import type { Readable } from 'node:stream';
import { readFrames } from '@wisp/protocol';
import type { StoredOutput } from '../../store/stored-output.ts';
import { ChatCore, type ChatOptions } from '../chat-core.ts';
import { write, writeOutput } from '../pager.ts';
import { PlainFace, type PlainStreams } from './plain-face.ts';

export interface PipeChatOptions extends ChatOptions, PlainStreams {
  input: Readable;
}

/**
 * A plain conversation with a pipe: each line of the input is a message, taken when the one before is done. There is nobody
 * to ask, so questions are refused. Ends with the input.
 */
export class PipeChat {
  readonly #core: ChatCore;
  readonly #lines: AsyncGenerator<string>;
  readonly #input: Readable;

  constructor({ input, reply, about, ...options }: PipeChatOptions) {
    this.#input = input;
    this.#lines = messages(input, (text) => this.#core.note(text, 'error'));
    const face = new PlainFace({
      reply,
      about,
      onSignal: (line) => {
        if (line.type === 'status') void this.#next();
      },
      show: async (output: StoredOutput) => {
        if (reply.isTTY) return writeOutput(output, reply);
        for (let page = 1; page <= output.pages && !reply.destroyed; page++)
          await write(reply, output.page(page)?.bytes ?? '');
      },
    });
    this.#core = new ChatCore(options, face);
    reply.on('close', () => this.stop());
  }

  /** Serves until the conversation ends; resolves to the exit code: 1 when the last turn was not answered. */
  async run(): Promise<number> {
    await this.#core.run();
    this.#input.destroy();
    return this.#core.lastFailed ? 1 : 0;
  }

  interrupt(): void {
    this.#core.stop();
  }

  stop(): void {
    this.#core.stop();
  }

  async #next(): Promise<void> {
    const { value, done } = await this.#lines.next();
    if (done) this.#core.end();
    else this.#core.request({ type: 'message', text: value });
  }
}

/** The lines of the input that say something. One that is too long is told and left out. */
async function* messages(input: Readable, onProblem: (text: string) => void): AsyncGenerator<string> {
  try {
    for await (const frame of readFrames(input)) {
      if (frame.kind === 'oversize')
        onProblem(`A line of ${frame.bytes} bytes was not read: a line has at most 1 MiB.`);
      else if (frame.text.trim() !== '') yield frame.text;
    }
  } catch (error) {
    if (!input.destroyed) onProblem(`The input can not be read: ${String(error)}`);
  }
}
