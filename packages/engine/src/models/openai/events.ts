import { setTimeout as wait } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { errorCode } from '../../text/error-code.ts';
import { clip } from '../../text/format.ts';
import { parseJson } from '../http-body.ts';
import { BodyTooLargeError, ErrorLineError, IdleError, ShapeError, StreamEndedError } from '../http-errors.ts';
import { Completion, type ThinkingField } from './completion.ts';
import { type CompletionChunk, completionChunk } from './wire.ts';

const LONGEST_EVENT = 32 * 1024 * 1024;
const END = '[DONE]';
/** How long what follows a whole reply, its counts, is waited for, in milliseconds. */
const TAIL_MS = 1000;

/** What a stream is told about while it is read. */
export interface StreamHooks {
  /** A sentence for the person; the reply goes on. */
  onWarning(text: string): void;
  /** Where the reply's thinking came, once it is whole. */
  onThinking(field: ThinkingField): void;
}

/**
 * Reads the answer to `POST /v1/chat/completions` as pieces for `readReply`: server-sent events (WHATWG HTML, 9.2), or one
 * JSON body of a server that does not stream. Throws ErrorLineError for a failure that it reports, StreamEndedError when
 * it ends before the reply does, ShapeError for JSON of another shape and for what is no stream of events.
 */
export async function* completionPieces(response: Response, hooks: StreamHooks): AsyncGenerator<object> {
  const completion = new Completion();
  const type = response.headers.get('content-type') ?? '';
  const isWhole = type.includes('json');
  let ended = false;
  try {
    for await (const data of isWhole ? [await response.text()] : toTheEnd(dataOf(response, type), completion)) {
      ended = data === END;
      if (ended) break;
      const chunk = readEvent(data, hooks, isWhole);
      if (chunk) yield* completion.read(chunk);
      // Some servers leave [DONE] out, and the connection open.
      if (completion.settled) break;
    }
  } catch (error) {
    // What breaks after the end of the reply takes nothing from it.
    if (!completion.finished || !isConnection(error)) throw error;
  }
  if (!completion.finished && !(ended && completion.said && !completion.gaveUp))
    throw new StreamEndedError('the stream ended before the reply was done');
  if (completion.filtered) {
    if (!completion.said) throw new ErrorLineError('its content filter stopped the reply', null);
    hooks.onWarning('The content filter of the server ended the reply.');
  }
  if (completion.thinkingField) hooks.onThinking(completion.thinkingField);
  yield completion.end();
}

/** Passes events on. Once the reply has its end they get a moment: some servers send no more, and close nothing. */
async function* toTheEnd(events: AsyncGenerator<string>, completion: Completion): AsyncGenerator<string> {
  for (;;) {
    const next = events.next();
    const event = await (completion.finished ? soon(next) : next);
    if (event === null || event.done) return;
    yield event.value;
  }
}

/** What `next` gives, or null when that takes too long; it then fails unheard when the connection is closed. */
function soon<T>(next: Promise<T>): Promise<T | null> {
  next.catch(() => undefined);
  return Promise.race([next, wait(TAIL_MS, null, { ref: false })]);
}

/** The data of each event; a text that has none is not from such a server. */
async function* dataOf(response: Response, type: string): AsyncGenerator<string> {
  let any = false;
  for await (const data of events(response)) {
    any = true;
    yield data;
  }
  if (!any && !type.includes('event-stream')) throw new ShapeError('the answer has no events');
}

/** llama.cpp's server once sent failures in a field `error:`, which no event has. */
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

function readEvent(data: string, hooks: StreamHooks, isWhole: boolean): CompletionChunk | null {
  const value = parseJson(data);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    hooks.onWarning(`The server sent a line that is no JSON: ${clip(data.trim(), 200)}`);
    return null;
  }
  throwReported(value);
  // Gateways send events of their own, to keep a connection open.
  if (!('choices' in value) && !isWhole) return null;
  const chunk = completionChunk.safeParse(value);
  if (!chunk.success) throw new ShapeError('an event of the reply is of another shape', { cause: chunk.error });
  return chunk.data;
}

function throwReported(value: object): void {
  if ('object' in value && value.object === 'error') throw new ErrorLineError(JSON.stringify(value), null);
  if (!('error' in value) || value.error === null || value.error === undefined) return;
  const { error } = value;
  const code = typeof error === 'object' && 'code' in error && typeof error.code === 'number' ? error.code : null;
  throw new ErrorLineError(typeof error === 'string' ? error : JSON.stringify(error), code);
}

/** An abort is none: its reason has no code. */
function isConnection(error: unknown): boolean {
  return error instanceof IdleError || errorCode(error) !== null;
}
