import { cleanLine } from '../normalise-clean.ts';
import { Continuations, looksContinued } from './continuation.ts';
import { HeaderReader } from './header.ts';
import { readJsonRecord } from './json-record.ts';
import { type LogSeverity, SEVERITIES, severityOfNumber } from './level.ts';
import { byWeight, type LogDigestReport, type LogTemplate, TemplateBuilder } from './report.ts';
import { NO_LEVEL, type Row } from './row.ts';
import { RowTable } from './row-table.ts';
import { Scanner } from './scanner.ts';

/** Lines held back until the header that they share is known. */
const SAMPLED_LINES = 1000;
/** The header is looked at again on a few hundred lines, after twice as many lines each time: a relay may begin half-way. */
const MOST_BETWEEN = 32_000;
const RESAMPLED_LINES = 200;
const PRIORITY = /^<(\d{1,3})>(?:1 )?/;
const STATUS = /HTTP\/[\d.]+"? (\d{3})\b/;

interface Record {
  line: string;
  message: string;
  from: number;
  level: LogSeverity | null;
  marked: boolean;
}

/**
 * Finds the kinds of message in a log of any format, in one pass and bounded memory: push its lines in order, then finish.
 * Header fields (timestamps, levels, hosts, processes) are inferred from the first 1,000 lines.
 */
export class LogDigest {
  private readonly header = new HeaderReader();
  private readonly scanner = new Scanner();
  private readonly table = new RowTable();
  private readonly continuations = new Continuations();
  private sample: string[] | null = [];
  private later: string[] = [];
  private nextSample = 2 * SAMPLED_LINES;
  private lines = 0;
  private continued = 0;
  private last: Row | null = null;
  private failing = false;
  private firstTime: string | null = null;
  private lastTime: string | null = null;
  /** The row id of each line, -1 for a continuation, when assignments are wanted. */
  private assigned: Int32Array | null;
  private numbers: Int32Array | null = null;

  /** With `assign`, the template of each line is remembered, 4 bytes a line. */
  constructor(options: { assign?: boolean } = {}) {
    this.assigned = options.assign === true ? new Int32Array(4096) : null;
  }

  /** Takes the next line, without its line feed. */
  push(rawLine: string): void {
    const line = cleanLine(rawLine);
    if (this.sample === null) {
      if (this.lines >= this.nextSample) this.resample(line);
      this.take(line);
      return;
    }
    this.sample.push(line);
    if (this.sample.length === SAMPLED_LINES) this.release();
  }

  /** The digest of all lines pushed. Nothing can be pushed afterwards. */
  finish(): LogDigestReport {
    this.release();
    const clusters = this.table.clusters();
    const builder = new TemplateBuilder();
    const built = clusters.map((cluster) => ({ cluster, template: builder.build(cluster) }));
    built.sort((a, b) => a.template.firstLine - b.template.firstLine);
    const numbers = new Map<number, number>();
    const templates: LogTemplate[] = built.map(({ cluster, template }, i) => {
      for (const row of cluster.rows) numbers.set(row.id, i + 1);
      return { id: i + 1, ...template };
    });
    this.numbers =
      this.assigned
        ?.subarray(0, this.lines)
        .map((id) => (id === -1 ? 0 : (numbers.get(this.table.ownerOf(id)) ?? 0))) ?? null;
    return {
      lines: this.lines,
      continued: this.continued,
      severities: builder.severities,
      templates: templates.sort(byWeight),
      firstTime: this.firstTime,
      lastTime: this.lastTime,
    };
  }

  /** After `finish`: the template id of each line in order, 0 for a line that continues the one before. */
  assign(): Int32Array {
    if (this.numbers === null)
      throw new Error('LogDigest: call finish() first, on a digest made with { assign: true }');
    return this.numbers;
  }

  private resample(line: string): void {
    this.later.push(line);
    if (this.later.length < RESAMPLED_LINES) return;
    this.header.learnMore(headsOf(this.later));
    this.later = [];
    this.nextSample += Math.min(this.lines, MOST_BETWEEN);
  }

  private release(): void {
    const held = this.sample;
    if (held === null) return;
    this.sample = null;
    this.header.learn(headsOf(held));
    for (const line of held) this.take(line);
  }

  private take(line: string): void {
    this.lines++;
    const record = this.read(line);
    if (this.continuations.continues(line, record.marked, this.header.timed, this.failing) && this.last !== null) {
      this.last.continued++;
      this.continued++;
      this.note(-1);
      return;
    }
    this.scanner.scan(record.message, record.from, record.message.length);
    const row = this.table.add(this.scanner, record.message, record.from, line, this.lines);
    const level = record.level === null ? NO_LEVEL : SEVERITIES.indexOf(record.level);
    row.levels[level] = (row.levels[level] ?? 0) + 1;
    this.failing = level <= 1;
    this.last = row;
    this.note(row.id);
  }

  private note(id: number): void {
    if (this.assigned === null) return;
    if (this.lines > this.assigned.length) {
      const larger = new Int32Array(this.assigned.length * 2);
      larger.set(this.assigned);
      this.assigned = larger;
    }
    this.assigned[this.lines - 1] = id;
  }

  private read(line: string): Record {
    const json = readJsonRecord(line);
    if (json !== null) {
      this.noteTime(json.time);
      return { line, message: json.message, from: 0, level: json.level, marked: true };
    }
    const priority = line.charCodeAt(0) === 60 ? PRIORITY.exec(line) : null;
    const text = priority === null ? line : line.slice(priority[0].length);
    const header = this.header.read(text);
    if (header.timeEnd > header.timeStart) this.noteTime(text.slice(header.timeStart, header.timeEnd));
    const level = header.level ?? (priority === null ? statusLevel(text) : severityOfNumber(Number(priority[1]) % 8));
    return { line, message: text, from: header.contentStart, level, marked: header.matched };
  }

  private noteTime(time: string | null): void {
    if (time === null) return;
    this.firstTime ??= time;
    this.lastTime = time;
  }
}

/** The lines that begin records, without any syslog priority. */
function headsOf(lines: readonly string[]): string[] {
  return lines.filter((line) => !looksContinued(line)).map((line) => line.replace(PRIORITY, ''));
}

/** The severity of an access log's line: 5xx is an error, 4xx a warning. Null for other lines. */
function statusLevel(text: string): LogSeverity | null {
  if (!text.includes('HTTP/')) return null;
  const status = STATUS.exec(text)?.[1];
  if (status === undefined) return null;
  return status.startsWith('5') ? 'error' : status.startsWith('4') ? 'warning' : 'info';
}
