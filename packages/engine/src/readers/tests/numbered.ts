import type { Failure } from '../line.ts';
import { count } from './numbers.ts';
import type { Place } from './places.ts';
import { OpenRecord } from './record.ts';
import type { RunLog } from './run-log.ts';
import type { RunnerLine } from './runner.ts';

const ITEM = /^\s{0,8}(\d{1,5})\) (.{1,1000})$/;
/** Lines without an item after which a list is taken to be over. */
const IDLE_LINES = 60;
const MAX_LISTED = 2000;

/** How one runner writes the items of its numbered list of failures. */
export interface NumberedStyle {
  tool: string;
  place(text: string): Place | null;
  /** What a body line adds to the message, '' for nothing, null when the explanation is over. */
  says(text: string): string | null;
  /** Whether a line at this indent and of this text, not an item, ends the item before it. */
  ends(line: RunnerLine, text: string): boolean;
  /** The name in an item's title; null when the item names no test. */
  name(title: string): { test: string | null; message?: string } & Partial<Place>;
}

/** Reads a list `1) title` + body that many runners print after a heading: numbers count up from 1. */
export class NumberedList {
  #log: RunLog;
  #style: NumberedStyle;
  #next = 0;
  #idle = 0;
  #record: OpenRecord | null = null;
  #failures: Failure[] = [];

  constructor(log: RunLog, style: NumberedStyle) {
    this.#log = log;
    this.#style = style;
  }

  get open(): boolean {
    return this.#next > 0;
  }

  /** The heading was seen: the next item has number 1. */
  begin(): void {
    this.end();
    this.#next = 1;
    this.#idle = 0;
  }

  /** The list is over. Gives its failures, so that the closing lines can name their tool. */
  end(): readonly Failure[] {
    const failures = this.#failures;
    this.#record?.endMessage();
    this.#record = null;
    this.#next = 0;
    this.#failures = [];
    return failures;
  }

  /** Takes a line of the list. `before` is a place that the line above an item stated. */
  push(line: RunnerLine, before: Place | null = null): void {
    if (this.#next === 0) return;
    const item = line.indent <= 8 ? ITEM.exec(line.text.trimEnd()) : null;
    if (item !== null && count(item, 1) === this.#next) {
      this.#item(line, item[2] ?? '', before);
      return;
    }
    const record = this.#record;
    const text = line.text.trim();
    if (record === null || text === '') {
      if (text !== '' && ++this.#idle > IDLE_LINES) this.end();
      return;
    }
    if (record.full || this.#style.ends(line, text)) {
      record.endMessage();
      this.#record = null;
      return;
    }
    const says = this.#style.says(text);
    if (says === null) record.endMessage();
    record.add(line, says ?? '');
  }

  #item(line: RunnerLine, title: string, before: Place | null): void {
    this.#record?.endMessage();
    const {
      test,
      message = '',
      file = before?.file ?? null,
      row = before?.row ?? null,
      column = before?.column ?? null,
    } = this.#style.name(title);
    const start = { tool: this.#style.tool, line: line.number, test, message, file, row, column };
    this.#record = new OpenRecord(
      this.#log,
      { ...start, key: `${test ?? title} ${file ?? ''}:${row ?? this.#next}` },
      this.#style.place,
    );
    if (this.#failures.length < MAX_LISTED) this.#failures.push(this.#record.failure);
    this.#next++;
    this.#idle = 0;
  }
}
