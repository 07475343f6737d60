import { z } from 'zod';
import { cleanOutput } from '../text/clean.ts';
import { clip } from '../text/format.ts';
import type { ModelErrorCode } from './backend.ts';
import { parseJson } from './http-body.ts';

/** What a server's own words mean. `retry`: whether asking again may help, and when. */
export interface Meaning {
  code: ModelErrorCode;
  retry: 'never' | 'at-once' | 'after-a-wait';
}

/** First match decides. `parse` texts are Go's JSON decoder on the model's own call, unless the request was at fault. */
const MEANINGS: readonly (Meaning & { text: RegExp; onlyServerSide?: true })[] = [
  {
    text: /exceed_context_size_error|exceeds the available context size|longer than the context length/i,
    code: 'overflow',
    retry: 'never',
  },
  { text: /does not support tools/i, code: 'no-tools', retry: 'never' },
  { text: /does not support (?:chat|generate)/i, code: 'no-chat', retry: 'never' },
  { text: /requires more system memory|out of memory|failed to allocate/i, code: 'crashed', retry: 'never' },
  {
    text: /model runner has unexpectedly stopped|while running the model|runner process (?:has )?(?:terminated|no longer running)|^unexpected EOF/i,
    code: 'crashed',
    retry: 'after-a-wait',
  },
  {
    text: /error parsing tool call|invalid tool call arguments|failed to parse JSON/i,
    code: 'tool-call-unparsed',
    retry: 'at-once',
  },
  {
    text: /unexpected end of JSON input|invalid character .{1,12} (?:after|in|looking for)/i,
    code: 'tool-call-unparsed',
    retry: 'at-once',
    onlyServerSide: true,
  },
  { text: /maximum pending requests|server overloaded|server busy/i, code: 'busy', retry: 'after-a-wait' },
];

/** Reads what a failure text of Ollama means; `status` is null inside a stream. Null for a text that none knows. */
export function meaningOf(text: string, status: number | null): Meaning | null {
  const serverSide = status === null || status >= 500;
  return MEANINGS.find((m) => (serverSide || !m.onlyServerSide) && m.text.test(text)) ?? null;
}

const overflowBody = z.looseObject({
  error: z.looseObject({ n_prompt_tokens: z.int().optional(), n_ctx: z.int().optional() }),
});

/** The numbers of an overflow: llama-server sends them as JSON inside the text; Ollama's own refusal has none. */
export function overflowNumbers(text: string): { prompt?: number; window?: number } {
  const body = overflowBody.safeParse(parseJson(text));
  if (!body.success) return {};
  const { n_prompt_tokens: prompt, n_ctx: window } = body.data.error;
  return { ...(prompt === undefined ? {} : { prompt }), ...(window === undefined ? {} : { window }) };
}

/** A text of the server in a sentence: one line of at most 400 characters, without control characters. */
export function quote(text: string): string {
  const line = cleanOutput(text).replace(/\s+/g, ' ').trim();
  return line === '' ? 'without a word' : clip(line, 400);
}

const MOST_NAMES = 20;

/** `LABEL: a, b and 3 more.`, or `none`. */
export function listed(label: string, names: readonly string[], none: string): string {
  if (names.length === 0) return none;
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `${label}: ${names.slice(0, MOST_NAMES).map(quote).join(', ')}${more}.`;
}
