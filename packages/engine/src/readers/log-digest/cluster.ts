import type { Row } from './row.ts';
import { SHAPE, VALUE, type Vocabulary } from './vocabulary.ts';

/** Rows that are one message: the columns of `words` that vary between them are 0. */
export interface Cluster {
  rows: Row[];
  words: Int32Array;
}

/** A column holds a part of the message, not a value, while it takes no more different words than this. */
const FEW_WORDS = 4;
/** Leading words, labels and words in capitals (states, events) are parts of the message more often. */
const FEW_NAMES = 8;
/** Leading words that are parts of the message come again and again. */
const LINES_A_NAME = 5;
const FEW_KEYS = 40;
/** Values of `key=value` that may each be a message of its own (`state=up`, `state=down`). */
const FEW_SETTINGS = 3;
/** Lines that each of two qualified names must have to be parts of two messages rather than values of one. */
const FREQUENT = 10;
/** A word after one of these names something. */
const NAMING = new Set(
  'user username login account host hostname node file directory path device interface named called'.split(' '),
);
/** A word after one of these is more often a value than elsewhere. */
const LEADING = new Set('for from by to at on of in via'.split(' '));

/** What stands beside each word column of a skeleton. */
interface Place {
  before: string;
  after: string;
  /** The word column right before, with no mark between; -1 for none. */
  previous: number;
}

/**
 * Parts rows into messages. Rows of one skeleton are brought together by the words that most of their columns share
 * equally often (the longest common pattern, as in the Brain parser), then parted again by columns that take few words.
 */
export function clusterRows(rows: readonly Row[], vocabulary: Vocabulary): Cluster[] {
  const clusters: Cluster[] = [];
  for (const alike of groupBy(rows, (row) => row.skeleton).values()) {
    const only = alike.length === 1 ? alike[0] : undefined;
    if (only !== undefined) {
      clusters.push({ rows: [only], words: only.words });
      continue;
    }
    const places = placesOf(alike[0]?.skeleton ?? '');
    for (const rooted of groupBy(alike, rootOf(alike)).values()) split(rooted, places, vocabulary, clusters);
  }
  return clusters;
}

export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function placesOf(skeleton: string): Place[] {
  const places: Place[] = [];
  for (let i = 0; i < skeleton.length; i++) {
    if (skeleton.charAt(i) !== 'w') continue;
    const before = skeleton.charAt(i - 1);
    places.push({ before, after: skeleton.charAt(i + 1), previous: before === 'w' ? places.length - 1 : -1 });
  }
  return places;
}

/** A key for each row: the words, with their columns, that occur equally often and are most of the row. */
function rootOf(rows: readonly Row[]): (row: Row) => string {
  const width = rows[0]?.words.length ?? 0;
  const support: Map<number, number>[] = Array.from({ length: width }, () => new Map());
  for (const row of rows) {
    row.words.forEach((word, column) => {
      const counts = support[column];
      if (word !== VALUE) counts?.set(word, (counts.get(word) ?? 0) + row.weight);
    });
  }
  const counts = new Float64Array(width);
  return (row) => {
    let largest = 0;
    row.words.forEach((word, column) => {
      const count = word === VALUE ? 0 : (support[column]?.get(word) ?? 0);
      counts[column] = count;
      if (count > largest) largest = count;
    });
    const chosen = commonestCount(counts, largest / 2);
    let key = '';
    if (chosen > 0) for (let i = 0; i < width; i++) if (counts[i] === chosen) key += `${i}:${row.words[i]} `;
    return key;
  };
}

/** The count that most columns have, of those not less than `least`; of equals, the larger. */
function commonestCount(counts: Float64Array, least: number): number {
  const sorted = counts.slice().sort();
  let best = 0;
  let columns = 0;
  for (let i = 0; i < sorted.length; ) {
    const count = sorted[i] ?? 0;
    let next = i;
    while (sorted[next] === count) next++;
    if (count > 0 && count >= least && next - i >= columns) {
      best = count;
      columns = next - i;
    }
    i = next;
  }
  return best;
}

function split(rows: readonly Row[], places: readonly Place[], vocabulary: Vocabulary, into: Cluster[]): void {
  const words = Int32Array.from(rows[0]?.words ?? []);
  let column = -1;
  let fewest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < words.length; i++) {
    const values = linesByWord(rows, i);
    if (values.size < 2) continue;
    words[i] = VALUE;
    if (values.size >= fewest || !areParts(values, i, rows, places, vocabulary)) continue;
    column = i;
    fewest = values.size;
  }
  if (column === -1) {
    into.push({ rows: [...rows], words });
    return;
  }
  for (const part of groupBy(rows, (row) => row.words[column]).values()) split(part, places, vocabulary, into);
}

function linesByWord(rows: readonly Row[], column: number): Map<number, number> {
  const lines = new Map<number, number>();
  for (const row of rows) {
    const word = row.words[column] ?? VALUE;
    lines.set(word, (lines.get(word) ?? 0) + row.count);
  }
  return lines;
}

/** True when the different words of a column belong to different messages; false when they are values of one. */
function areParts(
  values: ReadonlyMap<number, number>,
  column: number,
  rows: readonly Row[],
  places: readonly Place[],
  vocabulary: Vocabulary,
): boolean {
  if (values.has(VALUE)) return false;
  const place = places[column];
  if (place === undefined) return false;
  const shapes = Array.from(values.keys(), (word) => vocabulary.shape(word));
  if (place.after === '=') return values.size <= FEW_KEYS;
  if (shapes.includes(SHAPE.qualified)) return values.size === 2 && Math.min(...values.values()) >= FREQUENT;
  if (place.before === '=')
    return values.size <= FEW_SETTINGS && !shapes.includes(SHAPE.empty) && !shapes.includes(SHAPE.cell);
  const previous = place.previous === -1 ? '' : wordBefore(rows, place.previous, vocabulary);
  if (NAMING.has(previous)) return false;
  const capitals = shapes.every((shape) => shape === SHAPE.capitals);
  if (!capitals && previous !== '' && LEADING.has(previous)) return values.size <= 2;
  if (shapes.includes(SHAPE.ideograph)) return values.size <= 2;
  if (values.size <= FEW_WORDS) return true;
  if (values.size > FEW_NAMES) return false;
  if (capitals || place.after === ':') return true;
  const lines = rows.reduce((total, row) => total + row.count, 0);
  return column === 0 && lines >= values.size * LINES_A_NAME;
}

function wordBefore(rows: readonly Row[], column: number, vocabulary: Vocabulary): string {
  const word = rows[0]?.words[column] ?? VALUE;
  return word === VALUE ? '' : vocabulary.text(word).toLowerCase();
}
