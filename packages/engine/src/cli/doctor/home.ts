import { accessSync, constants, type Stats, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../../config/settings-file.ts';
import { size } from '../../text/format.ts';
import { broken, type Finding, ok, type Patient, warn } from './finding.ts';

/** What is in a home and nobody else should read. */
const PRIVATE = ['', 'config.json', 'output', 'live', 'logs', join('logs', 'audit.jsonl')];

/** Free bytes below which an output may not find room, and below which nothing does. */
const LITTLE = 256 * 1024 * 1024;
const NONE = 1024 * 1024;

/** The home directory: whose it is, who may read it, whether it can be written, and the room on its disk. */
export function home({ home: path }: Patient): Finding[] {
  const facts = statOf(path);
  const place = facts === null ? existing(path) : path;
  return [homeFinding(path, facts, place), ...disk(place)];
}

function homeFinding(path: string, facts: Stats | null, place: string): Finding {
  if (facts !== null && !facts.isDirectory())
    return broken('home', `${path} is no directory`, 'Move it away, or name another home with WISP_HOME.');
  const problem = notWritable(place);
  if (problem !== null) {
    const found = `${place} can not be written (${problem})`;
    return broken('home', found, 'Make it writable for you, or name another home with WISP_HOME.');
  }
  if (facts === null) return ok('home', `${path} is not there yet; it is made when something is kept`);
  const user = process.getuid?.();
  if (user !== undefined && facts.uid !== user) {
    const found = `${path} belongs to another user (${facts.uid}, you are ${user})`;
    return warn('home', found, `Take it over (chown -R ${user} ${path}), or name another home with WISP_HOME.`);
  }
  const open = PRIVATE.map((name) => join(path, name)).filter((one) => ((statOf(one)?.mode ?? 0) & 0o077) !== 0);
  if (open.length > 0) return warn('home', `others may read ${open.join(', ')}`, `Run: chmod -R go-rwx ${path}`);
  return ok('home', `${path}, for you alone`);
}

function disk(place: string): Finding[] {
  const { bavail, bsize } = statfsSync(place);
  const free = bavail * bsize;
  const found = `${size(free)} free for ${place}`;
  if (free < NONE) return [broken('disk', found, 'Make room: nothing can be kept.')];
  return [free < LITTLE ? warn('disk', found, 'Make room: an output takes up to 16 MiB.') : ok('disk', found)];
}

/** Why a directory can not be written; null when it can. */
function notWritable(path: string): string | null {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return codeOf(error);
  }
}

/** The facts of what is there; null when nothing is. What is behind a closed directory is as good as not there. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(codeOf(error))) return null;
    throw error;
  }
}

/** The nearest directory above that exists. */
function existing(path: string): string {
  const above = dirname(path);
  return statOf(above) !== null || above === path ? above : existing(above);
}
