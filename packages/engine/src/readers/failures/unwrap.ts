import type { ReaderLine } from '../line.ts';
import type { Entry } from './family.ts';
import { type Place, parsePlace } from './place.ts';

const LEVEL = /^\[ ?(ERROR|error|FATAL|fatal|WARNING|WARN|warning|warn|INFO|info|DEBUG|debug|TRACE|SEVERE) ?\](?: |$)/;
/** Any task, when the line is indented as Ant does it. */
const ANY_TASK = /^\s+\[([a-z][\w.-]{1,40})\] ?/;
/** Ant writes the task's name before each line of what it ran. */
const TASK =
  /^\s*\[(javac|java|javadoc|exec|kotlinc|scalac|groovyc|checkstyle|apply|ant|antcall|aapt|proguard|mkdir|junit|testng|sass|groovy|style|taskdef|wsimport|xjc)\] ?/;
const NPM = /^(?:npm|lerna) (ERR!|error|WARN|warn|notice)(?: |$)/;
const NODE = /^ *\d{1,3}(?::\d{1,3})?> ?/;
/** BuildKit's step and its clock; the clock alone where it repeats the end of the step that failed. */
const VERTEX = /^#\d{1,6} \d{1,6}\.\d{1,3} /;
const REPEATED = /^\d{1,6}\.\d{3} (?=\S)/;
const STAMP =
  /^(?:\[\d{4}-\d\d-\d\d[T ][\d:.,]{8,18}Z?\]|\d{4}-\d\d-\d\d[T ][\d:.,]{8,18}Z|\d\d:\d\d(?::\d\d(?:[.,]\d{1,6})?)?)[ \t]{1,12}(?=\S)/;

/** A line without the wrappers that build tools put before the lines of the programs that they run. */
class UnwrappedLine implements Entry {
  readonly number: number;
  readonly lane: string;
  text: string;
  level: Entry['level'] = null;
  wrapper = '';
  private found: Place | null | undefined = undefined;

  constructor(line: ReaderLine) {
    this.number = line.number;
    this.lane = line.lane;
    this.text = line.text;
  }

  get place(): Place | null {
    if (this.found === undefined) this.found = parsePlace(this.text);
    return this.found;
  }
}

/** Takes up to four wrappers off: a stray timestamp, `[ERROR] `, `    [javac] `, `npm ERR! `, `3>`, `C/C++: `. */
export function unwrap(line: ReaderLine): Entry {
  const entry = new UnwrappedLine(line);
  for (let round = 0; round < 4 && unwrapOnce(entry); round++);
  return entry;
}

function unwrapOnce(entry: UnwrappedLine): boolean {
  const first = entry.text.charCodeAt(0);
  if (first === 91 /* [ */) return level(entry) || task(entry) || cut(entry, STAMP, '');
  if (first === 32 || first === 9) return task(entry) || cut(entry, NODE, 'msbuild');
  if (first >= 48 && first <= 57)
    return cut(entry, NODE, 'msbuild') || cut(entry, STAMP, '') || cut(entry, REPEATED, 'buildkit');
  if (first === 35 /* # */) return cut(entry, VERTEX, 'buildkit');
  if (first === 110 || first === 108) return npm(entry);
  return first === 67 && cut(entry, /^C\/C\+\+: /, 'ndk');
}

function level(entry: UnwrappedLine): boolean {
  const found = LEVEL.exec(entry.text);
  if (found === null) return false;
  const word = found[1] ?? '';
  entry.level = levelOf(word.toLowerCase());
  entry.wrapper = word === word.toLowerCase() ? 'sbt' : 'maven';
  entry.text = entry.text.slice(found[0].length);
  return true;
}

function levelOf(word: string): Entry['level'] {
  if (word === 'error' || word === 'severe') return 'error';
  if (word === 'fatal') return 'fatal';
  return word.startsWith('warn') ? 'warning' : 'info';
}

function task(entry: UnwrappedLine): boolean {
  const found = TASK.exec(entry.text) ?? ANY_TASK.exec(entry.text);
  if (found === null) return false;
  entry.wrapper = found[1] ?? '';
  entry.text = entry.text.slice(found[0].length);
  return true;
}

function npm(entry: UnwrappedLine): boolean {
  const found = NPM.exec(entry.text);
  if (found === null) return false;
  entry.wrapper = 'npm';
  entry.level = /^err/i.test(found[1] ?? '') ? 'error' : found[1] === 'notice' ? 'info' : 'warning';
  entry.text = entry.text.slice(found[0].length);
  return true;
}

function cut(entry: UnwrappedLine, pattern: RegExp, wrapper: string): boolean {
  const found = pattern.exec(entry.text);
  if (found === null || found[0].length === 0) return false;
  if (wrapper !== '') entry.wrapper = wrapper;
  entry.text = entry.text.slice(found[0].length);
  return true;
}
