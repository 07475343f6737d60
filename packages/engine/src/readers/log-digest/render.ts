import { clip, grouped, plural } from '../../text/format.ts';
import { type LogSeverity, SEVERITIES } from './level.ts';
import { byWeight, type LogDigestReport, type LogTemplate } from './report.ts';

/** Bytes of one message that are shown. */
const LONGEST_TEXT = 320;
/** Shares of the room for what is bad, and for what is frequent; the rest, and what these leave, is for what is rare. */
const SEVERE_SHARE = 0.6;
const FREQUENT_SHARE = 0.2;
/** Room kept in each part for the line that says what was left out. */
const REST_LINE = 80;

/**
 * A digest as text within `bytes` of UTF-8: totals; then bad messages, the worst and rarest first; then the most frequent
 * others with their count, first and last line; then rare others. Each message stands once, behind the lines it cites
 * (`L154`, `L12–L99 ×2,310`), and each part says how much of it is left out.
 */
export function renderLogDigest(report: LogDigestReport, bytes: number): string {
  const head = clip(headOf(report), Math.max(REST_LINE, bytes - 1));
  const room = bytes - Buffer.byteLength(head) - 1;
  const severe = report.templates.filter((one) => isSevere(one.severity));
  const others = report.templates.filter((one) => !isSevere(one.severity));
  const needed = sizeOf(others) + 20;
  const first = fill('', byTurns(severe), Math.max(room * SEVERE_SHARE, room - needed), 'bad ');
  const left = room - first.size;
  if (needed <= left) return join(head, first.lines, fill(first.size === 0 ? '' : 'Others:', others, left, '').lines);
  const frequent = [...others].sort((a, b) => b.count - a.count || a.firstLine - b.firstLine);
  const share = Math.max(left - room * (1 - SEVERE_SHARE - FREQUENT_SHARE), left / 2);
  const middle = fill('Most frequent of the others:', frequent, share, null);
  const shown = new Set(middle.shown);
  const rare = others.filter((one) => !shown.has(one));
  const last = fill('Rarest of the others:', rare, left - middle.size, '');
  return join(head, first.lines, middle.lines, last.lines);
}

function join(head: string, ...parts: readonly (readonly string[])[]): string {
  return `${[head, ...parts.flat()].join('\n')}\n`;
}

function isSevere(severity: LogSeverity): boolean {
  return severity === 'fatal' || severity === 'error' || severity === 'warning';
}

/**
 * The order in which bad messages are chosen: two fatal, two errors, one warning and so on, of each the rarest and the most
 * frequent in turn, so that a flood of one kind does not hide the others.
 */
function byTurns(templates: readonly LogTemplate[]): LogTemplate[] {
  const queues = (['fatal', 'error', 'warning'] as const).map((severity) => ({
    takes: severity === 'warning' ? 1 : 2,
    queue: fromBothEnds(templates.filter((template) => template.severity === severity)),
  }));
  const order: LogTemplate[] = [];
  while (order.length < templates.length) for (const { takes, queue } of queues) order.push(...queue.splice(0, takes));
  return order;
}

function fromBothEnds(templates: readonly LogTemplate[]): LogTemplate[] {
  return templates
    .map((_, i) => (i % 2 === 0 ? i / 2 : templates.length - (i + 1) / 2))
    .flatMap((i) => templates[i] ?? []);
}

interface Part {
  lines: string[];
  shown: LogTemplate[];
  size: number;
}

/**
 * As many of `templates`, in order of choice, as `room` bytes take; shown under `title` in the digest's order. Unless
 * `kind` is null a line says how many are left out.
 */
function fill(title: string, templates: readonly LogTemplate[], room: number, kind: string | null): Part {
  const shown: LogTemplate[] = [];
  let size = title === '' ? 0 : Buffer.byteLength(title) + 1;
  for (const template of templates) {
    const next = size + Buffer.byteLength(lineOf(template)) + 1;
    const isLast = shown.length === templates.length - 1;
    if (next + (isLast || kind === null ? 0 : REST_LINE) > room) break;
    size = next;
    shown.push(template);
  }
  if (kind !== null) shown.sort(byWeight);
  const lines = shown.map(lineOf);
  const rest = templates.slice(shown.length);
  const count = rest.reduce((total, template) => total + template.count, 0);
  const line = `… ${grouped(rest.length)} more ${kind ?? ''}${rest.length === 1 ? 'kind' : 'kinds'} of message, ${plural(count, 'line')}`;
  if (rest.length > 0 && kind !== null && size + Buffer.byteLength(line) + 1 <= room) {
    lines.push(line);
    size += Buffer.byteLength(line) + 1;
  }
  if (lines.length === 0) return { lines, shown, size: 0 };
  return { lines: title === '' ? lines : [title, ...lines], shown, size };
}

function sizeOf(templates: readonly LogTemplate[]): number {
  return templates.reduce((total, template) => total + Buffer.byteLength(lineOf(template)) + 1, 0);
}

function lineOf(template: LogTemplate): string {
  const { count, firstLine, lastLine, severity, continued, text } = template;
  const place = count === 1 ? `L${firstLine}` : `L${firstLine}–L${lastLine} ×${grouped(count)}`;
  const level = isSevere(severity) && !text.toLowerCase().startsWith(severity) ? `${severity}: ` : '';
  const detail = continued > 0 ? ` (+${plural(continued, 'line')})` : '';
  return `${place} ${level}${clip(text === '' ? '(empty)' : text, LONGEST_TEXT)}${detail}`;
}

function headOf(report: LogDigestReport): string {
  const { firstTime, lastTime } = report;
  const span = firstTime === null ? '' : firstTime === lastTime ? `, at ${firstTime}` : `, ${firstTime} to ${lastTime}`;
  const counts = SEVERITIES.filter((severity) => report.severities[severity] > 0).map(
    (severity) => `${grouped(report.severities[severity])} ${severity}`,
  );
  const continued = report.continued === 0 ? '' : `; ${plural(report.continued, 'line')} of traces and other detail`;
  const kinds = `${plural(report.templates.length, 'kind')} of message`;
  return `${plural(report.lines, 'line')}${span}: ${counts.length === 0 ? '' : `${counts.join(', ')}; `}${kinds}${continued}`;
}
