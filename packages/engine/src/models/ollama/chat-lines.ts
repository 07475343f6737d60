import { clip } from '../../text/format.ts';
import { parseJson } from '../http-body.ts';
import { BodyTooLargeError, ErrorLineError, StreamEndedError } from '../http-errors.ts';

const LF = 0x0a;
const LONGEST_LINE = 32 * 1024 * 1024;

/**
 * Passes the lines of a streamed chat answer on whole, and ends after the one that says `done`. Throws ErrorLineError for
 * a line that reports a failure, which any object without `message` is, and StreamEndedError when the body ends before
 * `done`. A line that is no JSON object is left out and given to `onUnreadable`.
 */
export async function* chatLines(
  body: AsyncIterable<Uint8Array>,
  onUnreadable: (line: string) => void,
): AsyncGenerator<Uint8Array> {
  for await (const line of wholeLines(body)) {
    const state = inspect(line);
    if (state === 'blank') continue;
    if (state === 'unreadable') onUnreadable(clip(line.toString('utf8').trim(), 200));
    else yield line;
    if (state === 'done') return;
  }
  throw new StreamEndedError('the stream ended before the reply was done');
}

async function* wholeLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = [];
  let held = 0;
  for await (const chunk of body) {
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      yield Buffer.concat([...pending, chunk.subarray(start, end + 1)]);
      pending = [];
      held = 0;
      start = end + 1;
    }
    if (start === chunk.byteLength) continue;
    pending.push(chunk.subarray(start));
    held += chunk.byteLength - start;
    if (held > LONGEST_LINE) throw new BodyTooLargeError(`a line of the reply passed ${LONGEST_LINE} bytes`);
  }
  if (held > 0) yield Buffer.concat(pending);
}

function inspect(line: Buffer): 'blank' | 'unreadable' | 'part' | 'done' {
  const text = line.toString('utf8').trim();
  if (text === '') return 'blank';
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'unreadable';
  if ('error' in value) {
    const { error } = value;
    const status = 'StatusCode' in value && typeof value.StatusCode === 'number' ? value.StatusCode : null;
    throw new ErrorLineError(typeof error === 'string' ? error : JSON.stringify(error), status);
  }
  // Seen in 0.11: the failure's text is the key.
  if (!('message' in value)) throw new ErrorLineError(clip(text, 1000), null);
  return 'done' in value && value.done === true ? 'done' : 'part';
}
