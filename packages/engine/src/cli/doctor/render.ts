import { cleanOutput } from '../../text/clean.ts';
import { plural } from '../../text/format.ts';
import type { Finding } from './finding.ts';

/** How findings are drawn on a terminal; null for a pipe. */
export interface Look {
  columns: number;
  colours: boolean;
  /** Whether it can show ✓, ✗ and →. */
  symbols: boolean;
}

const STATES = {
  ok: { symbol: '✓', colour: '\x1b[32m' },
  warn: { symbol: '!', colour: '\x1b[33m' },
  broken: { symbol: '✗', colour: '\x1b[31m' },
} as const;

const PLAIN = '\x1b[39m';

/** Widest text that is read with ease. */
const WIDEST = 110;

/** The findings, a few aligned lines each, and their count at the end. */
export function renderFindings(findings: readonly Finding[], look: Look | null): string {
  const names = Math.max(...findings.map(({ name }) => name.length));
  const blocks = findings.map((finding) => block(finding, names, look));
  return `${blocks.join('')}\n${summary(findings)}\n`;
}

/** How many findings want something done. */
function summary(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const [broken, warned] = [count('broken'), count('warn')];
  if (broken + warned === 0) return 'All is well.';
  const parts = [broken > 0 ? `${broken} broken` : '', warned > 0 ? plural(warned, 'warning') : ''];
  return `${parts.filter((part) => part !== '').join(', ')}.`;
}

function block({ name, state, found, todo }: Finding, names: number, look: Look | null): string {
  const { symbol, colour } = STATES[state];
  const mark = look?.symbols ? `${symbol} ` : '';
  const head = `${mark}${state.padEnd('broken'.length)}`;
  const before = head.length + names + 4;
  const room = look === null ? Infinity : Math.max(20, Math.min(WIDEST, look.columns) - before);
  const arrow = look?.symbols ? '→ ' : '-> ';
  const lines = [
    ...wrapped(oneLine(found), room),
    ...(todo === null ? [] : wrapped(oneLine(todo), room - arrow.length)).map((line, i) =>
      i === 0 ? `${arrow}${line}` : `${' '.repeat(arrow.length)}${line}`,
    ),
  ];
  const painted = look?.colours ? `${colour}${head}${PLAIN}` : head;
  return lines
    .map((line, i) => `${i === 0 ? `${painted}  ${name.padEnd(names)}` : ' '.repeat(before - 2)}  ${line}\n`)
    .join('');
}

/** Text of servers and files, so that it drives no terminal. */
const oneLine = (text: string): string => cleanOutput(text).replaceAll(/\s+/g, ' ').trim();

/** Lines of at most `room` characters, broken at spaces; a word that is longer stands alone. */
function wrapped(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
