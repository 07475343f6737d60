import type { Failure } from '../readers/line.ts';
import { OutputScan, type ScanResult } from '../readers/output-scan.ts';
import { CEILING, type OutputStore } from '../store/output-store.ts';
import { LineFeed } from '../text/line-feed.ts';
import { OutputBuffer } from './output-buffer.ts';

/** Bytes of the start and the end of a stream that memory holds: as many as the largest budget can show. */
const BOUND = 64 * 1024;

/** Milliseconds of reading for failures that a stream costs whatever its pace. */
const ALWAYS_READ_MS = 20;

/** Share of the time since its first byte that a stream may be read for while it comes. */
const READING_SHARE = 0.15;

/**
 * One stream of a command while it runs: buffered, and read for failures. A build prints slowly and is read while it runs;
 * a command that prints faster than it can be read is not held back for it.
 */
export class StreamCapture {
  readonly buffer: OutputBuffer;
  readonly #scan = new OutputScan();
  readonly #feed = new LineFeed((line) => this.#line(line));
  readonly #now: () => number;
  #began: number | null = null;
  #read = 0;
  #reading = 0;
  #lines = 0;

  constructor(id: string, stream: 'stdout' | 'stderr', store: OutputStore | null, now = () => performance.now()) {
    this.#now = now;
    this.buffer = new OutputBuffer({
      bound: BOUND,
      openSpill: () => store?.openSpill(id, stream) ?? null,
      onChunk: (chunk) => this.#chunk(chunk),
    });
  }

  /**
   * What the scan found, once the command has ended. Lines are those of the stream. The end of a stream that passed the
   * ceiling is read too: what was not kept between is not.
   */
  finish(exitStatus: number | null): ScanResult {
    if (exitStatus !== 0) for (const block of this.#unread()) this.#take(block);
    this.#feed.finish();
    const scanned = this.#lines;
    const left = this.buffer.bytes - this.#read;
    if (left === 0 || exitStatus === 0) return this.#scan.finish(exitStatus);
    const tail = this.buffer.tail().subarray(-left);
    this.#feed.push(tail.subarray(tail.indexOf(0x0a) + 1));
    this.#feed.finish();
    const skipped = this.buffer.lines - this.#lines;
    const move = (line: number) => (line > scanned ? line + skipped : line);
    return movedScan(this.#scan.finish(exitStatus), move);
  }

  #chunk(chunk: Buffer): void {
    const began = this.#now();
    this.#began ??= began;
    const behind = this.#read < this.buffer.bytes;
    const allowed = ALWAYS_READ_MS + (began - this.#began) * READING_SHARE;
    if (behind || this.#read >= CEILING || this.#reading > allowed) return;
    this.#take(chunk.subarray(0, CEILING - this.#read));
    this.#reading += this.#now() - began;
  }

  /** What was left for later, as far as it may be kept. */
  *#unread(): Generator<Buffer> {
    const whole = this.buffer.whole();
    if (whole) yield whole.subarray(this.#read);
    const { spill } = this.buffer;
    // A spill that failed is gone: of what it held only the end is still in memory.
    if (!whole && spill?.failure === null && spill.bytes > this.#read) yield* spill.blocks(spill.bytes, this.#read);
  }

  #take(chunk: Buffer): void {
    this.#read += chunk.length;
    this.#feed.push(chunk);
  }

  #line(line: string): void {
    this.#lines++;
    this.#scan.push(line);
  }
}

/** The result with its line numbers moved. */
function movedScan({ report, excerpts }: ScanResult, move: (line: number) => number): ScanResult {
  const failure = (f: Failure): Failure => ({ ...f, line: move(f.line), endLine: move(f.endLine) });
  return {
    report: {
      ...report,
      failures: report.failures.map(failure),
      warnings: report.warnings.map(failure),
      tallies: report.tallies.map((t) => ({ ...t, line: move(t.line) })),
    },
    excerpts:
      excerpts && ((room) => excerpts(room).map((e) => ({ fromLine: move(e.fromLine), toLine: move(e.toLine) }))),
  };
}
