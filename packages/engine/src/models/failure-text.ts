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
    text: /exceed_context_size_error|exceeds the available context size|longer than the context length|context_length_exceeded|maximum context length|context length of only|tokens to keep from the initial prompt/i,
    code: 'overflow',
    retry: 'never',
  },
  {
    text: /does not support tool|requires? --jinja|--enable-auto-tool-choice/i,
    code: 'no-tools',
    retry: 'never',
  },
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

const sizes = z.looseObject({ n_prompt_tokens: z.int().optional(), n_ctx: z.int().optional() });
const overflowBody = z.union([z.looseObject({ error: sizes }).transform((body) => body.error), sizes]);

/** vLLM and LM Studio say the numbers in words. */
const WINDOW_IN_WORDS = /context length (?:is|of only) (\d{1,9}) tokens/i;
const PROMPT_IN_WORDS = /(?:requested|resulted in|has|keep the first) (\d{1,9}) (?:input )?tokens/i;

/**
 * The numbers of an overflow, in tokens: llama.cpp's server sends them as JSON (as text inside Ollama's), vLLM and LM Studio
 * in words; Ollama's own refusal has none.
 */
export function overflowNumbers(text: string): { prompt?: number; window?: number } {
  const { n_prompt_tokens, n_ctx } = overflowBody.safeParse(parseJson(text)).data ?? {};
  const prompt = n_prompt_tokens ?? numberIn(text, PROMPT_IN_WORDS);
  const window = n_ctx ?? numberIn(text, WINDOW_IN_WORDS);
  return { ...(prompt === undefined ? {} : { prompt }), ...(window === undefined ? {} : { window }) };
}

function numberIn(text: string, pattern: RegExp): number | undefined {
  const digits = pattern.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const wordsBody = z.union([
  z.looseObject({ error: z.looseObject({ message: z.string() }) }).transform((body) => body.error.message),
  z.looseObject({ message: z.string() }).transform((body) => body.message),
  z.looseObject({ detail: z.string() }).transform((body) => body.detail),
]);

/** A text of the server in a sentence: its message when it is JSON, in one line of at most 400 clean characters. */
export function quote(text: string): string {
  const words = text.startsWith('{') ? (wordsBody.safeParse(parseJson(text)).data ?? text) : text;
  const line = cleanOutput(words).replace(/\s+/g, ' ').trim();
  return line === '' ? 'without a word' : clip(line, 400);
}

const MOST_NAMES = 20;

/** `LABEL: a, b and 3 more.`, or `none`. */
export function listed(label: string, names: readonly string[], none: string): string {
  if (names.length === 0) return none;
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `${label}: ${names.slice(0, MOST_NAMES).map(quote).join(', ')}${more}.`;
}
