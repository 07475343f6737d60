import type { LineWriter } from '@wisp/protocol';

/** What the engine does now, sent each time it changes. */
export class Activity {
  readonly #writer: LineWriter;
  #doing: string | null = null;
  #asking = false;
  #thinking = false;
  #began = 0;

  constructor(writer: LineWriter) {
    this.#writer = writer;
  }

  /** A turn or a typed command begins. */
  begin(doing: string): void {
    this.#began = performance.now();
    this.set({ doing });
  }

  set(change: { doing?: string | null; asking?: boolean; thinking?: boolean }): void {
    const { doing = this.#doing, asking = this.#asking, thinking = this.#thinking } = change;
    if (doing === this.#doing && asking === this.#asking && thinking === this.#thinking) return;
    this.#doing = doing;
    this.#asking = asking;
    this.#thinking = thinking;
    const turnSeconds = this.#began === 0 ? 0 : (performance.now() - this.#began) / 1000;
    void this.#writer.send({ type: 'activity', doing, asking, turnSeconds, thinking });
  }

  end(): void {
    this.set({ doing: null, asking: false, thinking: false });
    this.#began = 0;
  }
}
