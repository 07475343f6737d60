import type { Outbound } from '@wisp/protocol';

/** Nominal size of a page, in bytes. */
const PAGE = 65_536;

export type PageView = Extract<Outbound, { type: 'view'; page: number; text: string }>;

/** An output and its pages, cut as the protocol says: nominal boundaries moved to the end of the line that crosses them. */
export class StoredOutput {
  readonly id: string;
  readonly bytes: Buffer;
  readonly lines: number;
  readonly #bounds: number[];
  readonly #lineStarts: number[];

  constructor(id: string, bytes: Buffer) {
    this.id = id;
    this.bytes = bytes;
    this.#bounds = boundaries(bytes);
    this.#lineStarts = [0];
    for (let at = bytes.indexOf(10); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(10, at + 1)) {
      this.#lineStarts.push(at + 1);
    }
    this.lines = bytes.length === 0 ? 0 : this.#lineStarts.length;
  }

  get pages(): number {
    return Math.max(1, this.#bounds.length - 1);
  }

  /** The next line after `line`, or before it, that holds `text`; null when there is none. */
  search(text: string, line: number, forward: boolean): number | null {
    const lines = this.bytes.toString('utf8').split('\n');
    const holds = (one: string) => one.toLowerCase().includes(text.toLowerCase());
    const index = forward
      ? lines.findIndex((one, at) => at + 1 > line && holds(one))
      : lines.findLastIndex((one, at) => at + 1 < line && holds(one));
    return index === -1 ? null : index + 1;
  }

  page(number: number): PageView {
    const start = this.#bounds[number - 1] ?? 0;
    const end = this.#bounds[number] ?? this.bytes.length;
    const text = this.bytes.subarray(start, end).toString('utf8');
    return {
      type: 'view',
      kind: 'output',
      id: this.id,
      page: number,
      pages: this.pages,
      text,
      firstLine: upTo(this.#lineStarts, start),
      lines: upTo(this.#lineStarts, end - 1) - upTo(this.#lineStarts, start - 1),
      start,
      end,
      totalBytes: this.bytes.length,
      totalLines: this.lines,
      cut: false,
      exact: true,
      last: number === this.pages,
    };
  }
}

/** `line 1`, `line 2` …, each filled up to `width` bytes. */
export function numberedLines(count: number, width = 40): Buffer {
  const lines: string[] = [];
  for (let n = 1; n <= count; n++) lines.push(`line ${n} `.padEnd(width - 1, '.'));
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** How many of the ascending `starts` are at most `offset`. */
function upTo(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function boundaries(bytes: Buffer): number[] {
  const bounds = [0];
  for (let nominal = PAGE; nominal < bytes.length; nominal += PAGE) {
    const last = bounds.at(-1) ?? 0;
    if (nominal <= last) continue;
    const feed = bytes.indexOf(10, nominal - 1);
    let cut = feed === -1 ? bytes.length : feed + 1;
    if (cut - nominal > PAGE) {
      cut = nominal;
      while (((bytes[cut] ?? 0) & 0xc0) === 0x80) cut -= 1;
    }
    if (cut > last && cut < bytes.length) bounds.push(cut);
  }
  return [...bounds, bytes.length];
}
