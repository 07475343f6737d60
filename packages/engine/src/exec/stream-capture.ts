import type { Failure } from '../readers/line.ts';
import { OutputScan, type ScanResult } from '../readers/output-scan.ts';
import { CEILING, type OutputStore } from '../store/output-store.ts';
import { LineFeed } from '../text/line-feed.ts';
import { OutputBuffer } from './output-buffer.ts';

/** Bytes of the start and the end of a stream that memory holds: as many as the largest budget can show. */
const BOUND = 64 * 1024;

/** One stream of a command while it runs: buffered, and read for failures as far as it may be kept. */
export class StreamCapture {
  readonly buffer: OutputBuffer;
  readonly #scan = new OutputScan();
  readonly #feed = new LineFeed((line) => this.#line(line));
  #read = 0;
  #lines = 0;

  constructor(id: string, stream: 'stdout' | 'stderr', store: OutputStore | null) {
    this.buffer = new OutputBuffer({
      bound: BOUND,
      openSpill: () => store?.openSpill(id, stream) ?? null,
      onChunk: (chunk) => this.#scanChunk(chunk),
    });
  }

  /**
   * What the scan found, once the command has ended. Lines are those of the stream. The end of a stream that passed the ceiling
   * is read too: what was not kept between is not.
   */
  finish(exitStatus: number | null): ScanResult {
    this.#feed.finish();
    const scanned = this.#lines;
    const unread = Math.max(0, this.buffer.bytes - CEILING);
    if (unread === 0) return this.#scan.finish(exitStatus);
    const tail = this.buffer.tail().subarray(-unread);
    const feed = tail.indexOf(0x0a) + 1;
    this.#feed.push(tail.subarray(feed));
    this.#feed.finish();
    const skipped = this.buffer.lines - this.#lines;
    const move = (line: number) => (line > scanned ? line + skipped : line);
    return movedScan(this.#scan.finish(exitStatus), move);
  }

  #scanChunk(chunk: Buffer): void {
    if (this.#read >= CEILING) return;
    this.#feed.push(chunk.subarray(0, CEILING - this.#read));
    this.#read += chunk.length;
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
