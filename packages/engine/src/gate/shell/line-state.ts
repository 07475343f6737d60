import { resolve } from 'node:path';
import { type Arg, exactly, NOWHERE, type SetVariable } from './command.ts';

/** Directories that a command may run in, after a few `cd`. */
const MOST = 5;

/** Longest value of a variable that is followed, and longest path of a directory, in characters. */
const LONGEST_VALUE = 4_096;
const LONGEST_PATH = 1_024;

/** What the commands of a line change for those behind them: where they run, and what variables hold. */
export class LineState {
  readonly #home: string;
  #directories: readonly string[];
  #variables: ReadonlyMap<string, Arg>;

  constructor(home: string, directories: readonly string[], variables: ReadonlyMap<string, Arg>) {
    this.#home = home;
    this.#directories = directories;
    this.#variables = variables;
  }

  /** Where the next command may run, the most likely first. */
  get directories(): readonly string[] {
    return this.#directories;
  }

  get directory(): string {
    return this.#directories[0] ?? NOWHERE;
  }

  get variables(): ReadonlyMap<string, Arg> {
    return this.#variables;
  }

  /** Another process: where it goes and what it sets is over with it. */
  apart(read: () => void): void {
    const [directories, variables] = [this.#directories, this.#variables];
    read();
    this.#directories = directories;
    this.#variables = variables;
  }

  /** The body of a function: it has arguments of its own, which are not known. */
  called(read: () => void): void {
    const given = this.#variables;
    this.#variables = new Map([...given].filter(([name]) => !/^[@*\d]$/.test(name)));
    read();
    this.#variables = new Map([...this.#variables, ...[...given].filter(([name]) => /^[@*\d]$/.test(name))]);
  }

  /** A list of `&&` and `||`. `cd x && y`: y runs in x alone; what comes after may run where all began. */
  list(parts: readonly { read: () => void; operator: string | undefined }[]): void {
    const began = this.#directories;
    for (const { read, operator } of parts) {
      const before = this.#directories;
      read();
      if (operator === '||') this.#directories = union(this.#directories, began);
      else if (operator === '&&' && this.#directories !== before) this.#directories = this.#directories.slice(0, 1);
    }
    this.#directories = union(this.#directories, began);
  }

  /** Takes up what a command changes of where the next one runs, and of its arguments. */
  follow(words: readonly Arg[]): void {
    const [program, ...rest] = /^(?:command|builtin)$/.test(words[0]?.text ?? '') ? words.slice(1) : words;
    if (program?.text === 'cd' || program?.text === 'pushd') this.#go(rest);
    else if (program?.text === 'set' && rest.some(({ text }) => text === '--')) {
      const values = rest.slice(rest.findIndex(({ text }) => text === '--') + 1);
      this.#variables = new Map([...this.#variables, ...positional(values)]);
    }
  }

  /** What a variable was set to: a word that names it is still not exact, since a loop may run it before. */
  remember(set: readonly SetVariable[]): void {
    if (set.length === 0) return;
    const variables = new Map(this.#variables);
    for (const { name, value } of set) {
      if (value && value.text.length <= LONGEST_VALUE) variables.set(name, value);
      else variables.delete(name);
    }
    this.#variables = variables;
  }

  #go(rest: readonly Arg[]): void {
    const target = rest.find(({ text }) => !/^-[PLe@-]+$/.test(text)) ?? exactly(this.#home);
    if (target.text === '-') return;
    const path = target.exact ? resolve(this.directory, target.text) : NOWHERE;
    const to = path.length > LONGEST_PATH ? NOWHERE : path;
    this.#directories = [to, ...this.#directories.filter((one) => one !== to)].slice(0, MOST);
  }
}

/** `$1`, `$2`, …, `$@` and `$*` of these words. */
export function positional(values: readonly Arg[]): [string, Arg][] {
  const text = values.map((one) => one.text).join(' ');
  const all: Arg = { text, exact: false, made: values.flatMap((one) => one.made) };
  return [['@', all], ['*', all], ...values.slice(0, 9).map((one, i): [string, Arg] => [String(i + 1), one])];
}

/** `a`, and what of `b` is not in it. */
function union(a: readonly string[], b: readonly string[]): readonly string[] {
  const more = b.filter((one) => !a.includes(one));
  return more.length === 0 ? a : [...a, ...more].slice(0, MOST);
}
