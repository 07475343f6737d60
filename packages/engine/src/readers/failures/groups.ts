import type { Failure, FailureGroup } from '../line.ts';
import { isLinter } from './linters.ts';

/** What grouping needs of a failure beside the failure itself. */
export interface Grouped {
  failure: Failure;
  subject: string | null;
  poison: boolean;
  /** How often the same was printed again. */
  repeats: number;
}

/** Errors of one file that each get a group: two errors in one file are usually independent, twenty are not. */
const LEADS_A_FILE = 3;
const COLLECTION =
  /ImportError|ModuleNotFoundError|SyntaxError|Cannot find module|failed to run|error collecting|compil/i;

/**
 * Sets `group` of every failure and gives the groups, leads in order: a later failure belongs to an earlier one that names
 * the same missing symbol or module, that spoilt the same file, or that is the same test failure under another name. Linters'
 * findings make a group a file. `count` is how many later ones, repeats included, a lead set off.
 */
export function groupFailures(failures: readonly Grouped[]): FailureGroup[] {
  const groups: FailureGroup[] = [];
  const byKey = new Map<string, number>();
  const leadsOfFile = new Map<string, number>();
  failures.forEach((item, index) => {
    const keys = keysOf(item, leadsOfFile);
    let at = keys.map((key) => byKey.get(key)).find((known) => known !== undefined);
    if (at === undefined) {
      at = groups.push({ lead: index, count: 0, label: labelOf(item) }) - 1;
      if (item.failure.file !== null) {
        const file = fileKey(item.failure);
        leadsOfFile.set(file, (leadsOfFile.get(file) ?? 0) + 1);
      }
    } else count(groups, at, 1);
    count(groups, at, item.repeats);
    item.failure.group = at;
    remember(item, keys, at, byKey);
  });
  return collectionFirst(groups, failures);
}

function count(groups: FailureGroup[], at: number, more: number): void {
  const group = groups[at];
  if (group !== undefined) group.count += more;
}

/** What an earlier failure must have left for this one to belong to it, the strongest first. */
function keysOf(item: Grouped, leadsOfFile: ReadonlyMap<string, number>): string[] {
  const { failure } = item;
  const keys: string[] = [];
  if (item.subject !== null) keys.push(`subject ${item.subject}`);
  if (failure.test !== null) {
    const masked = mask(failure.message);
    if (masked.length >= 12) keys.push(`test ${failure.tool} ${masked}`);
    return keys;
  }
  if (failure.message.length >= 12) keys.push(`message ${failure.tool} ${failure.message}`);
  if (failure.file === null) return keys;
  const file = fileKey(failure);
  keys.push(`spoilt ${file}`);
  if (isLinter(failure)) keys.push(`linted ${file}`);
  if ((leadsOfFile.get(file) ?? 0) >= LEADS_A_FILE) keys.push(`last ${file}`);
  return keys;
}

function remember(item: Grouped, keys: readonly string[], at: number, byKey: Map<string, number>): void {
  for (const key of keys) {
    if (/^(?:subject|test|message|linted) /.test(key) && !byKey.has(key)) byKey.set(key, at);
  }
  const { failure } = item;
  if (failure.file === null || failure.test !== null) return;
  const file = fileKey(failure);
  if (item.poison && !isLinter(failure) && !byKey.has(`spoilt ${file}`)) byKey.set(`spoilt ${file}`, at);
  byKey.set(`last ${file}`, at);
}

/** Paths of Windows differ in case between the tools of one build. */
function fileKey(failure: Failure): string {
  const file = failure.file ?? '';
  return /^[A-Za-z]:|\\/.test(file) ? file.toLowerCase() : file;
}

/** A message without what differs between runs of the same failure. */
function mask(message: string): string {
  return message.replace(/0x[\da-f]+|\d+(?:\.\d+)?/gi, '#').replace(/(?:[A-Za-z]:)?[\\/][\w./\\@+-]+/g, '/');
}

function labelOf(item: Grouped): string {
  const { failure } = item;
  return item.subject ?? failure.test ?? failure.file ?? failure.tool;
}

/** A file that does not compile or load explains tests that fail: those that only assert come after it. */
function collectionFirst(groups: readonly FailureGroup[], failures: readonly Grouped[]): FailureGroup[] {
  const rank = (group: FailureGroup): number => {
    const lead = failures[group.lead];
    if (lead === undefined) return 1;
    return lead.poison || (lead.failure.test !== null && COLLECTION.test(lead.failure.message)) ? 0 : 1;
  };
  const order = groups
    .map((_, index) => index)
    .sort((a, b) => rankAt(groups, rank, a) - rankAt(groups, rank, b) || a - b);
  const place = new Map(order.map((old, now) => [old, now]));
  for (const { failure } of failures) failure.group = place.get(failure.group) ?? failure.group;
  return order.flatMap((old) => groups[old] ?? []);
}

function rankAt(groups: readonly FailureGroup[], rank: (group: FailureGroup) => number, at: number): number {
  const group = groups[at];
  return group === undefined ? 1 : rank(group);
}
