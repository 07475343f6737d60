import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { BodyTooLargeError, IdleError } from './http-errors.ts';

/** A reply of 262,144 tokens is about 40 MiB of lines; more than this is no reply. */
const MOST_BODY_BYTES = 256 * 1024 * 1024;
const MOST_ERROR_BYTES = 64 * 1024;

/**
 * The bytes of an answer as they arrive, read only as fast as they are taken. Throws IdleError after `idleSeconds` without
 * a byte (0: never), and what the connection failed with. Leaving the loop closes the connection.
 */
export async function* bodyBytes(response: IncomingMessage, idleSeconds: number): AsyncGenerator<Uint8Array> {
  let total = 0;
  const chunks: AsyncIterator<Uint8Array> = response[Symbol.asyncIterator]();
  try {
    for (;;) {
      // Only the wait for the server counts as silence, not the time that the reader takes.
      const timer =
        idleSeconds > 0 && setTimeout(() => response.destroy(new IdleError(idleSeconds)), idleSeconds * 1000);
      const next = await chunks.next().finally(() => timer && clearTimeout(timer));
      if (next.done) return;
      total += next.value.byteLength;
      if (total > MOST_BODY_BYTES) throw new BodyTooLargeError(`the answer passed ${MOST_BODY_BYTES} bytes`);
      yield next.value;
    }
  } finally {
    response.destroy();
  }
}

const errorBody = z.looseObject({ error: z.unknown(), signin_url: z.string().optional() });
/** vLLM before 0.10. */
const bareError = z.looseObject({ object: z.literal('error'), message: z.string() });

/** The failure that an error answer reports: its `error` text when it is JSON, else the start of the body as it is. */
export async function readErrorBody(
  body: AsyncIterable<Uint8Array>,
): Promise<{ text: string; isJson: boolean; signInUrl: string | null }> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += part.byteLength;
    if (bytes > MOST_ERROR_BYTES) break;
  }
  const text = Buffer.concat(parts).toString('utf8');
  const value = parseJson(text);
  if (bareError.safeParse(value).success) return { text, isJson: true, signInUrl: null };
  const parsed = errorBody.safeParse(value);
  if (!parsed.success || parsed.data.error === undefined) return { text: text.trim(), isJson: false, signInUrl: null };
  const { error, signin_url } = parsed.data;
  return {
    text: typeof error === 'string' ? error : JSON.stringify(error),
    isJson: true,
    signInUrl: signin_url ?? null,
  };
}

/** JSON, or undefined for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
