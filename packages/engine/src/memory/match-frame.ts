import type { Place, RecallClauses } from '../budget/ways.ts';
import { clip, grouped, plural } from '../text/format.ts';
import type { MatchList } from './match-list.ts';
import type { Pattern } from './pattern.ts';
import { type MemoryRequest, requestIn } from './request.ts';
import { rowText } from './rows.ts';
import { askFor, nameOf, type Reader, type Subject, scopeName } from './subject.ts';

/** Most of a pattern that an answer repeats, in bytes. */
export const PATTERN_BYTES = 80;

/** What stands around the matches: the header with the counts, and the request for the rest. */
export class MatchFrame {
  readonly #subject: Subject;
  readonly #clauses: RecallClauses & { pattern: string };
  readonly #pattern: Pattern;
  readonly #reader: Reader;

  constructor(subject: Subject, clauses: RecallClauses & { pattern: string }, pattern: Pattern, reader: Reader) {
    this.#subject = subject;
    this.#clauses = clauses;
    this.#pattern = pattern;
    this.#reader = reader;
  }

  /** Bytes of the longest frame that this search can have. */
  get largest(): number {
    const { lines, bytes } = this.#subject.stored.record;
    const header = this.#header(lines, bytes, { before: bytes, shown: bytes - 1 });
    const footers = [this.#more(bytes, { line: lines, byte: bytes }), this.#none(), this.#nothingFurther(bytes)];
    return Buffer.byteLength(header) + Math.max(...footers.map((footer) => Buffer.byteLength(footer)));
  }

  around(list: MatchList, rest: number): string {
    const { rows, lines, total, before, next } = list;
    const header = this.#header(lines, total, { before, shown: rows.length });
    return [header, ...rows.map(rowText), this.#footer(list, rest, next)].join('');
  }

  #header(lines: number, total: number, { before, shown }: { before: number; shown: number }): string {
    const { scope } = this.#clauses;
    const all = this.#subject.stored.record.lines;
    const among = scope ? `among ${scopeName(scope)}` : `of ${grouped(all)}`;
    const places = total === lines ? '' : `, in ${plural(total, 'place')}`;
    const last = before + shown;
    const which = shown === 1 ? `is match ${grouped(last)}` : `are matches ${grouped(before + 1)}–${grouped(last)}`;
    const these = shown > 0 && shown < total ? `; here ${which}` : '';
    const literally =
      this.#pattern.literal === null
        ? ''
        : `; it is no regular expression (${this.#pattern.literal}) and was taken literally`;
    const what = clip(this.#pattern.asked.replaceAll(/\s+/g, ' '), PATTERN_BYTES);
    return `[${nameOf(this.#subject)}; ${plural(lines, 'line')} ${among} ${lines === 1 ? 'matches' : 'match'} ${what}${places}${these}${literally}]\n`;
  }

  #footer({ total, before, rows }: MatchList, rest: number, next: Place | null): string {
    if (next) return this.#more(rest, next);
    if (total === 0) return this.#none();
    return rows.length === 0 ? this.#nothingFurther(before) : '[no more matches]';
  }

  #more(rest: number, next: Place): string {
    return `[${grouped(rest)} more: ${askFor(this.#subject, { ...this.#clauses, from: next }, this.#reader)}]`;
  }

  #none(): string {
    const { id } = this.#subject.stored.record;
    const { voice, window } = this.#reader;
    const summarise: MemoryRequest = { action: 'summarise', target: { output: id }, overview: false };
    const end = askFor(this.#subject, { pattern: null, scope: { kind: 'tail', count: 40 }, from: null }, this.#reader);
    return `[nothing matches. Its notable lines: ${requestIn(voice, summarise, window)}; its end: ${end}]`;
  }

  #nothingFurther(before: number): string {
    const first = askFor(this.#subject, { ...this.#clauses, from: null }, this.#reader);
    return `[no match from there on; ${grouped(before)} before it: ${first}]`;
  }
}
