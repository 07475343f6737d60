import { type Cluster, clusterRows, groupBy } from './cluster.ts';
import { columnsOf } from './columns.ts';
import { severityOfWords } from './level.ts';
import { mergeClusters } from './merge.ts';
import { agree, compareValues, detached, LONGEST_EXAMPLE, type Row, valuesOf } from './row.ts';
import type { Scanner } from './scanner.ts';
import { VALUE, Vocabulary } from './vocabulary.ts';

/** Rows kept at once; more are first folded into what they have in common. */
const MOST_ROWS = 5_000;
/** Folding that leaves more than this is followed by folding what is rare by its first word. */
const ROWS_AFTER = 2_500;
/**
 * Rows made in all. In a log of unlike lines, what comes later is one row of others, except for what its words say is
 * bad: of that as much again is kept.
 */
const MOST_CREATED = 20_000;
/** The skeleton of a row that stands for all messages with one first word. */
const PREFIX = 'w…';
const MOST_CACHED = 60_000;

/** What a row is made of. */
interface Source {
  words: Int32Array;
  skeleton: string;
  values: Int32Array;
  message: string;
  from: number;
  line: string;
  lineNumber: number;
}

/**
 * The distinct messages of a log, in bounded memory: each scanned message gives its row, an old one or a new one. When
 * there are too many, rows are clustered and each cluster becomes one row with values where its rows differ.
 */
export class RowTable {
  rows: Row[] = [];
  vocabulary = new Vocabulary();
  private readonly byHash = new Map<number, Row>();
  /** Folded rows by skeleton, and those that stand for all rare messages with one first word. */
  private folded = new Map<string, Row[]>();
  private rest = new Map<number, Row>();
  /** For each row id, the id of the row it was folded into, or itself. */
  private readonly parents: number[] = [];

  /** The row of the message in `scanner`, which is `message` from `from` on; `line` is the whole line. */
  add(scanner: Scanner, message: string, from: number, line: string, lineNumber: number): Row {
    const known = this.byHash.get(scanner.hash);
    if (known !== undefined) {
      known.count++;
      known.lastLine = lineNumber;
      compareValues(known.values, scanner);
      return known;
    }
    return this.miss(scanner, message, from, line, lineNumber);
  }

  /** Every row, those that stand for rare messages with one first word last. */
  allRows(): Row[] {
    return [...this.rows, ...this.rest.values()];
  }

  /** The clusters that the rows are in the end. */
  clusters(): Cluster[] {
    const rest = Array.from(this.rest.values(), (row) => ({ rows: [row], words: row.words }));
    return [...mergeClusters(clusterRows(this.rows, this.vocabulary)), ...rest];
  }

  /** The id of the row that row `id` has become. */
  ownerOf(id: number): number {
    let owner = id;
    while (this.parents[owner] !== owner) owner = this.parents[owner] ?? owner;
    return owner;
  }

  private miss(scanner: Scanner, message: string, from: number, line: string, lineNumber: number): Row {
    if (this.rows.length >= MOST_ROWS) this.fold();
    const spent = this.parents.length >= MOST_CREATED;
    const telling = spent && this.parents.length < MOST_CREATED * 2 && severityOfWords(message) !== 'info';
    this.vocabulary.closed = spent && !telling;
    const columns = columnsOf(scanner, message, this.vocabulary);
    const words = Int32Array.from(columns.words);
    let row = this.foldedRow(columns.skeleton, words);
    if (row === null) {
      const source = { words, skeleton: columns.skeleton, values: valuesOf(scanner), message, from, line, lineNumber };
      row = spent && !telling ? this.otherRow(source) : this.create(source);
    }
    row.count++;
    row.lastLine = lineNumber;
    if (this.byHash.size >= MOST_CACHED) this.byHash.clear();
    if (!spent || telling) this.byHash.set(scanner.hash, row);
    return row;
  }

  /** The row of what came after too many unlike messages. */
  private otherRow(source: Source): Row {
    const known = this.rest.get(VALUE);
    if (known !== undefined) return known;
    const row = { ...this.create({ ...source, words: Int32Array.of(VALUE), skeleton: PREFIX }), message: '…' };
    this.rows.pop();
    this.rest.set(VALUE, row);
    return row;
  }

  private create(source: Source): Row {
    const { message, line, from } = source;
    const example = detached(line.slice(0, LONGEST_EXAMPLE));
    const row: Row = {
      id: this.parents.length,
      words: source.words,
      skeleton: source.skeleton,
      levels: new Uint32Array(6),
      count: 0,
      continued: 0,
      weight: 1,
      firstLine: source.lineNumber,
      lastLine: source.lineNumber,
      example,
      message: message === line ? example.slice(from) : detached(message.slice(from, from + LONGEST_EXAMPLE)),
      values: source.values,
    };
    this.parents.push(row.id);
    this.rows.push(row);
    return row;
  }

  private foldedRow(skeleton: string, words: Int32Array): Row | null {
    const candidates = this.folded.get(skeleton);
    const same = candidates?.find((row) => row.words.every((word, i) => word === VALUE || word === words[i]));
    if (same !== undefined) {
      same.values.fill(0);
      return same;
    }
    return this.rest.size === 0 ? null : (this.rest.get(words[0] ?? VALUE) ?? null);
  }

  private fold(): void {
    const old = this.vocabulary;
    const clusters = clusterRows(this.rows, old);
    this.byHash.clear();
    this.rows = clusters.map((cluster) => this.unite(cluster.rows, cluster.words));
    if (this.rows.length > ROWS_AFTER) this.foldRare();
    this.vocabulary = new Vocabulary();
    for (const row of this.allRows()) {
      row.words = row.words.map((word) => (word === VALUE ? VALUE : this.vocabulary.copy(old, word)));
    }
    this.folded = groupBy(this.rows, (row) => row.skeleton);
    this.rest = new Map([...this.rest.values()].map((row) => [row.words[0] ?? VALUE, row]));
  }

  /** Rows of few lines become one row for each first word, so that a log of unlike lines is bounded too. */
  private foldRare(): void {
    const half = ROWS_AFTER / 2;
    const byCount = this.rows.sort((a, b) => b.count - a.count || a.id - b.id);
    const groups = new Map<number, Row[]>();
    for (const row of [...this.rest.values(), ...byCount.slice(half)]) {
      const word = row.words[0] ?? VALUE;
      const key = groups.size < half ? word : VALUE;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [row]);
      else group.push(row);
    }
    this.rows = byCount.slice(0, half);
    this.rest = new Map();
    for (const [word, rows] of groups) {
      const row = this.unite(rows, Int32Array.of(word));
      this.rest.set(word, { ...row, skeleton: PREFIX, message: `${this.vocabulary.text(word)} …` });
    }
  }

  /** Folds `rows` into the one with most lines. */
  private unite(rows: readonly Row[], words: Int32Array): Row {
    const main = rows.reduce((best, row) => (row.count > best.count ? row : best));
    const first = rows.reduce((least, row) => Math.min(least, row.firstLine), main.firstLine);
    const united: Row = { ...main, words, firstLine: first };
    for (const row of rows) {
      this.parents[row.id] = united.id;
      if (row.id === united.id) continue;
      united.count += row.count;
      united.continued += row.continued;
      united.weight += row.weight;
      united.lastLine = Math.max(united.lastLine, row.lastLine);
      row.levels.forEach((lines, level) => {
        united.levels[level] = (united.levels[level] ?? 0) + lines;
      });
      agree(united.values, row.values);
    }
    return united;
  }
}
