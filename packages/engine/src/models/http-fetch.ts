import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isLoopback } from './host.ts';
import { bodyBytes, readErrorBody } from './http-body.ts';
import { HttpStatusError, IdleError, WebPageError } from './http-errors.ts';

export interface HttpFetchOptions {
  /** Ends the request at any time, before the first byte too. */
  signal: AbortSignal;
  /** Longest silence, in seconds; 0 for no limit. */
  idleSeconds: number;
  /** Reads the lines of a streamed answer before the caller does. */
  guard?: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
}

/**
 * A `fetch` over node:http for the `ollama` package. The built-in one gives up after 300 seconds, and the package's own
 * abort works only once the answer has begun. Rejects with HttpStatusError for every answer outside 200–299, so that the
 * package never reads an error body (it prints to stdout when that is not JSON). This machine is never reached through a
 * proxy.
 */
export function httpFetch(options: HttpFetchOptions): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const signal = init?.signal ? AbortSignal.any([options.signal, init.signal]) : options.signal;
    signal.throwIfAborted();
    const response = await send(url, init ?? {}, signal, options.idleSeconds);
    const abort = () => response.destroy(reasonOf(signal));
    signal.addEventListener('abort', abort, { once: true });
    response.once('close', () => signal.removeEventListener('abort', abort));
    const body = bodyBytes(response, options.idleSeconds);
    const status = response.statusCode ?? 0;
    if (status < 200 || status > 299) throw new HttpStatusError(status, await readErrorBody(body));
    const type = response.headers['content-type'] ?? '';
    if (type.startsWith('text/html')) {
      response.destroy();
      throw new WebPageError('the answer is a web page');
    }
    const lines = options.guard ? options.guard(body) : body;
    return new Response(streamOf(lines), { status, headers: { 'content-type': type } });
  };
}

/** Pulled one piece at a time, so that a slow reader holds the server back. */
function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await iterator.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

function send(url: URL, init: RequestInit, signal: AbortSignal, idleSeconds: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const body = typeof init.body === 'string' ? Buffer.from(init.body) : null;
    const headers = Object.fromEntries(new Headers(init.headers));
    if (body) headers['content-length'] = String(body.byteLength);
    // One connection a request: closing it is how a server learns that nobody waits any more.
    const proxy = isLoopback(url.hostname) ? {} : { proxyEnv: process.env };
    const secure = url.protocol === 'https:';
    const agent = new (secure ? https : http).Agent({ keepAlive: false, ...proxy });
    const request = (secure ? https : http).request(url, { method: init.method ?? 'GET', headers, agent });
    const abort = () => request.destroy(reasonOf(signal));
    const timer = idleSeconds > 0 && setTimeout(() => request.destroy(new IdleError(idleSeconds)), idleSeconds * 1000);
    const settle = () => {
      if (timer) clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort, { once: true });
    request.once('response', (response) => {
      settle();
      resolve(response);
    });
    // Stays on after the answer has begun: a failure from then on is the body's to report, and must not end the process.
    request.on('error', (error) => {
      settle();
      reject(error);
    });
    request.end(body ?? undefined);
  });
}

function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error('interrupted', { cause: reason });
}
