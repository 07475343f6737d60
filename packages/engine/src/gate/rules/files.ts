import { isIrreplaceable, mayBeCredential, type Places, pathsOf, placeOf } from '../paths.ts';
import { dangerous, denied, type Finding, moderate, safe } from '../rating.ts';
import type { Arg, SimpleCommand } from '../shell/command.ts';
import { argumentsOf, has, nameOf } from './arguments.ts';
import type { Rule } from './rule.ts';

/** What an approval of writes below the launch directory remembers. */
const HERE = 'write files here';

/** The rating of a file that would be written. */
export function ratingOfWrite(file: Arg, places: Places): Finding {
  switch (placeOf(file, places)) {
    case 'harmless':
      return safe('it writes to no file');
    case 'inside':
      return moderate(`it writes ${clip(file.text)}`, HERE);
    case 'temporary':
      return moderate(`it writes ${clip(file.text)}`, 'write temporary files');
    case 'outside':
      return moderate(`it writes ${clip(file.text)}, outside the directory that wisp was started in`);
    case 'unknown':
      return moderate(`it writes a file whose path can not be told: ${clip(file.text)}`);
    case 'startup':
      return dangerous(`it writes ${clip(file.text)}, which decides what runs later`);
    case 'hooks':
      return dangerous(`it writes ${clip(file.text)}, which git runs`);
    case 'system':
      return dangerous(`it writes ${clip(file.text)}, a file of the system`);
    case 'device':
      return denied(`it writes to the device ${clip(file.text)}`);
    case 'wisp':
      return denied('it would change what wisp keeps: its approvals, its settings, its log');
  }
}

/** The rating of files that would be read: credentials are asked about, and what bash reads from the network. */
export function ratingOfReads(files: readonly Arg[], places: Places): Finding[] {
  if (files.some((file) => /^\/dev\/(?:tcp|udp)\//.test(file.text))) return [moderate('it uses the network')];
  const device = files.find((file) => placeOf(file, places) === 'device');
  if (device) return [moderate(`it reads the device ${clip(device.text)}`)];
  const found = files.find(
    (file) => mayBeCredential(file, places) || file.made.some((one) => namesCredential(one, places)),
  );
  return found ? [moderate(`it may read credentials: ${clip(found.text)}`)] : [];
}

/** Whether a command is told to look for credentials: `find . -name .env`. */
export function namesCredential({ words }: SimpleCommand, places: Places): boolean {
  return words.slice(1).some((word) => mayBeCredential(word, places));
}

/** The rating of files that would be removed; `whole`: directories with all that is in them. */
export function ratingOfRemoval(files: readonly Arg[], whole: boolean, places: Places): Finding[] {
  return files.map((file) => {
    const place = placeOf(file, places);
    if (place === 'wisp') return ratingOfWrite(file, places);
    if (whole && isIrreplaceable(file, places))
      return denied('it would remove the root, a directory of the system or the home');
    if (whole) return dangerous(`it removes ${clip(file.text)} with all that is in it`);
    if (place === 'inside' && file.exact) return moderate(`it removes ${clip(file.text)}`, 'remove files here');
    return place === 'temporary'
      ? moderate(`it removes ${clip(file.text)}`)
      : dangerous(`it removes ${clip(file.text)}`);
  });
}

/** Files that the redirections of a command open. */
export function ratingOfRedirections(command: SimpleCommand, places: Places): Finding[] {
  const reads = command.opens.filter((one) => one.mode === 'read').map((one) => one.file);
  const writes = command.opens.filter((one) => one.mode === 'write').map((one) => ratingOfWrite(one.file, places));
  return [...writes.filter((one) => one.level !== 'safe'), ...ratingOfReads(reads, places)];
}

/** What an approval of running a script remembers: the script wherever the line stands, not another of its name. */
export function scriptPattern(program: string, file: Arg, places: Places): string | undefined {
  const [path] = pathsOf(file.text, places);
  return file.exact && path !== undefined ? `${program} ${path}`.trim() : undefined;
}

export function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** The findings, or this one when there are none. */
export function atLeast(findings: Finding[], floor: Finding): Finding[] {
  return findings.length === 0 ? [floor] : findings;
}

/** A program that only reads, unless one of these options is there: then it writes or runs something. */
export const readsUnless =
  (letters: string, ...names: string[]): Rule =>
  (command, { places }) => [
    ...(has(command, letters, ...names)
      ? [moderate(`${nameOf(command)} with this option writes or runs something`)]
      : []),
    ...ratingOfReads(argumentsOf(command), places),
  ];
