import { type Dirent, opendirSync, statSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, relative } from 'node:path';
import { nearest } from '../../config/suggest.ts';
import { errorCode } from '../../text/error-code.ts';
import { clip, grouped, plural } from '../../text/format.ts';
import { named } from '../named.ts';

/** Entries of a directory that are looked at, and named. */
const MOST = 2_000;
const NAMED = 40;
const NAME_BYTES = 60;

interface Listing {
  entries: readonly Dirent[];
  /** Whether there are more than were looked at. */
  more: boolean;
}

/** What a directory has, in one sentence within `room` bytes: ` It has 3 entries: a.ts, lib/, z.ts.` */
export function directoryInShort(path: string, room: number): string {
  const listing = listed(path);
  if (!listing) return ' It can not be listed.';
  const { entries, more } = listing;
  if (entries.length === 0) return ' It is empty.';
  const head = ` It has ${more ? `more than ${grouped(MOST)} entries` : plural(entries.length, 'entry').replace('entrys', 'entries')}: `;
  const names: string[] = [];
  let left = room - Buffer.byteLength(head) - 32;
  for (const entry of entries.slice(0, NAMED)) {
    const name = clip(named(entry.name), NAME_BYTES) + (entry.isDirectory() ? '/' : '');
    left -= Buffer.byteLength(name) + 2;
    if (left < 0) break;
    names.push(name);
  }
  const rest = entries.length - names.length;
  const others = more ? ', …' : rest > 0 ? ` and ${grouped(rest)} more` : '';
  return `${head}${names.join(', ')}${others}.`;
}

/**
 * What stands near a file that is not there: ` There is src/agent.ts.` Empty when nothing is near. `asked` is as the call named
 * it, from `directory`; what is near is named in the same way.
 */
export function nearbyInShort(path: string, asked: string, directory: string): string {
  const shown = (place: string) => named(isAbsolute(asked) ? place : relative(directory, place) || '.');
  const parent = dirname(path);
  const listing = listed(parent);
  if (!listing) return missingParent(parent, shown);
  const near = nearestName(
    basename(path),
    listing.entries.map((entry) => entry.name),
  );
  return near === null ? '' : ` There is ${shown(join(parent, near))}.`;
}

/** The name that was meant: the same with another ending, or one that is spelt nearly so. */
function nearestName(wanted: string, names: readonly string[]): string | null {
  const stem = (name: string) => basename(name, extname(name)).toLowerCase();
  return nearest(wanted, names) ?? names.find((name) => stem(name) === stem(wanted)) ?? null;
}

/** Names the nearest directory above that is there: the path went wrong after it. */
function missingParent(path: string, shown: (place: string) => string): string {
  let at = path;
  while (!isDirectory(at) && dirname(at) !== at) at = dirname(at);
  const missing =
    path
      .slice(at.length)
      .split('/')
      .find((part) => part !== '') ?? '';
  const near = nearest(
    missing,
    (listed(at)?.entries ?? []).filter((entry) => entry.isDirectory()).map((entry) => entry.name),
  );
  const there = near === null ? '' : `, but ${shown(join(at, near))}`;
  return ` There is no directory ${shown(join(at, missing))}${there}.`;
}

/** The entries of a directory by name; null when it can not be listed. */
function listed(path: string): Listing | null {
  try {
    const directory = opendirSync(path);
    try {
      const entries: Dirent[] = [];
      for (let entry = directory.readSync(); entry; entry = directory.readSync()) {
        if (entries.length === MOST) return { entries: sorted(entries), more: true };
        entries.push(entry);
      }
      return { entries: sorted(entries), more: false };
    } finally {
      directory.closeSync();
    }
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return null;
  }
}

const sorted = (entries: Dirent[]): Dirent[] => entries.sort((a, b) => (a.name < b.name ? -1 : 1));

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
