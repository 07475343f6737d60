import { type Cluster, groupBy } from './cluster.ts';
import { VALUE } from './vocabulary.ts';

/** A cluster of at most this many lines may be a variant of a larger one. */
const RARE_LINES = 3;
const MOST_ABSORBED = 6;
/** A word of more rows than this is one that the log uses, not a value seen by chance. */
const UNFAMILIAR_ROWS = 3;
/** Longer messages are not compared token by token. */
const LONGEST_HOST = 80;
const MOST_CANDIDATES = 24;

/** A message as one sequence: word ids, 0 for a value, marks as negative character codes. */
type Sequence = readonly number[];

/**
 * Second pass over the clusters: joins those that are equal once neighbouring values are taken as one, and gives a rare
 * cluster to the larger one that differs only where that has a value (`wpad:80` beside `10.0.0.1:80`).
 */
export function mergeClusters(clusters: readonly Cluster[]): Cluster[] {
  const joined: Joined[] = [];
  const sequences = new Map(clusters.map((cluster) => [cluster, sequenceOf(cluster)]));
  for (const same of groupBy(clusters, (cluster) => hashOf(sequences.get(cluster) ?? [])).values()) {
    const largest = same.reduce((best, next) => (linesOf(next) > linesOf(best) ? next : best));
    const rows =
      same.length === 1 ? largest.rows : [largest, ...same.filter((c) => c !== largest)].flatMap((c) => c.rows);
    const cluster = { rows, words: largest.words };
    joined.push({ cluster, sequence: sequences.get(largest) ?? [], lines: linesOf(cluster) });
  }
  const rowsOfWord = countRows(joined.map((one) => one.cluster));
  const byWord = new Map<number, Joined[]>();
  for (const one of joined) {
    if (one.lines < 2 || one.sequence.length > LONGEST_HOST || !one.sequence.includes(VALUE)) continue;
    for (const word of new Set(one.sequence)) if (word > VALUE) getOrAdd(byWord, word).push(one);
  }
  const absorbed = new Set<Joined>();
  for (const rare of joined) {
    if (rare.lines > RARE_LINES || rare.sequence.length > LONGEST_HOST || rare.cluster.rows.length > RARE_LINES)
      continue;
    const host = hostOf(rare, byWord, rowsOfWord);
    if (host === null || absorbed.has(host)) continue;
    host.cluster.rows = [...host.cluster.rows, ...rare.cluster.rows];
    absorbed.add(rare);
  }
  return joined.filter((one) => !absorbed.has(one)).map((one) => one.cluster);
}

interface Joined {
  cluster: Cluster;
  sequence: Sequence;
  lines: number;
}

function getOrAdd<K, T>(map: Map<K, T[]>, key: K): T[] {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made: T[] = [];
  map.set(key, made);
  return made;
}

function linesOf(cluster: Cluster): number {
  return cluster.rows.reduce((lines, row) => lines + row.count, 0);
}

function countRows(clusters: readonly Cluster[]): Map<number, number> {
  const rows = new Map<number, number>();
  for (const cluster of clusters) {
    for (const row of cluster.rows)
      for (const word of new Set(row.words)) rows.set(word, (rows.get(word) ?? 0) + row.weight);
  }
  return rows;
}

/** 53 bits of a sequence. */
function hashOf(sequence: Sequence): number {
  let high = 17;
  let low = sequence.length;
  for (const token of sequence) {
    high = Math.imul(high ^ token, 0x01000193);
    low = Math.imul(low + token, 0x5bd1e995) ^ (low >>> 13);
  }
  return (high >>> 0) * 0x200000 + ((low >>> 0) & 0x1fffff);
}

function sequenceOf(cluster: Cluster): Sequence {
  const skeleton = cluster.rows[0]?.skeleton ?? '';
  const sequence: number[] = [];
  let column = 0;
  for (let i = 0; i < skeleton.length; i++) {
    const isWord = skeleton.charAt(i) === 'w';
    const token = isWord ? (cluster.words[column++] ?? VALUE) : -skeleton.charCodeAt(i);
    if (token === VALUE && endsWithValue(sequence)) continue;
    sequence.push(token);
  }
  return sequence;
}

/** True when a value was the last of `sequence`; a comma, colon, semicolon or bar between two values is dropped. */
function endsWithValue(sequence: number[]): boolean {
  const last = sequence.at(-1);
  if (last === VALUE) return true;
  const isJoint = last === -44 || last === -58 || last === -59 || last === -124;
  if (!isJoint || sequence.at(-2) !== VALUE) return false;
  sequence.pop();
  return true;
}

function hostOf(
  rare: Joined,
  byWord: ReadonlyMap<number, Joined[]>,
  rowsOfWord: ReadonlyMap<number, number>,
): Joined | null {
  const shared = new Map<Joined, number>();
  let words = 0;
  for (const word of new Set(rare.sequence)) {
    if (word <= VALUE) continue;
    words++;
    const holders = byWord.get(word) ?? [];
    if (holders.length > MOST_CANDIDATES) continue;
    for (const holder of holders) if (holder !== rare) shared.set(holder, (shared.get(holder) ?? 0) + 1);
  }
  for (const [host, common] of [...shared].sort((a, b) => b[1] - a[1] || b[0].lines - a[0].lines).slice(0, 8)) {
    if (common < 2 || common < words * 0.6 || host.lines <= rare.lines) continue;
    const isUnfamiliar = (word: number) => word <= VALUE || (rowsOfWord.get(word) ?? 0) <= UNFAMILIAR_ROWS;
    if (matches(host.sequence, rare.sequence, isUnfamiliar)) return host;
  }
  return null;
}

/** True when `sequence` follows from `pattern` by putting 1 to 6 tokens, all of them unfamiliar, for each value. */
function matches(pattern: Sequence, sequence: Sequence, isUnfamiliar: (word: number) => boolean): boolean {
  let reachable = new Uint8Array(sequence.length + 1);
  reachable[0] = 1;
  for (const token of pattern) {
    const next = new Uint8Array(sequence.length + 1);
    for (let from = 0; from < sequence.length; from++) {
      if (reachable[from] === 0) continue;
      if (token !== VALUE) {
        if (sequence[from] === token) next[from + 1] = 1;
        continue;
      }
      for (let to = from; to < Math.min(sequence.length, from + MOST_ABSORBED); to++) {
        const absorbed = sequence[to] ?? VALUE;
        // Two words with only a space between are prose, not one value.
        if (!isUnfamiliar(absorbed) || (to > from && absorbed >= VALUE && (sequence[to - 1] ?? VALUE) >= VALUE)) break;
        next[to + 1] = 1;
      }
    }
    reachable = next;
  }
  return reachable[sequence.length] === 1;
}
