import { createParser } from 'eventsource-parser';
import { clip } from '../../text/format.ts';
import { parseJson } from '../http-body.ts';
import { BodyTooLargeError, ErrorLineError, ShapeError, StreamEndedError } from '../http-errors.ts';
import { Completion, type ThinkingField } from './completion.ts';
import { completionChunk } from './wire.ts';

const LONGEST_EVENT = 32 * 1024 * 1024;
const END = '[DONE]';

/** What a stream is told about while it is read. */
export interface StreamHooks {
  /** An event that is no JSON object, and is left out. */
  onUnreadable(text: string): void;
  /** Where the reply's thinking came, once it is whole. */
  onThinking(field: ThinkingField): void;
}

/**
 * Reads the answer to `POST /v1/chat/completions` as pieces for `readReply`: server-sent events (WHATWG HTML, 9.2), or one
 * JSON body of a server that does not stream. Throws ErrorLineError for a failure that it reports, StreamEndedError when
 * it ends before the reply does, ShapeError for JSON of another shape.
 */
export async function* completionPieces(response: Response, hooks: StreamHooks): AsyncGenerator<object> {
  const completion = new Completion();
  const whole = response.headers.get('content-type')?.includes('json') ?? false;
  for await (const data of whole ? [await response.text()] : events(response)) {
    if (data === END) break;
    const value = parseJson(data);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      hooks.onUnreadable(clip(data.trim(), 200));
      continue;
    }
    throwReported(value);
    const chunk = completionChunk.safeParse(value);
    if (!chunk.success) throw new ShapeError('an event of the reply is of another shape', { cause: chunk.error });
    yield* completion.read(chunk.data);
  }
  if (!completion.finished) throw new StreamEndedError('the stream ended before the reply was done');
  if (completion.thinkingField) hooks.onThinking(completion.thinkingField);
  yield completion.end();
}

/** The data of each event. llama.cpp's server once sent failures in a field `error:`, which no event has. */
async function* events(response: Response): AsyncGenerator<string> {
  const ready: string[] = [];
  const parser = createParser({
    maxBufferSize: LONGEST_EVENT,
    onEvent: ({ data }) => ready.push(data),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded')
        throw new BodyTooLargeError(`an event of the reply passed ${LONGEST_EVENT} bytes`, { cause: error });
      if (error.field === 'error') throw new ErrorLineError(error.value ?? '', null);
    },
  });
  const decoder = new TextDecoder();
  if (response.body) {
    for await (const bytes of response.body) {
      parser.feed(decoder.decode(bytes, { stream: true }));
      yield* ready.splice(0);
    }
  }
  // A server may end without the empty line that ends an event.
  parser.feed('\n\n');
  yield* ready.splice(0);
}

function throwReported(value: object): void {
  if (!('error' in value) || value.error === null || value.error === undefined) return;
  const { error } = value;
  const code = typeof error === 'object' && 'code' in error && typeof error.code === 'number' ? error.code : null;
  throw new ErrorLineError(typeof error === 'string' ? error : JSON.stringify(error), code);
}
