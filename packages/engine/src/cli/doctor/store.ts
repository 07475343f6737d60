import { keptOutputs } from '../../memory/kept-outputs.ts';
import { plural, size } from '../../text/format.ts';
import { type Finding, ok, type Patient, warn } from './finding.ts';

/** Most damaged outputs that are named. */
const NAMED = 5;

/** What the store holds, and what in it is not as its record says. */
export function store({ home }: Patient): Finding[] {
  const { outputs, damaged } = keptOutputs(home, null);
  const sessions = new Set(outputs.map(({ session }) => session)).size;
  const bytes = outputs.reduce((sum, { record }) => sum + record.bytes, 0);
  const has = ok('store', `${plural(outputs.length, 'output')} of ${plural(sessions, 'session')}, ${size(bytes)}`);
  if (damaged.length === 0) return [has];
  const names = damaged.slice(0, NAMED).map(({ id, problem }) => `${id} (${problem})`);
  const more = damaged.length > NAMED ? `, and ${damaged.length - NAMED} more` : '';
  const found = `${plural(damaged.length, 'output')} can not be read: ${names.join(', ')}${more}`;
  return [has, warn('store', found, `They can be removed, with the .json beside them, in ${home}/output.`)];
}
