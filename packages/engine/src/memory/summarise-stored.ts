import { OutputSummary, type SummaryMode } from '../readers/summary/output-summary.ts';
import type { StoredOutput } from '../store/stored-output.ts';

/** Hands every page of a stored output to `onChunk`, in order. */
export function readPages(stored: StoredOutput, onChunk: (chunk: Buffer) => void): void {
  for (let page = 1; page <= stored.pages; page++) {
    const bytes = stored.page(page)?.bytes;
    if (bytes) onChunk(bytes);
  }
}

/** What the exact readers say of a stored output, within `bytes`; no model is asked. */
export async function summariseStored(stored: StoredOutput, mode: SummaryMode, bytes: number): Promise<string> {
  const summary = new OutputSummary();
  readPages(stored, (chunk) => summary.push(chunk));
  return summary.finish(mode, bytes).text;
}
