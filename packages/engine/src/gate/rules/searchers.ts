import { holdsHome, isIrreplaceable, type Places } from '../paths.ts';
import { type Finding, moderate, safe } from '../rating.ts';
import { type Arg, exactly, ranBy } from '../shell/command.ts';
import { printedBy } from '../shell/printed.ts';
import { argumentsOf, fromOperand, nameOf, operands } from './arguments.ts';
import { namesCredential, ratingOfReads, ratingOfRemoval, ratingOfWrite } from './files.ts';
import { NAMES_ONLY } from './names.ts';
import type { Rule } from './rule.ts';

/** An argument that is added, and that nobody knows before. */
const FOUND: Arg = { text: '$FOUND', exact: false, made: [] };

/** Places where a search begins that a command is rated for. */
const STARTS = 8;

const HOME_READ = 'it reads files anywhere below the home, credentials too';

const xargs: Rule = (command, context) => {
  const rest = fromOperand(
    argumentsOf(command),
    '-n -L -P -s -E -a -d -I -J -R -S --max-args --max-lines --max-procs --max-chars --arg-file --delimiter --process-slot-var --eof',
  );
  if (rest.length === 0) return [];
  const [only, ...more] = command.upstream;
  const said = only && more.length === 0 ? printedBy(only) : null;
  const given = said === null ? [FOUND] : said.split(/\s+/).map((text) => ({ ...exactly(text), exact: false }));
  const findings = context.inner({ ...ranBy(command, [...rest, ...given]), upstream: command.upstream });
  const names = command.upstream.filter((one) => /^(?:find|gfind|fd|fdfind|ls|rg|grep)$/.test(nameOf(one)));
  const home = names.some((one) => operands(one).some((file) => holdsHome(file, context.places)));
  if (NAMES_ONLY.has(rest[0]?.text ?? '')) return findings;
  if (names.some((one) => namesCredential(one, context.places))) findings.push(moderate('it may read credentials'));
  return home ? [...findings, moderate(HOME_READ)] : findings;
};

const EXECUTES = /^-(?:exec|execdir|ok|okdir)$/;

const find: Rule = (command, context) => {
  const { places } = context;
  const args = argumentsOf(command);
  const from = starts(args);
  const picks = isPicky(args);
  const findings: Finding[] = [...ratingOfReads(from, places)];
  for (const [index, { text }] of args.entries()) {
    if (EXECUTES.test(text)) {
      const end = args.findIndex((one, at) => at > index && (one.text === ';' || one.text === '+'));
      const words = args.slice(index + 1, end === -1 ? undefined : end);
      const gravest = [...from.filter((one) => isIrreplaceable(one, places)), ...from].slice(0, STARTS);
      for (const start of gravest) {
        // Without a condition on names what is found is where the search began as well.
        const found = { ...start, text: picks ? `${start.text}/$FOUND` : start.text, exact: false };
        for (const filled of ways(words, found)) findings.push(...context.inner(ranBy(command, filled)));
      }
      if (!NAMES_ONLY.has(words[0]?.text ?? '')) {
        if (from.some((file) => holdsHome(file, places))) findings.push(moderate(HOME_READ));
        if (namesCredential({ ...command, words: args.slice(0, index) }, places))
          findings.push(moderate('it may read credentials'));
      }
    }
    if (text === '-delete') findings.push(...removed(from, picks, places));
    const file = args[index + 1];
    if (/^-fl?s$|^-fprint/.test(text) && file) findings.push(ratingOfWrite(file, places));
    if (text === '-files0-from' && file) findings.push(...ratingOfReads([file], places));
  }
  return findings;
};

/** `{}` as a word is what was found; within a word it is so for some programs, and not for others. */
function ways(words: readonly Arg[], found: Arg): Arg[][] {
  const alone = words.map((one) => (one.text === '{}' ? found : one));
  if (!alone.some(({ text }) => text.includes('{}'))) return [alone];
  return [alone, alone.map((one) => ({ ...one, text: one.text.replaceAll('{}', found.text), exact: false }))];
}

function removed(from: readonly Arg[], picks: boolean, places: Places): Finding[] {
  return ratingOfRemoval(
    picks ? from.map((one) => ({ ...one, text: `${one.text}/$FOUND`, exact: false })) : from,
    true,
    places,
  );
}

/** Whether the search is for names that say something, and for nothing else. */
function isPicky(args: readonly Arg[]): boolean {
  const texts = args.map((one) => one.text);
  if (texts.some((text) => /^(?:!|-not|-o|-or|,)$/.test(text))) return false;
  return texts.some(
    (text, at) => /^-i?(?:name|path|wholename|regex)$/.test(texts[at - 1] ?? '') && /[\w-]{2}/.test(text),
  );
}

/** Where a search begins. */
function starts(args: readonly Arg[]): readonly Arg[] {
  const all = args.filter(({ text }) => !/^-(?:[HLP]|O\d|D)$/.test(text));
  const first = all.findIndex(({ text }) => /^[-(!]/.test(text));
  const paths = all.slice(0, first === -1 ? undefined : first);
  return paths.length === 0 ? [exactly('.')] : paths;
}

/** `-x CMD` of fd: the arguments behind it are a command. */
const fd: Rule = (command, context) => {
  const args = argumentsOf(command);
  const at = args.findIndex(({ text }) => /^(?:-[a-zA-Z]*[xX]|--exec(?:-batch)?(?:=|$))/.test(text));
  if (at === -1) return [safe()];
  const given = /^(?:-[a-zA-Z]*?[xX]|--exec(?:-batch)?=?)(.*)$/s.exec(args[at]?.text ?? '')?.[1] ?? '';
  const words = [...(given === '' ? [] : [exactly(given)]), ...args.slice(at + 1), FOUND];
  const findings = context.inner(ranBy(command, words));
  return args.some((file) => holdsHome(file, context.places)) ? [...findings, moderate(HOME_READ)] : findings;
};

/** Programs that look for files and run others on what they find. */
export const SEARCHERS: Readonly<Record<string, Rule>> = { xargs, find, gfind: find, fd, fdfind: fd };
