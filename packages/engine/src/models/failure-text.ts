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

/** First match decides. Of the server's parser on the model's own call, unless the request was at fault: `onlyServerSide`. */
const MEANINGS: readonly (Meaning & { text: RegExp; onlyServerSide?: true })[] = [
  {
    text: /exceed_context_size_error|context_length_exceeded|exceeds? the (?:available |maximum )?context|longer than the (?:model's )?(?:context|maximum model) length|maximum context length|context length (?:is|of) only|context size has been exceeded|reached context length|tokens to keep from the initial prompt|cannot truncate prompt|input tokens exceed|prompt is too long/i,
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
    text: /error parsing tool call|invalid tool call arguments|failed to parse (?:JSON|tool call)/i,
    code: 'tool-call-unparsed',
    retry: 'at-once',
  },
  {
    text: /unexpected end of JSON input|invalid character .{1,12} (?:after|in|looking for)|failed to parse input|invalid diff/i,
    code: 'tool-call-unparsed',
    retry: 'at-once',
    onlyServerSide: true,
  },
  { text: /maximum pending requests|server overloaded|server busy/i, code: 'busy', retry: 'after-a-wait' },
];

/** Reads what a server's failure text means; `status` is null inside a stream. Null for a text that none knows. */
export function meaningOf(text: string, status: number | null): Meaning | null {
  const serverSide = status === null || status >= 500;
  return MEANINGS.find((m) => (serverSide || !m.onlyServerSide) && m.text.test(text)) ?? null;
}

/** llama.cpp's server, as a field and in words; vLLM, SGLang and LM Studio in words alone. */
const WINDOWS = [
  /\bn_ctx\b\D{1,6}(\d{1,9})/,
  /context (?:length|size) (?:is |of |only |\(){1,3}(\d{1,9})\b/i,
  /model length of (\d{1,9})\b/i,
];
const PROMPTS = [
  /\b(?:n_prompt_tokens|n_keep)\b\D{1,6}(\d{1,9})/,
  /\((\d{1,9}) in the messages/i,
  /(?:requested|resulted in|has|passed|keep the first) (\d{1,9}) (?:input )?tokens/i,
  /(?:request|input) \((\d{1,9}) tokens/i,
  /prompt \(length (\d{1,9})\)/i,
];

/** The numbers of an overflow, in tokens, where the server names them: as fields, or in its own words. */
export function overflowNumbers(text: string): { prompt?: number; window?: number } {
  const window = numberIn(text, WINDOWS);
  const prompt = numberIn(text, PROMPTS);
  return { ...(prompt === undefined ? {} : { prompt }), ...(window === undefined ? {} : { window }) };
}

function numberIn(text: string, patterns: readonly RegExp[]): number | undefined {
  for (const pattern of patterns) {
    const digits = pattern.exec(text)?.[1];
    if (digits !== undefined) return Number(digits);
  }
  return undefined;
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
