import { type Finding, moderate } from '../rating.ts';
import { argumentsOf, has, operandsWithout } from './arguments.ts';
import { ratingOfReads, ratingOfWrite } from './files.ts';
import { worse } from './launchers.ts';
import type { Rule } from './rule.ts';

const VALUED = '-v -F -W -b -e -E -l --assign --field-separator --source';

/** Longest script that is read, in characters. */
const LONGEST = 8_192;

/** awk: a script that only reads is safe; of one that runs or writes, the texts in it are looked at as commands and files. */
export const awk: Rule = (command, context) => {
  const { places, script: line } = context;
  const args = argumentsOf(command);
  if (
    has(
      command,
      'fEliopDd',
      '--file',
      '--exec',
      '--load',
      '--include',
      '--pretty-print',
      '--profile',
      '--debug',
      '--dump-variables',
    )
  )
    return [moderate('it runs a script of awk that is not seen, or writes'), ...ratingOfReads(args, places)];
  const source = args.findIndex(({ text }) => text === '-e' || text === '--source');
  const [first, ...others] = operandsWithout(command, VALUED);
  const script = source === -1 ? first : args[source + 1];
  const files = source === -1 || !first ? others : [first, ...others];
  if (!script?.exact || script.text.length > LONGEST)
    return [moderate('its script is not known'), ...ratingOfReads(files, places)];
  const { code, strings } = readScript(script.text);
  const reads = ratingOfReads(files, places);
  const runs = /\bsystem\b|(?<!\|)\|(?!\|)|@/.test(code);
  const writes = />>|\bprintf?\b[^;}\n]*>/.test(code);
  if (!runs && !writes)
    return [...reads, ...ratingOfReads(/\bgetline\b/.test(code) ? strings.map(plainly) : [], places)];
  const findings: Finding[] = [moderate('its script may write a file or run a command'), ...reads];
  if (runs) findings.push(...worse(strings.flatMap((text) => line(text))));
  if (writes) findings.push(...worse(strings.map((text) => ratingOfWrite(plainly(text), places))));
  return findings;
};

const plainly = (text: string) => ({ text, exact: true, made: [] });

/** A script without its strings, patterns and comments, and the strings. A `/` is a pattern's where a value can not stand before it. */
function readScript(script: string): { code: string; strings: string[] } {
  const token = /"((?:[^"\\\n]|\\[\s\S])*)"|#[^\n]*|\/(?:[^/\\\n[]|\\.|\[\^?\]?[^\]\n]*\])+\/|[\s\S]/g;
  const strings: string[] = [];
  let code = '';
  for (let found = token.exec(script); found; found = token.exec(script)) {
    const [text, string] = found;
    if (string !== undefined) {
      strings.push(string.replaceAll(/\\(.)/gs, '$1'));
      code += '""';
    } else if (text.length > 1 && text.startsWith('/') && !startsPattern(code)) {
      // A division: only the sign is read, what follows begins anew.
      code += '/';
      token.lastIndex = found.index + 1;
    } else if (text.length > 1) code += text.startsWith('#') ? '' : '//';
    else code += text;
  }
  return { code, strings };
}

function startsPattern(code: string): boolean {
  const before = code.slice(-40).trimEnd();
  return (
    before === '' ||
    /[(,{};!&|~=?:+*<>-]$/.test(before) ||
    /(?:^|\W)(?:print|printf|return|in|case|else|do)$/.test(before)
  );
}
