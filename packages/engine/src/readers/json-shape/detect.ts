import { ShapeBuilder } from './shape-builder.ts';
import { JsonTokens } from './tokens.ts';

const EXAMINED = 64 * 1024;

/**
 * What the first bytes of an output (a few KiB are enough) are: one JSON document, JSON Lines, or null for neither. Only
 * arrays and objects count: a line that is a number or a word is no JSON output.
 */
export function detectJson(firstBytes: Uint8Array): 'json' | 'jsonl' | null {
  const cut = firstBytes.length > EXAMINED ? firstBytes.subarray(0, EXAMINED) : firstBytes;
  const text = new TextDecoder('utf-8').decode(cut).trimStart();
  if (!/^[[{]/.test(text)) return null;
  const end = text.indexOf('\n');
  const first = end === -1 ? text : text.slice(0, end);
  if (end !== -1 && isContainer(first) && /^\s*[{[]/.test(text.slice(end))) return 'jsonl';
  const tokens = new JsonTokens(new ShapeBuilder(1));
  tokens.push(text);
  return tokens.error === null && tokens.skipped === 0 ? 'json' : null;
}

function isContainer(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null;
  } catch {
    // The first line of a document over several lines is no JSON by itself.
    return false;
  }
}
