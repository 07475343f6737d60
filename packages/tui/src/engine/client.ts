import { type Inbound, LineWriter, type Outbound, readFrames, readOutbound } from '@wisp/protocol';
import type { EngineProcess } from './process.ts';

/** What this front end can do, said first. */
const HELLO = { type: 'hello', effects: ['approve'], client: 'wisp-tui' } as const;

/** Sends requests to an engine and reads its lines. */
export class EngineClient {
  readonly #engine: EngineProcess;
  readonly #writer: LineWriter;
  /** Lines that fitted no schema: a newer engine's, or what a library printed. */
  strayLines = 0;

  constructor(engine: EngineProcess) {
    this.#engine = engine;
    this.#writer = new LineWriter(engine.input);
    void this.#writer.send(HELLO);
  }

  /** Sends one request, in order. One to an engine that is gone is dropped. */
  send(request: Inbound): void {
    void this.#writer.send(request);
  }

  /** The engine's lines until its output ends. Read no faster than they are taken, so that a flood waits in the engine. */
  async *lines(): AsyncGenerator<Outbound> {
    for await (const frame of readFrames(this.#engine.output)) {
      const line = frame.kind === 'line' ? readOutbound(frame.text) : null;
      if (line) yield line;
      else this.strayLines += 1;
    }
  }
}
