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
  readonly #feed = new LineFeed((line) => this.#scan.push(line));
  #read = 0;

  constructor(id: string, stream: 'stdout' | 'stderr', store: OutputStore | null) {
    this.buffer = new OutputBuffer({
      bound: BOUND,
      openSpill: () => store?.openSpill(id, stream) ?? null,
      onChunk: (chunk) => this.#scanChunk(chunk),
    });
  }

  /** What the scan found, once the command has ended. */
  finish(exitStatus: number | null): ScanResult {
    this.#feed.finish();
    return this.#scan.finish(exitStatus);
  }

  /** Past the ceiling nothing is kept, so nothing that is found there could be shown. */
  #scanChunk(chunk: Buffer): void {
    if (this.#read >= CEILING) return;
    this.#feed.push(chunk.subarray(0, CEILING - this.#read));
    this.#read += chunk.length;
  }
}
