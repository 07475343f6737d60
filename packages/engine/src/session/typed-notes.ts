import { clip, plural } from '../text/format.ts';

/** Bytes of a command as the model is told of it, and how many are told of: the last ones. */
const COMMAND_BYTES = 200;
const MOST_TOLD = 20;

/** What the person ran by themselves since the last prompt: the model hears of it with the next one. */
export class TypedNotes {
  #notes: string[];
  #dropped = 0;

  /** `earlier`: those of a conversation that goes on, which the model has not heard yet. */
  constructor(earlier: readonly string[] = []) {
    this.#notes = [...earlier];
  }

  /** The notes that wait for the next prompt, in order. */
  get waiting(): readonly string[] {
    const dropped = this.#dropped > 0 ? [`[The person ran ${plural(this.#dropped, 'command')} before these.]`] : [];
    return [...dropped, ...this.#notes];
  }

  /** `kept` says where the output is; null when it is kept nowhere. */
  add(command: string, outcome: string, kept: string | null): void {
    const shown = clip(command.replaceAll(/\s+/g, ' '), COMMAND_BYTES);
    this.#notes.push(`[The person ran \`${shown}\`: ${outcome}${kept === null ? '' : `; ${kept}`}.]`);
    if (this.#notes.length <= MOST_TOLD) return;
    this.#notes.shift();
    this.#dropped += 1;
  }

  /** The notes, in order, and forgets them. */
  take(): string[] {
    const notes = [...this.waiting];
    this.#notes = [];
    this.#dropped = 0;
    return notes;
  }
}
