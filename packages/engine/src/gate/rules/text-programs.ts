import { moderate } from '../rating.ts';
import { argumentsOf, has, operands, optionValue } from './arguments.ts';
import { atLeast, ratingOfReads, ratingOfWrite, readsUnless } from './files.ts';
import type { Rule } from './rule.ts';

/** Scripts of sed that write files (w, W), run commands (e, the e flag) or edit in place. */
const sed: Rule = (command, { places }) => {
  if (has(command, 'i', '--in-place')) {
    const files = operands(command).slice(has(command, 'ef', '--expression', '--file') ? 0 : 1);
    return atLeast(
      files.map((file) => ratingOfWrite(file, places)),
      moderate('it edits files in place'),
    );
  }
  if (argumentsOf(command).some((one) => writesOrRuns(one.text))) {
    return [moderate('its script may write a file or run a command')];
  }
  if (has(command, 'f', '--file')) return [moderate('it runs a script of sed')];
  return ratingOfReads(operands(command).slice(1), places);
};

/** True for a script of sed with a `w`, `W` or `e` command, or with such a flag of `s`. */
function writesOrRuns(script: string): boolean {
  let flagged = false;
  // What is looked for and put in is text: letters there are no commands.
  const commands = script.replace(
    /([sy])([^\w\s\\])(?:\\.|(?!\2)[^\\\n])*\2(?:\\.|(?!\2)[^\\\n])*\2([a-zA-Z\d]*)/g,
    (_, letter: string, __, flags: string) => {
      if (letter === 's' && /[ew]/.test(flags)) flagged = true;
      return '';
    },
  );
  return flagged || /(?:^|[;{\n}\d$/!])\s*(?:[wW]\s+\S|e(?:\s|$))/.test(commands);
}

const awk: Rule = (command, { places }) => {
  const [script, ...files] = operands(command);
  if (has(command, 'f', '--file')) return [moderate('it runs a script of awk')];
  if (has(command, 'i', '--include') || !script?.exact) return [moderate('its script is not known or edits files')];
  if (/\bsystem\s*\(|\||>>|\bprintf?\b[^;}]*>/.test(script.text.replace(/"[^"]*"/g, '""').replaceAll('||', ''))) {
    return [moderate('its script may write a file or run a command')];
  }
  return ratingOfReads(files, places);
};

/** A second operand is a file to write: `uniq IN OUT`, `xxd -r IN OUT`. */
const writesSecond: Rule = (command, { places }) => {
  const [input, output] = operands(command);
  return [...(output ? [ratingOfWrite(output, places)] : []), ...ratingOfReads(input ? [input] : [], places)];
};

/** Programs that read text and have a way to write or run something. */
export const TEXT_PROGRAMS: Readonly<Record<string, Rule>> = {
  sed,
  gsed: sed,
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
  sort: (command, context) => {
    const file = optionValue(command, '-o', '--output');
    return [
      ...(file ? [ratingOfWrite(file, context.places)] : []),
      ...readsUnless('', '--compress-program')(command, context),
    ];
  },
  uniq: writesSecond,
  xxd: writesSecond,
  rg: readsUnless('', '--pre', '--hostname-bin'),
  ag: readsUnless('', '--pager'),
  bat: readsUnless('', '--pager', '--paging'),
  delta: readsUnless(''),
  jq: readsUnless(''),
  yq: readsUnless('i', '--inplace', '--in-place', '--split-exp'),
  xmllint: readsUnless('', '--output', '--shell'),
  tree: readsUnless('o'),
  file: readsUnless('C', '--compile'),
};
