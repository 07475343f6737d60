import { setImmediate } from 'node:timers/promises';
import type { Place } from '../budget/ways.ts';
import type { StoredOutput } from '../store/stored-output.ts';
import { fillRows, rowText } from './rows.ts';

/** Most chunks that one question is asked of. */
const MOST_CHUNKS = 48;

/** A run of an output that one call is asked about: byte offsets, and its first and last line. */
export interface Chunk {
  from: Place;
  start: number;
  end: number;
  toLine: number;
}

/** Every chunk of an output, of at most `room` bytes as it is shown, cut at line ends where lines are not too long. */
export async function chunksOf(stored: StoredOutput, room: number): Promise<Chunk[]> {
  const { bytes } = stored.record;
  const chunks: Chunk[] = [];
  let from: Place | null = bytes === 0 ? null : { line: 1, byte: 1 };
  let start = 0;
  while (from) {
    const { rows, next, end } = fillRows(stored, from, start, bytes, room);
    chunks.push({ from, start, end, toLine: rows.at(-1)?.line ?? from.line });
    from = next;
    start = end;
    // 16 MiB are some hundred chunks: others have their turn between them.
    await setImmediate();
  }
  return chunks;
}

/** Those that are asked: all, or as many from the beginning as from the end, where causes and outcomes stand. */
export function chosen(chunks: readonly Chunk[]): { asked: readonly Chunk[]; leftOut: readonly Chunk[] } {
  if (chunks.length <= MOST_CHUNKS) return { asked: chunks, leftOut: [] };
  const head = MOST_CHUNKS / 2;
  const tail = chunks.length - head;
  return { asked: [...chunks.slice(0, head), ...chunks.slice(tail)], leftOut: chunks.slice(head, tail) };
}

/** A chunk's lines, each with its number. */
export function chunkText(stored: StoredOutput, { from, start, end }: Chunk, room: number): string {
  return fillRows(stored, from, start, end, room).rows.map(rowText).join('');
}
