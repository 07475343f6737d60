import type { Readable, Writable } from 'node:stream';
import { type Frame, LineWriter, type Outbound, readFrames, readInbound } from '@wisp/protocol';
import { ChatCore, type ChatOptions } from './chat-core.ts';
import type { Face } from './face.ts';

export interface ChatServerOptions extends ChatOptions {
  input: Readable;
  output: Writable;
}

/**
 * A conversation over JSON lines: requests in, lines out. Ends at the end of its input, at `/quit`, or when nobody reads its
 * output any more.
 */
export class ChatServer implements Face {
  readonly #input: Readable;
  readonly #writer: LineWriter;
  readonly #core: ChatCore;
  #finished = false;

  constructor({ input, output, ...options }: ChatServerOptions) {
    this.#input = input;
    this.#writer = new LineWriter(output);
    this.#core = new ChatCore(options, this);
    output.on('close', () => this.stop());
    output.on('error', () => this.stop());
  }

  get closed(): boolean {
    return this.#writer.closed;
  }

  send(line: Outbound): Promise<void> {
    return this.#writer.send(line);
  }

  /** Serves until the conversation ends; resolves to the exit code. */
  async run(): Promise<number> {
    const reading = this.#read();
    await this.#core.run();
    this.#finished = true;
    this.#input.destroy();
    await reading;
    return 0;
  }

  /** Ends the conversation at once. */
  stop(): void {
    this.#core.stop();
  }

  async #read(): Promise<void> {
    try {
      for await (const frame of readFrames(this.#input)) this.#frame(frame);
    } catch (error) {
      // Destroying the input at the end breaks its iteration off; anything else is an input that can not be read.
      if (!this.#finished) this.#core.note(`The input can not be read: ${String(error)}`, 'error');
    }
    this.#core.end();
  }

  #frame(frame: Frame): void {
    if (frame.kind === 'oversize') {
      this.#core.note(`A line of ${frame.bytes} bytes was not read: a line has at most 1 MiB.`, 'error');
      return;
    }
    const reading = readInbound(frame.text);
    if (reading.kind === 'invalid') this.#core.note(`A line was not understood: ${reading.problem}.`, 'error');
    if (reading.kind === 'request') this.#core.request(reading.request);
  }
}
