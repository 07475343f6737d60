import type { ChatMessage } from '../models/backend.ts';
import { messageBytes } from '../models/prompt-size.ts';

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
  #bytes = 0;

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

  get bytes(): number {
    return this.#bytes;
  }

  /** What stands for the turns in a request: nothing, or one exchange. */
  get messages(): readonly ChatMessage[] {
    return this.#messages;
  }

  add(turn: number, text: string): void {
    this.#digests = [...this.#digests, { turn, text }];
    this.#compose();
  }

  /** Drops the oldest lines until the record has at most `bytes`, or none is left. */
  trim(bytes: number): void {
    while (this.#bytes > bytes) {
      const [oldest, ...rest] = this.#digests;
      if (!oldest) return;
      this.#dropped = oldest.turn;
      this.#digests = rest;
      this.#compose();
    }
  }

  #compose(): void {
    this.#messages = this.last === 0 ? [] : [{ role: 'user', content: this.#text() }, NOTED];
    this.#bytes = this.#messages.reduce((bytes, message) => bytes + messageBytes(message), 0);
  }

  #text(): string {
    const head = `[${turns(this.last)} of this conversation, condensed by wisp. Outputs are kept by their entry.]`;
    const dropped = this.#dropped > 0 ? [`Not repeated: ${turns(this.#dropped)}.`] : [];
    return [head, ...dropped, ...this.#digests.map((digest) => digest.text)].join('\n');
  }
}

function turns(last: number): string {
  return last === 1 ? 'Turn 1' : `Turns 1 to ${last}`;
}
