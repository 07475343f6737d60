import { NumberedList, type NumberedStyle } from './numbered.ts';
import { type Place, plainPlace } from './places.ts';
import type { RunLog } from './run-log.ts';
import type { RunnerFamily, RunnerLine, RunnerReader } from './runner.ts';

const LIBRARY = /\/(?:gems|rubygems|vendor|deps|lib\/ruby)\//;

const own = (text: string): Place | null => {
  const place = plainPlace(text);
  return place === null || LIBRARY.test(place.file) ? null : place;
};

const frame = (text: string): boolean => /^(?:# |at |\(?\S{1,300}:\d{1,7}(?::in .{1,200})?\)?:?$)/.test(text);

const MINITEST: NumberedStyle = {
  tool: 'minitest',
  place: (text) => own(text.replace(/^.{1,200}? \[/, '')),
  says: (text) => (frame(text) ? null : text.replace(/^\S{1,200}#\S{1,200} \[.{1,300}\]:$/, '')),
  ends: (line, text) => line.indent === 0 && /^\d+ (?:runs|tests), /.test(text),
  name: (title) => ({ test: /^(?:Failure|Error):?$/.test(title) ? null : title.replace(/:$/, '') }),
};

const PHPUNIT: NumberedStyle = {
  tool: 'phpunit',
  place: own,
  says: (text) => (frame(text) ? null : text),
  ends: (line, text) => line.indent === 0 && /^(?:--|FAILURES!|ERRORS!|WARNINGS!|Tests: |OK)/.test(text),
  name: (title) => ({ test: title }),
};

const EXUNIT: NumberedStyle = {
  tool: 'ExUnit',
  place: own,
  says: (text) => (frame(text) || text === 'stacktrace:' ? null : text),
  ends: (line, text) => line.indent === 0 && text !== '',
  name: (title) => ({ test: title }),
};

/** What opens each runner's list, and the list itself. */
const OPENERS: readonly (readonly [RegExp, NumberedStyle])[] = [
  [/^\s{2,4}1\) (?:Failure|Error):?$/, MINITEST],
  [/^There (?:was|were) \d{1,7} (?:failure|error|risky test|warning)s?:$/, PHPUNIT],
  [/^\s{2}1\) (?:test|property|doctest) .{1,300} \(.{1,200}\)$/, EXUNIT],
];

/** Minitest, PHPUnit and ExUnit number their failures: `1) title`, then why and where. */
export const numberedBlocks: RunnerFamily = { starts: '1T', create: (log) => new BlocksReader(log) };

class BlocksReader implements RunnerReader {
  readonly #lists: readonly NumberedList[];

  constructor(log: RunLog) {
    this.#lists = OPENERS.map(([, style]) => new NumberedList(log, style));
  }

  get open(): boolean {
    return this.#lists.some((list) => list.open);
  }

  push(line: RunnerLine): void {
    OPENERS.forEach(([opener], i) => {
      const list = this.#lists[i];
      if (list === undefined) return;
      if (opener.test(line.text)) list.begin();
      list.push(line);
    });
  }

  finish(): void {
    for (const list of this.#lists) list.end();
  }
}
