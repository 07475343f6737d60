import type { ExcerptChoice, LineRange } from '../budget/fit.ts';
import type { FirstFailure, HeldBack, Ways } from '../budget/note.ts';
import type { Window } from '../budget/piece.ts';
import { fitsBudget, keptLine, type ResultStream, renderResult } from '../budget/result.ts';
import { causeSplit } from '../readers/cause/split.ts';
import type { ScanResult } from '../readers/output-scan.ts';
import type { OutputStore } from '../store/output-store.ts';
import type { OutputRecord } from '../store/record.ts';
import { StoredOutput } from '../store/stored-output.ts';
import { cleanOutput } from '../text/clean.ts';
import { countLineFeeds } from '../text/lines.ts';
import { type CommandEnd, type CommandSpec, runCommand } from './command-runner.ts';
import { framed, type KeptStream, keepOutput, renderingHash } from './keep.ts';
import { headerOf, outcomeOf } from './outcome.ts';
import { OutputBuffer } from './output-buffer.ts';
import { scanStream, worthReading } from './stream-scan.ts';

/** Bytes of the start and the end of a stream that memory holds: as many as the largest budget can show. */
const BOUND = 64 * 1024;

/** Longest run of bytes that is read for an excerpt. */
const EXCERPT_BYTES = 64 * 1024;

export interface CaptureSpec extends Omit<CommandSpec, 'stdout' | 'stderr'> {
  /** The audit call id, which becomes the id of the output when it is kept. */
  id: string;
  tool: string;
  budget: number;
  ways: Ways;
  /** Where to keep what is held back. */
  store: OutputStore;
  now: () => Date;
  /** Told how many bytes both streams have printed so far, at each chunk. */
  onPrinted?: ((bytes: number) => void) | undefined;
}

/** A command's result as its reader sees it, and what became of the rest. */
export interface Captured {
  text: string;
  /** What the text shows of the output, without header and note. */
  shown: string;
  end: CommandEnd;
  outcome: string;
  heldBack: HeldBack[];
  /** What the ceiling cut out, which nothing holds; null when nothing is lost. */
  lost: { bytes: number; lines: number } | null;
  firstFailure: FirstFailure | null;
  stored: OutputRecord | null;
  /** Why what is held back was not kept; null when it was, or when nothing is held back. */
  notKept: string | null;
  /** SHA-256 of the rendering with nothing held back; null when it is neither kept whole nor in memory. */
  sha256: string | null;
  stdoutBytes: number;
  stderrBytes: number;
}

/**
 * Runs a command and renders its result within the budget (features C4, C5). What does not fit, or can not be shown as it
 * was printed, is kept whole. One runner for the model's commands and the person's.
 */
export async function capture(spec: CaptureSpec): Promise<Captured> {
  const bufferOf = (stream: 'stdout' | 'stderr') =>
    new OutputBuffer({ bound: BOUND, openSpill: () => spec.store.openSpill(spec.id, stream) });
  const stdout = bufferOf('stdout');
  const stderr = bufferOf('stderr');
  const into = (buffer: OutputBuffer) => (chunk: Buffer) => {
    const waits = buffer.push(chunk);
    spec.onPrinted?.(stdout.bytes + stderr.bytes);
    return waits;
  };
  const end = await runCommand({ ...spec, stdout: into(stdout), stderr: into(stderr) });
  try {
    return await render(spec, end, stdout, stderr);
  } finally {
    for (const { spill } of [stdout, stderr]) await spill?.remove();
  }
}

async function render(
  spec: CaptureSpec,
  end: CommandEnd,
  stdout: OutputBuffer,
  stderr: OutputBuffer,
): Promise<Captured> {
  const header = headerOf(end, spec.timeout);
  const outcome = outcomeOf(end, spec.timeout);
  const { exitStatus } = end;
  const printed = framed([stdout, stderr]);
  const fits = fitsBudget(
    header,
    printed.map((s) => resultStream(s)),
    spec.budget,
  );
  const scans: (ScanResult | undefined)[] = [];
  for (const { buffer } of printed) {
    const reads = (!fits || exitStatus !== 0) && worthReading(buffer, exitStatus);
    scans.push(reads ? await scanStream(buffer, exitStatus) : undefined);
  }
  const keep = !fits || printed.some(changed);
  const { kept, streams } = keep ? keepFor(spec, header, printed) : { kept: null, streams: printed };
  const record = kept && 'record' in kept ? kept.record : null;
  const stored = record ? StoredOutput.of(spec.store.directory, record) : null;
  try {
    const failure = firstFailure(streams, scans, stored);
    const result = renderResult({
      header: streams.length === 0 ? `${header}\n(no output)` : header,
      streams: streams.map((stream, i) =>
        resultStream(stream, scans[i]?.excerpts ?? null, stored, offsetOf(streams, i), spec.budget),
      ),
      budget: spec.budget,
      outcome,
      firstFailure: failure,
      kept: record ? { id: record.id } : { why: kept && 'why' in kept ? kept.why : '' },
      ways: spec.ways,
      isCommand: true,
    });
    const notKept = result.heldBack.length > 0 && kept && 'why' in kept ? kept.why : null;
    const bytes = { stdoutBytes: stdout.bytes, stderrBytes: stderr.bytes };
    const sha256 = wholeHash(record, header, printed);
    return { ...result, end, outcome, firstFailure: failure, stored: record, notKept, sha256, ...bytes };
  } finally {
    stored?.close();
  }
}

