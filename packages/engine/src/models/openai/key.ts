import { ModelError } from '../backend.ts';
import type { Host } from '../host.ts';
import { ErrorLineError, HttpStatusError } from '../http-errors.ts';

/** Variable that holds the key of the server that a model's name holds. */
export const KEY_VARIABLE = 'WISP_OPENAI_KEY';

/** Variable that many programs read. On many machines it holds a key for another company's server. */
const COMMON_VARIABLE = 'OPENAI_API_KEY';

/** What may stand in a header, as every key does. */
const KEY = /^[\x21-\x7e]{1,4096}$/;

/**
 * The key to send to a server, from the environment; null for none. The common variable goes to this machine and over
 * https alone, never in the clear over a network, and no variable goes beside a password in the address. Throws ModelError
 * for a key that no header can hold.
 */
export function keyFor(host: Host, env: Readonly<Record<string, string | undefined>>): string | null {
  const { protocol, username } = new URL(host.url);
  if (username !== '') return null;
  const variable = env[KEY_VARIABLE] ? KEY_VARIABLE : COMMON_VARIABLE;
  const key = env[variable]?.trim();
  if (!key || (variable === COMMON_VARIABLE && !host.loopback && protocol !== 'https:')) return null;
  if (KEY.test(key)) return key;
  throw new ModelError('unauthorized', `The key in ${variable} has characters that no key has. Set it anew.`);
}

/** The failure without the key, which servers repeat in their refusals. */
export function withoutKey(error: unknown, key: string | null): unknown {
  if (key === null || key.length < 4) return error;
  if (error instanceof HttpStatusError && error.text.includes(key)) {
    const { status, text, isJson, signInUrl } = error;
    return new HttpStatusError(status, { text: text.replaceAll(key, '[key]'), isJson, signInUrl });
  }
  if (error instanceof ErrorLineError && error.message.includes(key))
    return new ErrorLineError(error.message.replaceAll(key, '[key]'), error.status);
  return error;
}
