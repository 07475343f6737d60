import type { ChatMessage } from '../models/backend.ts';
import { messageWeight } from '../models/prompt-size.ts';

/** What stands for one condensed turn. */
interface Digest {
  turn: number;
  text: string;
}

/** The model's side of the record: roles alternate, as every chat template expects. */
const NOTED: ChatMessage = { role: 'assistant', content: '[Noted.]' };

/** The oldest turns of a thread, condensed: a line each, the very oldest only counted. */
export class CondensedRecord {
  #dropped: number;
  #digests: readonly Digest[];
  #messages: readonly ChatMessage[] = [];
  #weight = 0;

  /** `dropped`: the last turn that has no line any more; 0 for none. */
  constructor(dropped: number, digests: readonly Digest[]) {
    this.#dropped = dropped;
    this.#digests = digests;
    this.#compose();
  }

  get dropped(): number {
    return this.#dropped;
  }

  get digests(): readonly Digest[] {
    return this.#digests;
  }

  /** The last turn that is condensed; 0 for none. */
  get last(): number {
    return this.#digests.at(-1)?.turn ?? this.#dropped;
  }

  get weight(): number {
    return this.#weight;
  }

  /** What stands for the turns in a request: nothing, or one exchange. */
  get messages(): readonly ChatMessage[] {
    return this.#messages;
  }

  add(turn: number, text: string): void {
    this.#digests = [...this.#digests, { turn, text }];
    this.#compose();
  }

  /** Drops the oldest lines until the record weighs at most `weight`, or none is left. */
  trim(weight: number): void {
    while (this.#weight > weight) {
      // Half of the lines may weigh more than half: at least one goes each time, so this ends.
      const share = Math.ceil(this.#digests.length * (1 - weight / this.#weight) * 0.5);
      const going = this.#digests.slice(0, Math.max(1, share));
      const last = going.at(-1);
      if (!last) return;
      this.#dropped = last.turn;
      this.#digests = this.#digests.slice(going.length);
      this.#compose();
    }
  }

  #compose(): void {
    this.#messages = this.last === 0 ? [] : [{ role: 'user', content: this.#text() }, NOTED];
    this.#weight = this.#messages.reduce((weight, message) => weight + messageWeight(message), 0);
  }

  #text(): string {
    const head = `[This conversation up to turn ${this.last}, condensed by wisp. An output with an entry number is kept.]`;
    const dropped = this.#dropped > 0 ? [`Not repeated: what came up to turn ${this.#dropped}.`] : [];
    return [head, ...dropped, ...this.#digests.map((digest) => digest.text)].join('\n');
  }
}
