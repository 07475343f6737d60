import type { Arg, SimpleCommand } from '../shell/command.ts';

/** The arguments of a command, without its program. */
export function argumentsOf(command: SimpleCommand): readonly Arg[] {
  return command.words.slice(1);
}

/** True when one of these options is among the arguments: `--name`, `--name=value`, or a letter of a group such as `-abc`. */
export function has(command: SimpleCommand, letters: string, ...names: string[]): boolean {
  return argumentsOf(command).some(({ text }) => {
    if (/^--[\w-]/.test(text)) {
      const [name = ''] = text.split('=');
      // Programs of GNU take any beginning of a name that is clear.
      return names.some((one) => one === name || (name.length >= 5 && one.startsWith(name)));
    }
    return /^-[^-]/.test(text) && [...letters].some((letter) => text.slice(1).includes(letter));
  });
}

/** Arguments that are no options: files, verbs, names. After `--` every argument is one. */
export function operands(command: SimpleCommand): Arg[] {
  const all = argumentsOf(command);
  const end = all.findIndex(({ text }) => text === '--');
  return all.filter(({ text, exact }, index) => {
    if (end !== -1 && index > end) return true;
    return index !== end && (!text.startsWith('-') || (text === '-' && exact));
  });
}

/** Operands, the values of these options left out: `grep -A 3 word file` has two. */
export function operandsWithout(command: SimpleCommand, valued: string): Arg[] {
  const takes = new Set(valued.split(' '));
  const found: Arg[] = [];
  const args = argumentsOf(command);
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (!arg) break;
    if (arg.text === '--') return [...found, ...args.slice(at + 1)];
    if (takes.has(arg.text)) at++;
    else if (!arg.text.startsWith('-') || arg.text === '-') found.push(arg);
  }
  return found;
}

/** What a program with verbs is told to do. */
export interface Verb {
  verb: string;
  /** The word after the verb, and all arguments behind the verb. */
  sub: string;
  rest: readonly Arg[];
  /** False when an option before the verb may have taken a word: then the word after it may be the verb. */
  sure: boolean;
}

/** The verb of a command; `valued` are the options before it that are known to take a value. */
export function verbOf(command: SimpleCommand, valued = ''): Verb {
  const args = argumentsOf(command).filter((one, i) => i > 0 || !one.text.startsWith('+'));
  const from = fromOperand(args, valued);
  const before = args.slice(0, args.length - from.length);
  const takes = new Set(valued.split(' '));
  const last = before.at(-1)?.text ?? '';
  const known = before.length < 2 ? '' : (before.at(-2)?.text ?? '');
  const sure = !last.startsWith('-') || last.includes('=') || last === '--' || takes.has(known) || isFlag(last);
  const [verb, ...rest] = from;
  const sub = rest.find(({ text }) => !text.startsWith('-'));
  return { verb: verb?.text ?? '', sub: sub?.text ?? '', rest, sure: sure || verb === undefined };
}

/** Options of every kind of program that take no value. */
function isFlag(text: string): boolean {
  return /^(?:-[qsvVyhd]|-[a-zA-Z]\d+|--(?:quiet|silent|verbose|yes|debug|json|no-[\w-]+|offline|locked|frozen|global|user|system|now|all))$/.test(
    text,
  );
}

/**
 * The arguments from the first operand on, options with a value of their own in `valued` passed over (`-n 5`, `--name x`);
 * the operand itself included.
 */
export function fromOperand(args: readonly Arg[], valued: string): readonly Arg[] {
  const takes = new Set(valued.split(' ').filter((one) => one !== ''));
  let at = 0;
  while (at < args.length) {
    const { text = '' } = args[at] ?? {};
    if (text === '--') return args.slice(at + 1);
    if (!text.startsWith('-') || text === '-') break;
    at += takes.has(text) ? 2 : 1;
  }
  return args.slice(at);
}

/** Name of a program: the last part of its path. */
export function programName(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1);
}

/** Name of the program of a command. */
export function nameOf(command: SimpleCommand): string {
  return programName(command.words[0]?.text ?? '');
}

/** The value of an option: `-o FILE`, `-oFILE`, `--output FILE`, `--output=FILE`. */
export function optionValue(command: SimpleCommand, short: string, long: string): Arg | null {
  const args = argumentsOf(command);
  for (const [index, arg] of args.entries()) {
    if (arg.text === short || arg.text === long) return args[index + 1] ?? null;
    if (arg.text.startsWith(`${long}=`)) return { ...arg, text: arg.text.slice(long.length + 1) };
    if (arg.text.startsWith(short) && !arg.text.startsWith('--') && arg.text.length > short.length)
      return { ...arg, text: arg.text.slice(short.length) };
  }
  return null;
}
