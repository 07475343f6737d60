import { CEILING, type Kept, type OutputStore } from '../store/output-store.ts';
import type { OutputRecord } from '../store/record.ts';
import { countLineFeeds, linesOf } from '../text/lines.ts';
import type { OutputBuffer } from './output-buffer.ts';

/** A stream as its output is composed: what was printed, and what of it the store holds. */
export interface KeptStream {
  frame: string;
  buffer: OutputBuffer;
  keptBytes: number;
  keptLines: number;
}

/** What becomes of an output: kept, or why not. */
export interface Keeping {
  kept: { record: OutputRecord } | { why: string };
  streams: readonly KeptStream[];
}

const FRAMES: readonly ['stdout:', 'stderr:'] = ['stdout:', 'stderr:'];

/** Share of the ceiling that a stream has at the least when both together pass it. */
const SMALLEST_SHARE = 1 / 5;

/** The streams that have something to show, under their frames, as if all of it were kept. */
export function framed(buffers: readonly [OutputBuffer, OutputBuffer]): KeptStream[] {
  return buffers.flatMap((buffer, i) =>
    buffer.bytes === 0 ? [] : [{ frame: FRAMES[i] ?? '', buffer, keptBytes: buffer.bytes, keptLines: buffer.lines }],
  );
}

/**
 * Keeps a command's output: the rendering with nothing held back, composed from memory or the spills, which go. Past the
 * ceiling each stream is cut, neither to less than a fifth of it.
 */
export function keepOutput(
  store: OutputStore,
  id: string,
  tool: string,
  header: string,
  streams: readonly KeptStream[],
  time: string,
): Keeping {
  const problem = streams.map((s) => s.buffer.spill?.failure).find((failure) => failure != null);
  if (problem) return { kept: { why: problem }, streams };
  const frames = Buffer.byteLength(header) + 1 + streams.reduce((n, s) => n + s.frame.length + 2, 0);
  const shared = cutToCeiling(streams, CEILING - frames);
  const lost = streams.reduce((n, s, i) => n + s.buffer.bytes - (shared[i]?.keptBytes ?? 0), 0);
  const facts = { id, tool, time, cut: lost > 0, lostBytes: lost };
  const kept: Kept = store.keep(parts(header, shared), facts);
  return { kept, streams: shared };
}

function cutToCeiling(streams: readonly KeptStream[], room: number): KeptStream[] {
  const total = streams.reduce((n, s) => n + s.buffer.bytes, 0);
  if (total <= room) return streams.map((s) => ({ ...s }));
  const floor = Math.floor(room * SMALLEST_SHARE);
  const [a, b] = streams.map((s) => s.buffer.bytes);
  if (a === undefined) return [];
  const first =
    b === undefined
      ? room
      : Math.max(room - b, Math.min(room - floor, Math.max(floor, Math.round((room * a) / total))));
  return streams.map((s, i) => ({
    ...s,
    keptBytes: Math.min(s.buffer.bytes, i === 0 ? first : room - Math.min(first, a)),
  }));
}

/** The parts of the rendering in order; counts the lines of a stream that is cut while it passes. */
function* parts(header: string, streams: readonly KeptStream[]): Generator<Buffer> {
  yield Buffer.from(`${header}\n`);
  for (const [i, stream] of streams.entries()) {
    yield Buffer.from(`${stream.frame}\n`);
    let feeds = 0;
    let lastByte: number | undefined;
    for (const block of blocks(stream)) {
      yield block;
      feeds += countLineFeeds(block);
      lastByte = block.at(-1);
    }
    stream.keptLines = linesOf(feeds, stream.keptBytes, lastByte);
    if (i < streams.length - 1 && lastByte !== 0x0a) yield Buffer.from('\n');
  }
}

function* blocks({ buffer, keptBytes }: KeptStream): Generator<Buffer> {
  const whole = buffer.whole();
  if (whole) yield whole.subarray(0, keptBytes);
  else if (buffer.spill) yield* buffer.spill.blocks(keptBytes);
}
