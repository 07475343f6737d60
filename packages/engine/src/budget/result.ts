import { type ExcerptChoice, type FittedStream, fitStream, fitsWhole, type Split, type StreamSample } from './fit.ts';
import { type FirstFailure, type HeldBack, heldBackNote, type NoteFacts, type Ways } from './note.ts';
import { shownLength } from './piece.ts';

/**
 * A cut in a stored stream: bytes and lines before it; where in the stream what comes after it begins. One line of wisp's own
 * stands in its place.
 */
export interface Cut {
  headBytes: number;
  headLines: number;
  tailStart: number;
  tailLine: number;
}

/** One stream of a result as it was printed and as it was kept. */
export interface ResultStream {
  /** The frame line above it in the rendering (`stdout:`), or null for a result that is nothing but this stream. */
  frame: string | null;
  sample: StreamSample;
  /** Lines of it that the stored output has. */
  keptLines: number;
  /** What the ceiling cut out of its middle; null when all of it is kept. */
  cut: Cut | null;
  /** Lines of it that should be shown though they are in the middle. */
  excerpts?: ExcerptChoice;
  /** How head and excerpts share the room; half and no excerpts when absent. */
  split?: Split;
}

export interface ResultFacts {
  /** First line of the rendering: how a command ended. Null for what is no command. */
  header: string | null;
  streams: readonly ResultStream[];
  budget: number;
  outcome: string | null;
  firstFailure: FirstFailure | null;
  kept: NoteFacts['kept'];
  ways: Ways;
  isCommand: boolean;
}

export interface Result {
  text: string;
  /** What it shows of the output without header and note, for a view that says these in its own way. */
  shown: string;
  heldBack: HeldBack[];
  /** What the ceiling cut out, which nothing holds; null when nothing is lost. */
  lost: { bytes: number; lines: number } | null;
}

/** Share of the room that a stream with something to show has at the least (features C4). */
const SMALLEST_SHARE = 1 / 5;

/** Room below which nothing useful can be shown of a stream. A budget is never so small unless a setting makes it. */
const SMALLEST_ROOM = 256;

/** True when the rendering of these streams fits the budget with nothing held back. */
export function fitsBudget(header: string | null, streams: readonly ResultStream[], budget: number): boolean {
  const frames = frameBytes(header, streams);
  let used = frames;
  for (const { sample } of streams) {
    if (!fitsWhole(sample, budget - used)) return false;
    used += shownLength(sample.head);
  }
  return true;
}

/**
 * Renders a result within its budget, to the byte (features C1 to C5): header, frames, streams, and the note when
 * anything is held back. The rendering with nothing held back is what the store keeps, so line numbers agree.
 */
export function renderResult(facts: ResultFacts): Result {
  const { header, streams, budget } = facts;
  const frames = frameBytes(header, streams);
  if (fitsBudget(header, streams, budget)) {
    const fitted = streams.map((s) => fitStream(s.sample, budget));
    return { text: compose(header, streams, fitted), shown: withoutFrames(streams, fitted), heldBack: [], lost: null };
  }
  // The note's length depends on its numbers: reserve it for large ones, and shrink the room when it grew.
  let reserve = Buffer.byteLength(heldBackNote(worstCase(facts))) + 2;
  for (;;) {
    const fitted = fitStreams(facts, Math.max(SMALLEST_ROOM, budget - frames - reserve));
    const heldBack = fitted.flatMap((f) => f.held);
    const lost = lostBytes(fitted);
    const parts = fitted.map((f) => f.fitted);
    const body = compose(header, streams, parts);
    const gap = body.endsWith('\n') ? '\n' : '\n\n';
    const text = `${body}${gap}${heldBackNote({ ...facts, heldBack, lines: storedLines(facts), lost })}`;
    const over = Buffer.byteLength(text) - budget;
    if (over <= 0 || budget - frames - reserve < SMALLEST_ROOM) {
      return { text, shown: withoutFrames(streams, parts), heldBack, lost };
    }
    reserve += over;
  }
}

interface FittedPart {
  fitted: FittedStream;
  held: HeldBack[];
  lost: { bytes: number; lines: number };
}

function fitStreams(facts: ResultFacts, room: number): FittedPart[] {
  const rooms = shareRoom(facts.streams, room);
  let offset = facts.header === null ? 0 : 1;
  return facts.streams.map((stream, i) => {
    if (stream.frame !== null) offset++;
    const fitted = fitStream(
      stream.sample,
      rooms[i] ?? 0,
      stream.excerpts,
      stream.split,
      (line) => offset + lineAfterCut(line, stream.cut),
    );
    const part = account(stream, fitted, offset);
    offset += stream.keptLines;
    return part;
  });
}

