import { placesOf } from '../../exec/sandbox/places.ts';
import { Sandbox } from '../../exec/sandbox/sandbox.ts';
import { type Finding, ok, type Patient, warn } from './finding.ts';

/** Whether the model's commands are confined, or could be. */
export async function sandbox({ settings, directory, home }: Patient): Promise<Finding[]> {
  const { on, found, todo } = await new Sandbox(placesOf(directory, home, process.env)).state();
  if (settings.sandbox === 'off') {
    const could = on ? '; it would work here: wisp config set sandbox auto' : '';
    return [ok('sandbox', `off, by the settings${could}`)];
  }
  if (on) return [ok('sandbox', `${found} outside this directory, temporary files and the cache`)];
  return [warn('sandbox', `commands run unconfined: ${found}`, todo ?? 'Set it to off: wisp config set sandbox off')];
}
