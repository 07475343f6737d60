import { type Finding, moderate } from '../rating.ts';
import { type Arg, exactly } from '../shell/command.ts';
import { argumentsOf } from './arguments.ts';
import { atLeast, ratingOfReads, ratingOfWrite } from './files.ts';
import type { Rule } from './rule.ts';

/** What a script of sed does besides printing: files that it writes or reads, command lines that it runs. */
interface SedScript {
  writes: string[];
  reads: string[];
  runs: string[];
}

/** Longest script that is read, in characters. */
const LONGEST = 16_384;

interface Arguments {
  scripts: Arg[];
  files: Arg[];
  inPlace: boolean;
  fromFile: boolean;
}

/** sed: files that its script writes, reads or runs are rated; `-i` writes what it is given. */
export const sed: Rule = (command, { places, script }) => {
  const { scripts, files, inPlace, fromFile } = argumentsRead(argumentsOf(command));
  const findings: Finding[] = [...ratingOfReads(files, places)];
  if (fromFile) findings.push(moderate('it runs a script of sed from a file'));
  if (inPlace)
    findings.push(
      ...atLeast(
        files.map((file) => ratingOfWrite(file, places)),
        moderate('it edits files in place'),
      ),
    );
  for (const one of scripts) {
    const read = one.text.length > LONGEST ? null : readScript(one.text);
    if (!read || (!one.exact && /[$`]\w|[$`][{(]/.test(one.text)))
      findings.push(moderate('its script is not known, or may write a file or run a command'));
    if (!read) continue;
    findings.push(...read.writes.map((file) => ratingOfWrite(exactly(file), places)));
    findings.push(...ratingOfReads(read.reads.map(exactly), places));
    for (const line of read.runs) findings.push(moderate('its script runs a command'), ...script(line));
  }
  return findings;
};

function argumentsRead(args: readonly Arg[]): Arguments {
  const found: Arguments = { scripts: [], files: [], inPlace: false, fromFile: false };
  const rest: Arg[] = [];
  let ended = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (!arg) break;
    const long = /^--(\w[\w-]*)(?:=(.*))?$/s.exec(arg.text);
    const short = /^-([nrsuzElabi]*)([efliI])?(.*)$/s.exec(arg.text);
    if (ended || arg.text === '-' || !arg.text.startsWith('-')) rest.push(arg);
    else if (arg.text === '--') ended = true;
    else if (long) {
      const value = long[2] === undefined ? args[at + 1] : { ...arg, text: long[2] };
      const name = long[1] ?? '';
      if (/^(?:ex|fi|line-l)/.test(name) && long[2] === undefined) at++;
      if (name.startsWith('ex') && value) found.scripts.push(value);
      if (name.startsWith('fi')) found.fromFile = true;
      if (name.startsWith('in')) found.inPlace = true;
    } else if (short) {
      const [, flags = '', option = '', value = ''] = short;
      if (flags.includes('i') || /[iI]/.test(option)) found.inPlace = true;
      if (option === 'f') found.fromFile = true;
      if (option === 'e') {
        const given = value === '' ? args[++at] : { ...arg, text: value };
        if (given) found.scripts.push(given);
      } else if (option === 'f' && value === '') at++;
    } else found.fromFile = true;
  }
  if (found.scripts.length === 0 && !found.fromFile) found.scripts.push(...rest.splice(0, 1));
  found.files.push(...rest);
  return found;
}

/** Reads a script as sed does (POSIX and GNU); null for one that it would not take, or that is not known here. */
function readScript(script: string): SedScript | null {
  const found: SedScript = { writes: [], reads: [], runs: [] };
  let at = 0;
  const skip = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [text = ''] = pattern.exec(script) ?? [];
    at += text.length;
    return text;
  };
  const address = (): boolean => {
    skip(/[ \t]*/y);
    if (skip(/\d+(?:~\d+)?|\$|[+~]\d+/y) !== '') return true;
    const custom = script[at] === '\\' && script[at + 1] !== '\n';
    if (!custom && script[at] !== '/') return true;
    if (custom) at++;
    const end = delimited(script, at);
    if (end === -1) return false;
    at = end;
    skip(/[IM]*/y);
    return true;
  };
  while (at < script.length) {
    skip(/[\s;]*/y);
    if (at >= script.length) break;
    if (!address()) return null;
    skip(/[ \t]*/y);
    if (script[at] === ',') {
      at++;
      if (!address()) return null;
    }
    skip(/[ \t!]*/y);
    const letter = script[at++] ?? '';
    if (letter === 's' || letter === 'y') {
      const middle = delimited(script, at);
      const end = middle === -1 ? -1 : delimited(script, middle - 1);
      if (end === -1) return null;
      at = end;
      const flags = skip(/[gpiImMe\d]*/y);
      // What is put in may become the command.
      if (flags.includes('e')) found.runs.push(script.slice(middle, end - 1));
      if (script[at] === 'w') {
        at++;
        found.writes.push(skip(/[^\n]*/y).trim());
      }
    } else if (letter === 'w' || letter === 'W') found.writes.push(skip(/[^\n]*/y).trim());
    else if (letter === 'r' || letter === 'R') found.reads.push(skip(/[^\n]*/y).trim());
    else if (letter === 'e') found.runs.push(skip(/[^\n]*/y).trim());
    else if (/[aic]/.test(letter)) skip(/(?:\\[\s\S]|[^\n\\])*/y);
    else if (/[:btT]/.test(letter)) skip(/[^;\n}]*/y);
    else if (/[lqQL]/.test(letter)) skip(/[ \t]*\d*/y);
    else if (letter === '#') skip(/[^\n]*/y);
    else if (!/[{}=dDgGhHnNpPxzF]/.test(letter)) return null;
  }
  return found;
}

/** The place behind the end of what the letter at `from` delimits; -1 where it does not end. */
function delimited(text: string, from: number): number {
  const end = text[from];
  if (end === undefined || end === '\n' || end === '\\') return -1;
  let inSet = false;
  for (let at = from + 1; at < text.length; at++) {
    const letter = text[at];
    if (letter === '\\') at++;
    else if (letter === '[' && !inSet && end !== '[') inSet = closes(text, at);
    else if (letter === ']') inSet = false;
    else if (letter === end && !inSet) return at + 1;
    else if (letter === '\n' && !inSet && end !== '\n') inSet = false;
  }
  return -1;
}

/** Whether a set that begins here ends before the text does: in `s/[/x/` it does not, and sed takes it for a mistake. */
function closes(text: string, from: number): boolean {
  return text.indexOf(']', from + 2) !== -1;
}
