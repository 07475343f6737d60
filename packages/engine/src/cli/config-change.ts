import { type Change, changeSetting, removeSetting } from '../config/change.ts';

/** Exit code of a key or a value that there is not. */
const USAGE = 2;

/** `wisp config set KEY VALUE`: writes one setting into the file and leaves the rest of it as it is. */
export async function setConfig(home: string, key: string, given: string): Promise<number> {
  return tell('set', changeSetting(home, key, given, process.env));
}

/** `wisp config unset KEY`: takes one setting, or a key that none has, out of the file. */
export async function unsetConfig(home: string, key: string): Promise<number> {
  return tell('unset', removeSetting(home, key));
}

function tell(command: string, { done, usage, lines }: Change): number {
  const prefix = done ? '' : `wisp config ${command}: `;
  process.stderr.write(lines.map((line) => `${prefix}${line}\n`).join(''));
  return done ? 0 : usage ? USAGE : 1;
}