function keepFor(spec: CaptureSpec, header: string, streams: readonly KeptStream[]) {
  const facts = { id: spec.id, tool: spec.tool, time: spec.now().toISOString(), header };
  return keepOutput(spec.store, facts, streams);
}

/** What the ceiling cut can not be compared by what is left of it. */
function wholeHash(record: OutputRecord | null, header: string, printed: readonly KeptStream[]): string | null {
  if (record) return record.cut ? null : record.sha256;
  return renderingHash(header, printed);
}

/** True when what the model is shown is not, byte for byte, what was printed: then the bytes are kept too. */
function changed({ buffer }: KeptStream): boolean {
  const whole = buffer.whole();
  return whole !== null && cleanOutput(whole.toString('utf8')) !== whole.toString('utf8');
}

/** Lines of the rendering that stand before stream `i`. */
function offsetOf(streams: readonly KeptStream[], i: number): number {
  return 1 + i + 1 + streams.slice(0, i).reduce((n, s) => n + s.keptLines, 0);
}

function resultStream(
  stream: KeptStream,
  excerpts: ExcerptChoice | null = null,
  stored: StoredOutput | null = null,
  lineOffset = 0,
  budget = 0,
): ResultStream {
  const { frame, buffer, keptLines, cut } = stream;
  const tail = buffer.tail();
  const feeds = buffer.lines - (buffer.endsLine || buffer.bytes === 0 ? 0 : 1);
  const window = { bytes: tail, start: buffer.bytes - tail.length, firstLine: feeds - countLineFeeds(tail) + 1 };
  const sample = { bytes: buffer.bytes, lines: buffer.lines, head: buffer.head(), tail: window };
  const chosen = excerpts ? { excerpts, split: causeSplit(budget) } : {};
  const read = stored ? (range: LineRange) => storedWindow(stored, stream, range, lineOffset) : undefined;
  return { frame, sample: { ...sample, ...(read ? { read } : {}) }, keptLines, cut, ...chosen };
}

/** The lines of a range of a stream, read from the store; null for what is not in its part before a cut. */
function storedWindow(
  stored: StoredOutput,
  { cut, keptLines }: KeptStream,
  range: LineRange,
  lineOffset: number,
): Window | null {
  if (range.toLine > (cut?.headLines ?? keptLines)) return null;
  const base = stored.lineOffset(lineOffset + 1);
  const start = stored.lineOffset(range.fromLine + lineOffset);
  const end = Math.min(stored.lineOffset(range.toLine + lineOffset + 1), start + EXCERPT_BYTES);
  return { bytes: stored.read(start, end), start: start - base, firstLine: range.fromLine };
}

/** The first root cause that a known format states, at its line of the rendering, in that line's own text. */
function firstFailure(
  streams: readonly KeptStream[],
  scans: readonly (ScanResult | undefined)[],
  stored: StoredOutput | null,
): FirstFailure | null {
  for (const [i, stream] of streams.entries()) {
    const report = scans[i]?.report;
    const lead = report?.failures[report.groups[0]?.lead ?? 0];
    const kept = lead ? keptLine(lead.line, stream.cut) : null;
    if (!lead || kept === null) continue;
    const line = kept + offsetOf(streams, i);
    return { line, text: lineText(stream, lead.line, stored, line) ?? lead.message };
  }
  return null;
}

function lineText(stream: KeptStream, line: number, stored: StoredOutput | null, storedLine: number): string | null {
  const window = stored
    ? stored.read(
        stored.lineOffset(storedLine),
        Math.min(stored.lineOffset(storedLine + 1), stored.lineOffset(storedLine) + EXCERPT_BYTES),
      )
    : stream.buffer.whole();
  if (!window) return null;
  const text = window.toString('utf8').split('\n')[stored ? 0 : line - 1];
  return text === undefined ? null : cleanOutput(text);
}
