import { createHash } from 'node:crypto';
import type { Cut } from '../budget/result.ts';
import { CEILING, type Kept, type OutputStore } from '../store/output-store.ts';
import { grouped, size } from '../text/format.ts';
import { cutStream, keptLines } from './cut.ts';
import type { OutputBuffer } from './output-buffer.ts';

/** A stream as its output is composed: what was printed, and what of it the store holds. */
export interface KeptStream {
  frame: string;
  buffer: OutputBuffer;
  /** Lines of it in the stored output. */
  keptLines: number;
  cut: Cut | null;
}

/** What becomes of an output: kept, or why not. */
export interface Keeping {
  kept: Kept;
  streams: readonly KeptStream[];
}

const FRAMES: readonly ['stdout:', 'stderr:'] = ['stdout:', 'stderr:'];

/** Share of the ceiling that a stream has at the least when both together pass it. */
const SMALLEST_SHARE = 1 / 5;

/** The streams that have something to show, under their frames, as if all of it were kept. */
export function framed(buffers: readonly [OutputBuffer, OutputBuffer]): KeptStream[] {
  return buffers.flatMap((buffer, i) =>
    buffer.bytes === 0 ? [] : [{ frame: FRAMES[i] ?? '', buffer, keptLines: buffer.lines, cut: null }],
  );
}

/** Which output is kept, and of which call. */
export interface KeepFacts {
  id: string;
  tool: string;
  time: string;
  /** First line of the rendering. */
  header: string;
}

/**
 * Keeps a command's output: the rendering with nothing held back, composed from memory or the spills. Past the ceiling a
 * stream's middle is cut out, its end kept: that is where a failure is told. Neither stream has less than a fifth.
 */
export function keepOutput(
  store: OutputStore,
  { header, ...facts }: KeepFacts,
  printed: readonly KeptStream[],
): Keeping {
  const problem = printed.map((s) => s.buffer.spill?.failure).find((failure) => failure != null);
  if (problem) return { kept: { why: problem }, streams: printed };
  const frames = Buffer.byteLength(header) + 1 + printed.reduce((n, s) => n + s.frame.length + 2, 0);
  const streams = cutToCeiling(printed, CEILING - frames);
  const cut = streams.some((s) => s.cut !== null);
  const totalBytes = cut ? frames - 1 + printed.reduce((n, s) => n + s.buffer.bytes, 0) : null;
  return { kept: store.keep(parts(header, streams), { ...facts, cut, totalBytes }), streams };
}

/**
 * SHA-256 of the rendering with nothing held back, which is what would be kept of it, as hexadecimal; null when memory does
 * not hold all of it.
 */
export function renderingHash(header: string, printed: readonly KeptStream[]): string | null {
  if (printed.some(({ buffer }) => buffer.whole() === null)) return null;
  const hash = createHash('sha256');
  for (const part of parts(header, printed)) hash.update(part);
  return hash.digest('hex');
}

function cutToCeiling(streams: readonly KeptStream[], room: number): KeptStream[] {
  const total = streams.reduce((n, s) => n + s.buffer.bytes, 0);
  if (total <= room) return [...streams];
  const floor = Math.floor(room * SMALLEST_SHARE);
  const [a = 0, b = 0] = streams.map((s) => s.buffer.bytes);
  const share = Math.min(room - floor, Math.max(floor, Math.round((room * a) / total)));
  const first = streams.length === 1 ? room : Math.min(a, Math.max(room - b, share));
  return streams.map((stream, i) => {
    const cut = cutStream(stream.buffer, i === 0 ? first : room - first);
    return { ...stream, cut, keptLines: cut ? keptLines(stream.buffer, cut) : stream.keptLines };
  });
}

/** The parts of the rendering in order, each part ended before a frame or a cut. */
function* parts(header: string, streams: readonly KeptStream[]): Generator<Buffer> {
  let lastByte: number | undefined = 0x0a;
  yield Buffer.from(`${header}\n`);
  for (const stream of streams) {
    if (lastByte !== 0x0a) yield Buffer.from('\n');
    yield Buffer.from(`${stream.frame}\n`);
    for (const block of blocks(stream)) {
      yield block;
      lastByte = block.at(-1);
    }
  }
}

function* blocks({ buffer, cut }: KeptStream): Generator<Buffer> {
  const whole = buffer.whole();
  if (whole) yield whole;
  else if (!cut) yield* buffer.spill?.blocks(buffer.bytes) ?? [];
  else {
    let lastByte: number | undefined;
    for (const block of buffer.spill?.blocks(cut.headBytes) ?? []) {
      yield block;
      lastByte = block.at(-1);
    }
    const bytes = cut.tailStart - cut.headBytes;
    const lines = Math.max(0, cut.tailLine - cut.headLines - 1);
    yield Buffer.from(
      `${lastByte === 0x0a ? '' : '\n'}[… ${grouped(lines)} lines (${size(bytes)}) were not kept: the output passed ${size(CEILING)} …]\n`,
    );
    yield buffer.tail().subarray(cut.tailStart - buffer.bytes);
  }
}
