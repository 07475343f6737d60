/** Milliseconds between two frames while lines stream: at most 15 frames a second. */
const STREAM_INTERVAL = 66;

/**
 * Decides when frames are drawn. A key is answered in the same turn of the loop; what streams is drawn on a clock, so that
 * a flood costs no more than a trickle. Without anything to draw no timer runs.
 */
export class FrameClock {
  readonly #draw: () => void;
  #timer: NodeJS.Timeout | null = null;
  #soon: NodeJS.Immediate | null = null;
  #last = Number.NEGATIVE_INFINITY;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** A frame once the events at hand are done: for what the person did. */
  soon(): void {
    this.#soon ??= setImmediate(() => this.now());
  }

  /** A frame within the interval: for what streams. */
  later(): void {
    if (this.#soon || this.#timer) return;
    const wait = this.#last + STREAM_INTERVAL - performance.now();
    if (wait <= 0) this.soon();
    else this.#timer = setTimeout(() => this.now(), wait);
  }

  now(): void {
    this.stop();
    this.#last = performance.now();
    this.#draw();
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#soon) clearImmediate(this.#soon);
    this.#timer = null;
    this.#soon = null;
  }
}
