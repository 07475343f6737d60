import { clip, grouped, plural } from '../text/format.ts';
import { type Voice, waysToRest } from './ways.ts';

/** Lines of the stored output that a result does not show: from byte `fromByte` (from 1) of the first, `bytes` in all. */
export interface HeldBack {
  fromLine: number;
  fromByte: number;
  toLine: number;
  bytes: number;
}

/** The first failure that a known format states: its line in the stored output and that line's own text. */
export interface FirstFailure {
  line: number;
  text: string;
}

/** How this reader reaches the rest: through the model's `memory` tool, on the command line, or not at all. */
export type Ways = Voice | 'none';

export interface NoteFacts {
  heldBack: readonly HeldBack[];
  /** Lines that the stored output has. */
  lines: number;
  /** How it ended (`exit status 1`), or null for what is no command. */
  outcome: string | null;
  firstFailure: FirstFailure | null;
  /** Where the whole is kept, or why it is not. */
  kept: { id: string } | { why: string };
  /** What the ceiling cut off: bytes and lines that nothing holds. */
  lost: { bytes: number; lines: number } | null;
  ways: Ways;
  isCommand: boolean;
}

/** Longest part of the first failure's line that the note quotes, in bytes. */
const QUOTE_BYTES = 200;

/**
 * The note at the end of a held-back result (features C2, C3): an exact account of what is not shown, and the ways to it.
 * It names only ways that this reader has, and for a command says that running it again is not one.
 */
export function heldBackNote(facts: NoteFacts): string {
  const ranges = facts.heldBack.map((h) =>
    h.fromLine === h.toLine ? grouped(h.fromLine) : `${grouped(h.fromLine)}–${grouped(h.toLine)}`,
  );
  const bytes = facts.heldBack.reduce((n, h) => n + h.bytes, 0);
  const single = facts.heldBack.length === 1 && facts.heldBack[0]?.fromLine === facts.heldBack[0]?.toLine;
  const what = `${single ? 'line' : 'lines'} ${ranges.join(', ')} of ${grouped(facts.lines)} (${plural(bytes, 'byte')})`;
  const parts = [`[held back: ${what}${facts.outcome ? `; ${facts.outcome}` : ''}`];
  if (facts.firstFailure) {
    const { line, text } = facts.firstFailure;
    parts.push(`first failure at line ${grouped(line)}: ${clip(text.trim(), QUOTE_BYTES)}`);
  }
  if (facts.lost) {
    const { bytes, lines } = facts.lost;
    parts.push(
      `the output passed the ceiling: ${plural(bytes, 'byte')} (${plural(lines, 'line')}) in its middle were not kept`,
    );
  }
  return `${parts.join('\n ')}\n ${reach(facts)}]`;
}

function reach(facts: NoteFacts): string {
  const notAgain = facts.isCommand ? '; do not run the command again to see it' : '';
  if ('why' in facts.kept) return `the rest was not kept: ${facts.kept.why}${notAgain}`;
  const { id } = facts.kept;
  const first = facts.heldBack[0];
  const kept = `${facts.lost ? 'the rest is kept as' : 'the whole is kept as'} output ${id}${notAgain}`;
  if (facts.ways === 'none') return kept;
  return `${kept}. To read it, ${waysToRest(facts.ways, id, { line: first?.fromLine ?? 1, byte: first?.fromByte ?? 1 })}`;
}
