import { isIrreplaceable } from '../paths.ts';
import { dangerous, denied, moderate } from '../rating.ts';
import { argumentsOf, has, nameOf, operands, optionValue } from './arguments.ts';
import { atLeast, ratingOfReads, ratingOfRemoval, ratingOfWrite, readsUnless } from './files.ts';
import { worse } from './launchers.ts';
import { network } from './network.ts';
import type { Rule } from './rule.ts';

/** A program that writes the files that it is given. */
const writesAll: Rule = (command, { places }) =>
  atLeast(
    operands(command).map((file) => ratingOfWrite(file, places)),
    moderate('it writes files'),
  );

/** A program that writes its last operand. */
const writesLast: Rule = (command, { places }) => {
  const files = operands(command);
  const target = optionValue(command, '-t', '--target-directory') ?? files.at(-1);
  return [
    ...(target ? [ratingOfWrite(target, places)] : [moderate('it writes files')]),
    ...ratingOfReads(files.slice(0, -1), places),
  ];
};

const rm: Rule = (command, { places }) => {
  const files = operands(command);
  if (has(command, '', '--no-preserve-root')) return [denied('it would remove the root')];
  return files.length === 0
    ? [has(command, 'rR', '--recursive') ? dangerous('it removes whole directories') : moderate('it removes files')]
    : ratingOfRemoval(files, has(command, 'rR', '--recursive'), places);
};

/** What is moved away is gone from where it was. */
const mv: Rule = (command, context) => [
  ...writesLast(command, context),
  ...ratingOfRemoval(operands(command).slice(0, -1), true, context.places).filter((one) => one.level === 'denied'),
];

const dd: Rule = (command, { places }) =>
  atLeast(
    argumentsOf(command).flatMap((arg) =>
      arg.text.startsWith('of=') ? [ratingOfWrite({ ...arg, text: arg.text.slice(3) }, places)] : [],
    ),
    moderate('it copies bytes'),
  );

const rights: Rule = (command, { places }) => {
  const whole = has(command, 'R', '--recursive');
  const files = operands(command).slice(1);
  if (/[ugo]*\+[rwxt]*s|^[2467]\d{3}$/.test(operands(command)[0]?.text ?? ''))
    return [dangerous('it gives a program another user’s rights')];
  if (whole && files.some((file) => isIrreplaceable(file, places)))
    return [denied('it would change the rights of the root, of a directory of the system or of the home')];
  if (whole) return [dangerous('it changes the rights of a whole tree')];
  const findings = files.map((file) => ratingOfWrite(file, places));
  return findings.some((one) => one.level === 'dangerous' || one.level === 'denied')
    ? findings
    : [moderate('it changes the rights of files', nameOf(command))];
};

/** Programs that write, move or remove the files that they are given. */
export const FILE_PROGRAMS: Readonly<Record<string, Rule>> = {
  rm,
  rmdir: writesAll,
  unlink: (command, { places }) => ratingOfRemoval(operands(command), false, places),
  shred: (command, { places }) => [
    dangerous('it destroys files'),
    ...operands(command).map((file) => ratingOfWrite(file, places)),
  ],
  truncate: (command, { places }) => [
    dangerous('it cuts files'),
    ...operands(command).map((file) => ratingOfWrite(file, places)),
  ],
  mv,
  cp: writesLast,
  ln: writesLast,
  install: writesLast,
  rsync: (command, context) => [
    ...writesLast(command, context),
    ...(has(command, '', '--delete') ? [dangerous('it removes what is not in the source')] : []),
    ...[optionValue(command, '-e', '--rsh'), optionValue(command, '--rsync-path', '--rsync-path')].flatMap((line) =>
      line ? worse(context.script(line.text)) : [],
    ),
    ...(operands(command).some(({ text }) => /^[^/]*:/.test(text)) ? network(command, context) : []),
  ],
  tee: writesAll,
  touch: writesAll,
  mkdir: writesAll,
  mktemp: () => [moderate('it writes a file', 'write temporary files')],
  mkfifo: writesAll,
  split: () => [moderate('it writes files here', 'write files here')],
  dd,
  chmod: rights,
  chown: rights,
  chgrp: rights,
  setfacl: rights,
  chattr: rights,
  xattr: readsUnless('wdc'),
};
