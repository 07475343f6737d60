import { holdsHome } from '../paths.ts';
import { type Finding, moderate } from '../rating.ts';
import { argumentsOf, has, nameOf, operands, operandsWithout, optionValue } from './arguments.ts';
import { awk } from './awk.ts';
import { ratingOfReads, ratingOfWrite, readsUnless } from './files.ts';
import { worse } from './launchers.ts';
import type { Rule } from './rule.ts';
import { sed } from './sed.ts';

const VALUED =
  '-A -B -C -m -d -D -g -t -T -j -M --max-count --context --glob --type --include --exclude --exclude-dir --max-depth';

/** Looks for a pattern in files: the pattern is no file; one that goes through the whole home passes by credentials. */
const searches =
  (recurses: (command: Parameters<Rule>[0]) => boolean): Rule =>
  (command, { places, script }) => {
    const args = argumentsOf(command);
    const given = args.some(({ text }) =>
      /^(?:-[a-zA-Z]*[ef]|--regexp(?:=.*)?|--file(?:=.*)?|--files)$|^-e./.test(text),
    );
    const words = operandsWithout(command, `${VALUED} -e --regexp`);
    const files = given ? words : words.slice(1);
    const findings: Finding[] = ratingOfReads(files, places);
    const from = optionValue(command, '-f', '--file');
    if (from) findings.push(...ratingOfReads([from], places));
    if (recurses(command) && files.some((file) => holdsHome(file, places)))
      findings.push(moderate('it reads everything below the home, credentials too'));
    for (const name of ['--pre', '--hostname-bin', '--pager']) {
      const runs = optionValue(command, name, name);
      if (runs) findings.push(moderate(`${nameOf(command)} with ${name} runs a program`), ...worse(script(runs.text)));
    }
    return findings;
  };

const grep = searches((command) => has(command, 'rR', '--recursive', '--dereference-recursive', '--directories'));
const ripgrep = searches((command) => has(command, 'u.', '--hidden', '--unrestricted', '--no-ignore'));

/** Compresses or unpacks in place, unless it prints or tests. */
const packs: Rule = (command, { places }) => {
  const files = operands(command);
  const prints = argumentsOf(command).some(({ text }) => /^-[dfknqv\d]*[clt]/.test(text));
  if (
    prints ||
    has(command, '', '--stdout', '--to-stdout', '--list', '--test') ||
    (files.length === 0 && command.upstream.length > 0)
  )
    return ratingOfReads(files, places);
  return files.map((file) => ratingOfWrite(file, places));
};

/** A second operand is a file to write: `uniq IN OUT`, `xxd -r IN OUT`. */
const writesSecond: Rule = (command, { places }) => {
  const [input, output] = operandsWithout(command, '-f -s -w -l -c -g -n -o -R');
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
  grep,
  egrep: grep,
  fgrep: grep,
  rg: ripgrep,
  ag: ripgrep,
  gzip: packs,
  gunzip: packs,
  bzip2: packs,
  bunzip2: packs,
  xz: packs,
  unxz: packs,
  zstd: packs,
  unzstd: packs,
  sdiff: readsUnless('o', '--output'),
  cloc: readsUnless(
    '',
    '--extract-with',
    '--report-file',
    '--out',
    '--sum-reports',
    '--write-lang-def',
    '--ignored',
    '--counted',
  ),
  bat: readsUnless('', '--pager', '--paging'),
  delta: readsUnless(''),
  jq: readsUnless(''),
  yq: readsUnless('is', '--inplace', '--in-place', '--split-exp'),
  xmllint: readsUnless('', '--output', '--shell'),
  tree: readsUnless('o'),
  file: readsUnless('C', '--compile'),
};
