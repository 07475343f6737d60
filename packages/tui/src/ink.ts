// The only import of Ink (docs/decisions/0010-ink-version.md).
import { Readable, Writable } from 'node:stream';
import { Box, render, Text } from 'ink';
import type { ReactNode } from 'react';

export { Box, Text };

/** Where Ink's frames end: a stream that keeps the last one, of the size that Ink is to lay out for. */
class FrameSink extends Writable {
  columns = 80;
  rows = 24;
  frame: string | null = null;

  constructor() {
    super({ decodeStrings: false });
  }

  override _write(chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
    this.frame = String(chunk);
    done();
  }
}

/**
 * Ink as a layout engine: a tree in, its rows out, in the same call. Ink's own writer is not used: it places rows relative
 * to the cursor, which goes wrong where the terminal finds a character wider or narrower than Ink does.
 */
export class InkLayout {
  readonly #sink = new FrameSink();
  readonly #onError: (error: unknown) => void;
  #app: ReturnType<typeof render> | null = null;

  /** `onError` is told of a component that threw; nothing is drawn after it. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Lays out `tree` for a screen of this size; exactly `rows` strings. */
  draw(tree: ReactNode, columns: number, rows: number): string[] {
    this.#sink.columns = columns;
    this.#sink.rows = rows;
    this.#sink.frame = null;
    if (this.#app) this.#app.rerender(tree);
    else this.#app = this.#start(tree);
    const drawn = (this.#sink.frame ?? '').split('\n').slice(0, rows);
    while (drawn.length < rows) drawn.push('');
    return drawn;
  }

  #start(tree: ReactNode): ReturnType<typeof render> {
    const app = render(tree, {
      stdout: this.#sink,
      // Input is ours too: Ink gets a stream on which nothing arrives.
      stdin: new Readable({ read() {} }),
      // Every frame whole and at once, without cursor movement: `debug` is Ink's name for it.
      debug: true,
      interactive: false,
      exitOnCtrlC: false,
      patchConsole: false,
    });
    app.waitUntilExit().catch(this.#onError);
    return app;
  }
}
