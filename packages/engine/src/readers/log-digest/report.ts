import type { Cluster } from './cluster.ts';
import { columnsOf } from './columns.ts';
import { isWorse, type LogSeverity, SEVERITIES, severityOfWords } from './level.ts';
import { agree, NO_LEVEL, type Row } from './row.ts';
import { PIECE, Scanner } from './scanner.ts';
import { VALUE } from './vocabulary.ts';

/** One kind of message. Lines count from 1; `text` has `<*>` where its lines differ. */
export interface LogTemplate {
  /** From 1, in the order of the first lines. */
  id: number;
  text: string;
  /** Records of this kind, and lines that continue them (stack traces, dumps). */
  count: number;
  continued: number;
  severity: LogSeverity;
  firstLine: number;
  lastLine: number;
  /** The first line, cleaned, at most 1,000 characters. */
  example: string;
}

/** What a log says, worst and rarest kinds of message first. */
export interface LogDigestReport {
  lines: number;
  /** Lines that continue the record before them; the others are counted in `severities`. */
  continued: number;
  severities: Record<LogSeverity, number>;
  templates: LogTemplate[];
  /** The first and last point in time that a line begins with, as written; null in a log without. */
  firstTime: string | null;
  lastTime: string | null;
}

/** Renders the templates of clusters and counts their severities. */
export class TemplateBuilder {
  private readonly scanner = new Scanner();
  readonly severities: Record<LogSeverity, number> = { fatal: 0, error: 0, warning: 0, info: 0, debug: 0 };

  build(cluster: Cluster): Omit<LogTemplate, 'id'> {
    const first = cluster.rows.reduce((least, row) => (row.firstLine < least.firstLine ? row : least));
    return {
      text: this.text(cluster),
      count: sum(cluster.rows, (row) => row.count),
      continued: sum(cluster.rows, (row) => row.continued),
      severity: this.severity(cluster.rows),
      firstLine: first.firstLine,
      lastLine: cluster.rows.reduce((last, row) => Math.max(last, row.lastLine), 0),
      example: first.example,
    };
  }

  private severity(rows: readonly Row[]): LogSeverity {
    let worst: LogSeverity = 'debug';
    for (const row of rows) {
      for (const [level, severity] of SEVERITIES.entries()) this.note(severity, row.levels[level] ?? 0);
      const said = SEVERITIES.find((_, level) => (row.levels[level] ?? 0) > 0);
      const unsaid = row.levels[NO_LEVEL] ?? 0;
      const meant = unsaid > 0 ? severityOfWords(row.message) : 'debug';
      if (unsaid > 0) this.note(meant, unsaid);
      if (said !== undefined && isWorse(said, worst)) worst = said;
      if (isWorse(meant, worst)) worst = meant;
    }
    return worst;
  }

  private note(severity: LogSeverity, lines: number): void {
    this.severities[severity] += lines;
  }

  /** The message of the commonest row, with `<*>` for what differs between the rows or the lines of a row. */
  private text(cluster: Cluster): string {
    const main = cluster.rows.reduce((best, row) => (row.count > best.count ? row : best));
    const { scanner } = this;
    scanner.scan(main.message, 0, main.message.length);
    const agreed = main.values.slice();
    for (const row of cluster.rows) if (row !== main) agree(agreed, row.values);
    const varies = new Uint8Array(scanner.count);
    const columns = columnsOf(scanner, main.message, null);
    columns.first.forEach((first, column) => {
      const last = columns.last[column] ?? first;
      const isValue = first === last && scanner.kinds[first] === PIECE.value;
      if (cluster.words[column] === VALUE && !isValue) varies.fill(1, first, last + 1);
    });
    return this.join(main.message, varies, agreed).trim();
  }

  private join(message: string, varies: Uint8Array, agreed: Int32Array): string {
    const { scanner } = this;
    let text = '';
    let at = 0;
    let part = 0;
    const put = (start: number, end: number, shown: string | null): void => {
      const gap = message.slice(at, start);
      at = end;
      if (shown === null && text.endsWith('<*>')) return;
      // A size in brackets after a size was passed over: it is not there in all lines.
      text += `${gap.includes('(') ? ' ' : gap}${shown ?? '<*>'}`;
    };
    for (let i = 0; i < scanner.count; i++) {
      const start = scanner.starts[i] ?? 0;
      const end = scanner.ends[i] ?? start;
      if (scanner.kinds[i] !== PIECE.value || varies[i] === 1) {
        put(start, end, varies[i] === 1 ? null : message.slice(start, end));
        while (part < scanner.parts && (scanner.partEnds[part] ?? 0) <= end) part++;
        continue;
      }
      for (; part < scanner.parts && (scanner.partEnds[part] ?? 0) <= end; part++) {
        const from = scanner.partStarts[part] ?? start;
        const to = scanner.partEnds[part] ?? end;
        put(from, to, (agreed[part] ?? 0) === 0 ? null : message.slice(from, to));
      }
    }
    return text + message.slice(at);
  }
}

function sum(rows: readonly Row[], read: (row: Row) => number): number {
  return rows.reduce((total, row) => total + read(row), 0);
}

/** The order of a digest: worse before milder, rare before frequent, earlier before later. */
export function byWeight(left: LogTemplate, right: LogTemplate): number {
  if (left.severity !== right.severity) return isWorse(left.severity, right.severity) ? -1 : 1;
  return left.count - right.count || left.firstLine - right.firstLine;
}
