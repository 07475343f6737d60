import type { ApprovalDecision, ApprovalLine } from '@wisp/protocol';
import type { Dialog } from '../state/state.ts';
import { revealLine } from '../text/reveal.ts';
import { fitRow, type Row, type Span, sliceSpans, span } from '../text/row.ts';
import { cleanInline } from '../text/sanitise.ts';
import { truncate } from '../text/width.ts';
import { hardCuts } from '../text/wrap.ts';
import { shortPath } from './status.ts';

type Approval = Extract<Dialog, { kind: 'approval' }>;

/** Rows of the dialog that are not the command: title, directory and reasons, keys. */
const FRAME = 3;

interface Answer {
  key: string;
  decision: ApprovalDecision;
  label: string;
}

/** What each answer is chosen with. */
const ANSWERS: readonly Answer[] = [
  { key: 'y', decision: 'once', label: 'yes' },
  { key: 's', decision: 'session', label: 'this session' },
  { key: 'p', decision: 'project', label: 'this project' },
  { key: 'a', decision: 'always', label: 'always' },
  { key: 'n', decision: 'no', label: 'no' },
];

/** The answers that an approval offers: those that it names; else, for a dangerous command, none that lasts. */
export function answersTo({ scopes, level }: ApprovalLine): readonly Answer[] {
  const lasting: readonly ApprovalDecision[] = ['project', 'always'];
  return ANSWERS.filter(
    ({ decision }) => scopes?.includes(decision) ?? (level === 'moderate' || !lasting.includes(decision)),
  );
}

/** A command to be approved: the whole of it, every hidden character visible, and what each key would do. */
export function approvalRows(dialog: Approval, columns: number, height: number, home: string, now: number): Row[] {
  const { line } = dialog;
  const command = commandRows(line, columns);
  const room = commandRoom(height);
  const shown = command.slice(dialog.top, dialog.top + room);
  const rows = [
    titleRow(line, command.length, dialog.top, room),
    ...shown,
    whyRow(line, home),
    keysRow(dialog, columns, now),
  ];
  return rows.map((cells) => fitRow(cells, columns));
}

/** Rows that the command may take in a dialog of at most `height` rows. */
export function commandRoom(height: number): number {
  return Math.max(1, height - FRAME);
}

/** Rows of the command as the dialog shows it. */
export function commandRows(line: ApprovalLine, columns: number): Row[] {
  const width = Math.max(1, columns - 2);
  return line.line.split('\n').flatMap((text) => {
    const spans = revealLine(text);
    const whole = spans.map((part) => part.text).join('');
    return hardCuts(whole, width).map(({ start, end }): Row => [span('  '), ...sliceSpans(spans, start, end)]);
  });
}

function titleRow(line: ApprovalLine, total: number, top: number, room: number): Row {
  const level = line.level === 'dangerous' ? span('DANGEROUS', 'bad') : span('moderate', 'warn');
  const part = total > room ? ` · rows ${top + 1}–${Math.min(total, top + room)} of ${total}, ↑↓` : '';
  return [span('? ', 'warn'), span('Run this command?', 'strong'), span('  '), level, span(part, 'dim')];
}

function whyRow(line: ApprovalLine, home: string): Row {
  const reasons = line.reasons.map(cleanInline).filter((reason) => reason !== '');
  const part = line.command !== line.line ? [`because of ${cleanInline(line.command)}`] : [];
  const where = `in ${shortPath(cleanInline(line.directory), home)}`;
  return [span(`  ${[where, ...part, ...reasons].join(' · ')}`, 'dim')];
}

function keysRow(dialog: Approval, columns: number, now: number): Row {
  const quiet = now < dialog.quietUntil;
  const offered = answersTo(dialog.line);
  const spans: Span[] = offered.flatMap(({ key, label }) => [
    span(` ${key}`, quiet ? 'dim' : 'key'),
    span(` ${label} `, 'dim'),
  ]);
  const used = spans.reduce((sum, part) => sum + part.text.length, 0);
  const pattern = ` · remembers ${cleanInline(dialog.line.pattern)}`;
  return [...spans, span(truncate(pattern, Math.max(0, columns - used)), 'dim')];
}
