import { arch, platform } from 'node:os';
import { environmentSettings } from '../../config/environment.ts';
import { VERSION } from '../../config/version.ts';
import { plural } from '../../text/format.ts';
import { broken, type Finding, ok, type Patient } from './finding.ts';

/** Which wisp this is, and the file of settings. */
export function settings({ loaded: { path, file, problems }, env }: Patient): Finding[] {
  const wisp = ok('wisp', `${VERSION} on Node ${process.versions.node} (${platform()}, ${arch()})`);
  if (problems.length > 0) {
    const todo = 'Correct the file, or use: wisp config set KEY VALUE, wisp config unset KEY.';
    return [wisp, ...problems.map((problem) => broken('settings', problem, todo))];
  }
  const count = leaves(file);
  const above = environmentSettings(env).map(({ variable }) => variable);
  const said = count === 0 ? `all by default (${path})` : `${plural(count, 'setting')} in ${path}`;
  return [wisp, ok('settings', above.length === 0 ? said : `${said}; above it: ${above.join(', ')}`)];
}

function leaves(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner: unknown) => sum + leaves(inner), 0);
}
