/** Items of one chunk. Appending copies one chunk and the list of chunks, never the whole. */
const CHUNK = 256;

/** Chunks that are kept; the oldest goes when one more begins. */
const MAX_CHUNKS = 400;

/**
 * An append-only list that is never changed in place: a later version shares all but its last chunk with the earlier one.
 * Items are counted from the first ever appended, so an index means the same item for as long as it is kept.
 */
export interface Log<T> {
  readonly chunks: readonly (readonly T[])[];
  /** Index of the oldest item that is kept. */
  readonly first: number;
  /** One past the index of the newest. */
  readonly end: number;
}

export const EMPTY_LOG: Log<never> = { chunks: [], first: 0, end: 0 };

/** The log with one more item. */
export function append<T>(log: Log<T>, item: T): Log<T> {
  const last = log.chunks.at(-1);
  if (last && last.length < CHUNK) {
    return { ...log, chunks: [...log.chunks.slice(0, -1), [...last, item]], end: log.end + 1 };
  }
  const chunks = [...log.chunks, [item]];
  if (chunks.length <= MAX_CHUNKS) return { ...log, chunks, end: log.end + 1 };
  return { chunks: chunks.slice(1), first: log.first + CHUNK, end: log.end + 1 };
}

/** The item at `index`, or undefined when it is not kept. */
export function at<T>(log: Log<T>, index: number): T | undefined {
  const place = index - log.first;
  return place < 0 ? undefined : log.chunks[Math.floor(place / CHUNK)]?.[place % CHUNK];
}

/** The log with another item at `index`; unchanged when that one is not kept. */
export function replace<T>(log: Log<T>, index: number, item: T): Log<T> {
  const place = index - log.first;
  const chunk = log.chunks[Math.floor(place / CHUNK)];
  if (place < 0 || !chunk || place % CHUNK >= chunk.length) return log;
  const chunks = log.chunks.with(Math.floor(place / CHUNK), chunk.with(place % CHUNK, item));
  return { ...log, chunks };
}

/** The log without the items from `index` on. */
export function cutAt<T>(log: Log<T>, index: number): Log<T> {
  if (index >= log.end) return log;
  const keep = Math.max(0, index - log.first);
  const whole = log.chunks.slice(0, Math.floor(keep / CHUNK));
  const part = log.chunks[whole.length]?.slice(0, keep % CHUNK) ?? [];
  return { chunks: part.length > 0 ? [...whole, part] : whole, first: log.first, end: log.first + keep };
}