/** Number of a line of a stream in what is kept of it; null for a line that the cut took. */
export function keptLine(line: number, cut: Cut | null): number | null {
  return cut && line > cut.headLines && line < cut.tailLine ? null : lineAfterCut(line, cut);
}

/** Number of a line of the stream in what is kept of it. */
function lineAfterCut(line: number, cut: Cut | null): number {
  return cut && line >= cut.tailLine && line > cut.headLines ? lineInTail(line, cut) : line;
}

const lineInTail = (line: number, cut: Cut): number => cut.headLines + 2 + line - cut.tailLine;

/** Splits each gap into what the store holds of it and what nothing holds. */
function account({ cut }: ResultStream, fitted: FittedStream, offset: number): FittedPart {
  const lost = { bytes: 0, lines: 0 };
  const held = fitted.gaps.map((gap) => {
    const { fromByte } = gap;
    const fromLine = offset + lineAfterCut(gap.fromLine, cut);
    const bytes = gap.end - gap.start;
    if (!cut || gap.start >= cut.tailStart || gap.end <= cut.headBytes) {
      return { fromLine, fromByte, toLine: offset + lineAfterCut(gap.toLine, cut), bytes };
    }
    lost.bytes += cut.tailStart - cut.headBytes;
    lost.lines += Math.max(0, cut.tailLine - cut.headLines - 1);
    return { fromLine, fromByte, toLine: offset + lineInTail(gap.toLine, cut), bytes: bytes - lost.bytes };
  });
  return { fitted, held, lost };
}

function lostBytes(parts: readonly FittedPart[]): { bytes: number; lines: number } | null {
  const bytes = parts.reduce((n, p) => n + p.lost.bytes, 0);
  return bytes === 0 ? null : { bytes, lines: parts.reduce((n, p) => n + p.lost.lines, 0) };
}

/** Shares the room in proportion to size, at least a fifth each; what one stream does not need, the other has. */
export function shareRoom(streams: readonly ResultStream[], room: number): number[] {
  const [a, b] = streams;
  if (!a || !b) return [room];
  const floor = Math.floor(room * SMALLEST_SHARE);
  const share = Math.round((room * a.sample.bytes) / (a.sample.bytes + b.sample.bytes));
  const first = Math.min(room - floor, Math.max(floor, share));
  const needA = needed(a, room);
  const needB = needed(b, room);
  if (needA <= first) return [needA, room - needA];
  if (needB <= room - first) return [room - needB, needB];
  return [first, room - first];
}

function needed(stream: ResultStream, room: number): number {
  return fitsWhole(stream.sample, room) ? shownLength(stream.sample.head) : Number.POSITIVE_INFINITY;
}

function frameBytes(header: string | null, streams: readonly ResultStream[]): number {
  // A frame line, its line feed, and the one that may be needed to end the stream before it.
  const frames = streams.reduce((n, s) => n + (s.frame === null ? 0 : Buffer.byteLength(s.frame) + 2), 0);
  return (header === null ? 0 : Buffer.byteLength(header) + 1) + frames;
}

function compose(header: string | null, streams: readonly ResultStream[], fitted: readonly FittedStream[]): string {
  let text = header === null ? '' : `${header}\n`;
  streams.forEach((stream, i) => {
    if (text !== '' && !text.endsWith('\n')) text += '\n';
    if (stream.frame !== null) text += `${stream.frame}\n`;
    text += fitted[i]?.text ?? '';
  });
  return text;
}

/** The streams alone: under their frames when there are two, else as they are. */
function withoutFrames(streams: readonly ResultStream[], fitted: readonly FittedStream[]): string {
  return streams.length === 1 ? (fitted[0]?.text ?? '') : compose(null, streams, fitted);
}

function storedLines(facts: ResultFacts): number {
  const frames = facts.streams.filter((s) => s.frame !== null).length;
  return (facts.header === null ? 0 : 1) + frames + facts.streams.reduce((n, s) => n + s.keptLines, 0);
}

/** A note as long as this result's could be with one gap a stream: every number at its largest. */
function worstCase(facts: ResultFacts): NoteFacts {
  const lines = storedLines(facts);
  const bytes = facts.streams.reduce((n, s) => n + s.sample.bytes, 0);
  const gaps = facts.streams.length;
  const held = { fromLine: Math.max(1, lines - 1), fromByte: bytes, toLine: lines, bytes };
  const cut = facts.streams.some((s) => s.cut !== null);
  const total = facts.streams.reduce((n, s) => n + s.sample.lines, 0);
  return {
    ...facts,
    heldBack: Array.from({ length: gaps }, () => held),
    lines,
    lost: cut ? { bytes, lines: total } : null,
  };
}
