import type { Failure } from '../readers/line.ts';
import type { ScanResult } from '../readers/output-scan.ts';
import { CEILING } from '../store/output-store.ts';
import { LineFeed } from '../text/line-feed.ts';
import type { OutputBuffer } from './output-buffer.ts';

/** An output of a command that succeeded is read for failures up to this size: someone may have printed a log. */
const READ_ON_SUCCESS = 2 * 1024 * 1024;

/** True when a stream of a command that ended so is worth reading for what failed. */
export function worthReading(buffer: OutputBuffer, exitStatus: number | null): boolean {
  return buffer.bytes > 0 && (exitStatus !== 0 || buffer.bytes <= READ_ON_SUCCESS);
}

/**
 * Reads a stream for its failures once its command has ended, from memory or the spill. Lines are those of the stream. The end
 * of a stream that passed the ceiling is read too: what was not kept between is not. The readers are loaded here and not
 * before: most commands succeed in a few lines.
 */
export async function scanStream(buffer: OutputBuffer, exitStatus: number | null): Promise<ScanResult> {
  const { OutputScan } = await import('../readers/output-scan.ts');
  const scan = new OutputScan();
  let lines = 0;
  let bytes = 0;
  const feed = new LineFeed((line) => {
    lines++;
    scan.push(line);
  });
  for (const block of kept(buffer)) {
    bytes += block.length;
    feed.push(block);
  }
  feed.finish();
  const scanned = lines;
  const left = buffer.bytes - bytes;
  if (left === 0) return scan.finish(exitStatus);
  const tail = buffer.tail().subarray(-left);
  feed.push(tail.subarray(tail.indexOf(0x0a) + 1));
  feed.finish();
  const skipped = buffer.lines - lines;
  return moved(scan.finish(exitStatus), (line) => (line > scanned ? line + skipped : line));
}

/** The bytes that are still at hand, from the first on. A spill that failed is gone: of what it held only the end is left. */
function* kept(buffer: OutputBuffer): Generator<Buffer> {
  const whole = buffer.whole();
  if (whole) yield whole;
  else if (buffer.spill?.failure === null) yield* buffer.spill.blocks(Math.min(CEILING, buffer.spill.bytes));
}

/** The result with its line numbers moved. */
function moved({ report, excerpts }: ScanResult, move: (line: number) => number): ScanResult {
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
