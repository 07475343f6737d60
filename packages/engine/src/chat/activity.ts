import type { ActivityLine } from '@wisp/protocol';
import type { Face } from './face.ts';

/** Milliseconds between two counts of what a command has printed. */
const EVERY = 250;

type Progress = NonNullable<ActivityLine['progress']>;

/** What the engine does now, sent each time it changes. */
export class Activity {
  readonly #face: Face;
  #doing: string | null = null;
  #asking = false;
  #thinking = false;
  #began = 0;
  #since = 0;
  #bytes = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(face: Face) {
    this.#face = face;
  }

  set(change: { doing?: string | null; asking?: boolean; thinking?: boolean; progress?: Progress }): void {
    const { doing = this.#doing, asking = this.#asking, thinking = this.#thinking, progress } = change;
    const isSame = doing === this.#doing && asking === this.#asking && thinking === this.#thinking;
    if (isSame && !progress) return;
    if (doing !== this.#doing) this.#forgetCount();
    if (doing !== null && this.#began === 0) this.#began = performance.now();
    this.#doing = doing;
    this.#asking = asking;
    this.#thinking = thinking;
    this.#send(progress ? { progress } : {});
  }

  /** A running command has printed so many bytes so far: told at once, then at most four times a second. */
  printed(bytes: number): void {
    if (this.#since === 0) this.#since = performance.now();
    this.#bytes = bytes;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      if (this.#since !== 0) this.#send({ bytes: this.#bytes, seconds: (performance.now() - this.#since) / 1000 });
    }, EVERY);
    this.#timer.unref();
  }

  end(): void {
    this.set({ doing: null, asking: false, thinking: false });
    this.#forgetCount();
    this.#began = 0;
  }

  #forgetCount(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#since = 0;
    this.#bytes = 0;
  }

  #send(more: Partial<Pick<ActivityLine, 'progress' | 'bytes' | 'seconds'>>): void {
    const turnSeconds = this.#began === 0 ? 0 : (performance.now() - this.#began) / 1000;
    const state = { doing: this.#doing, asking: this.#asking, thinking: this.#thinking };
    void this.#face.send({ type: 'activity', ...state, turnSeconds, ...more });
  }
}
