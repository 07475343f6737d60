import { z } from 'zod';
import { parseJson } from '../http-body.ts';

/** A call without an id. */
export interface BareCall {
  name: string;
  arguments: Record<string, unknown>;
}

const TAG = '<tool_call>';
const END_TAG = '</tool_call>';
const FENCE = '```';
const FENCE_WORDS = ['', 'json', 'tool_call'];
const KEYS = ['name', 'arguments', 'parameters', 'function', 'type', 'id'];
/** Longest reply that is held back as a possible call, in characters. */
const LONGEST = 1024 * 1024;
/** Characters at the start by which the form of a call is known. */
const DECIDED_BY = 256;
const MOST_CALLS = 64;

const argumentsOf = z.record(z.string(), z.unknown());
const named = z.strictObject({
  name: z.string(),
  arguments: z.unknown().optional(),
  parameters: z.unknown().optional(),
  id: z.string().optional(),
  type: z.string().optional(),
});
const wrapped = z.strictObject({ function: named, id: z.string().optional(), type: z.string().optional() });

/**
 * Holds a reply's text back while it may still be calls that the model printed as text, which some templates make it do.
 * Read as calls only when the whole reply is calls to offered tools: objects, an array, `<tool_call>` tags, one fenced
 * block of these, or `name[ARGS]{…}`.
 */
export class TextCalls {
  readonly #tools: readonly string[];
  #held: string[] = [];
  #length = 0;
  #released: boolean;

  constructor(tools: readonly string[]) {
    this.#tools = tools;
    this.#released = tools.length === 0;
  }

  /** Takes a fragment and gives the text that is certainly no call. */
  push(text: string): string {
    if (this.#released) return text;
    this.#held.push(text);
    // The start alone decides, so what follows is not looked at again and again.
    const early = this.#length < DECIDED_BY;
    this.#length += text.length;
    const held = this.#length <= LONGEST && (!early || mayBeCalls(this.#held.join(''), this.#tools));
    return held ? '' : this.release();
  }

  /** Gives what was held back as text; nothing is held from now on. */
  release(): string {
    const text = this.#held.join('');
    this.#held = [];
    this.#released = true;
    return text;
  }

  /** The calls that the whole reply is, or null when it is text. */
  calls(): BareCall[] | null {
    return this.#released ? null : readCalls(this.#held.join(''), this.#tools);
  }
}

function mayBeCalls(held: string, tools: readonly string[]): boolean {
  const text = held.trimStart();
  if (agrees(text, TAG) || tools.some((tool) => agrees(text, `${tool}[ARGS]`))) return true;
  if (!agrees(text, FENCE)) return startsAsCall(text);
  const line = text.indexOf('\n');
  const word = text.slice(FENCE.length, line === -1 ? undefined : line).trim();
  if (line === -1) return FENCE_WORDS.some((w) => w.startsWith(word));
  const inside = text.slice(line + 1).trimStart();
  return FENCE_WORDS.includes(word) && (agrees(inside, TAG) || startsAsCall(inside));
}

/** Whether `text` begins with `start`, or may still come to. */
function agrees(text: string, start: string): boolean {
  return text.startsWith(start) || start.startsWith(text);
}

/** Whether this is, or may become, an object (or an array of them) whose first key is one that calls have. */
function startsAsCall(text: string): boolean {
  const inside = text.startsWith('[') ? text.slice(1).trimStart() : text;
  if (inside === '') return true;
  if (!inside.startsWith('{')) return false;
  const key = inside.slice(1).trimStart();
  if (key === '') return true;
  if (!key.startsWith('"')) return false;
  const end = key.indexOf('"', 1);
  return end === -1 ? KEYS.some((k) => k.startsWith(key.slice(1))) : KEYS.includes(key.slice(1, end));
}

function readCalls(held: string, tools: readonly string[]): BareCall[] | null {
  const text = unfence(held.trim());
  const values = text.startsWith(TAG) ? taggedValues(text) : (argsCalls(text, tools) ?? looseValues(text));
  if (values === null || values.length === 0 || values.length > MOST_CALLS) return null;
  const calls = values.map((value) => asCall(value, tools));
  return calls.every((call) => call !== null) ? calls : null;
}

function unfence(text: string): string {
  const line = text.indexOf('\n');
  const fenced = line !== -1 && text.startsWith(FENCE) && text.endsWith(FENCE) && text.length > line + FENCE.length;
  return fenced ? text.slice(line + 1, -FENCE.length).trim() : text;
}

/** `<tool_call>{…}</tool_call>`, one or more. The last closing tag may be missing: servers drop it as a stop word. */
function taggedValues(text: string): unknown[] | null {
  const values: unknown[] = [];
  for (let rest = text; rest !== ''; ) {
    if (!rest.startsWith(TAG)) return null;
    const end = rest.indexOf(END_TAG);
    values.push(parseJson(rest.slice(TAG.length, end === -1 ? undefined : end)));
    rest = end === -1 ? '' : rest.slice(end + END_TAG.length).trimStart();
  }
  return values;
}

/** `read_file[ARGS]{"path":"a"}`, one or more: how Mistral's models write calls. Null for another form. */
function argsCalls(text: string, tools: readonly string[]): unknown[] | null {
  const values: unknown[] = [];
  for (let rest = text; rest !== ''; ) {
    const name = tools.find((tool) => rest.startsWith(`${tool}[ARGS]`));
    if (name === undefined) return null;
    const body = rest.slice(name.length + '[ARGS]'.length).trimStart();
    const end = objectEnd(body);
    const given = parseJson(body.slice(0, end));
    values.push(given === undefined ? undefined : { name, arguments: given });
    rest = body.slice(end).trimStart();
  }
  return values;
}

/** An array, or objects one after another with or without commas. */
function looseValues(text: string): unknown[] | null {
  if (text.startsWith('[')) {
    const value = parseJson(text);
    return Array.isArray(value) ? value : null;
  }
  const values: unknown[] = [];
  for (let rest = text; rest !== ''; ) {
    if (!rest.startsWith('{')) return null;
    const end = objectEnd(rest);
    values.push(parseJson(rest.slice(0, end)));
    rest = rest.slice(end).trimStart().replace(/^,/, '').trimStart();
  }
  return values;
}

/** Where the object that `text` starts with ends; the length of `text` when it does not. */
function objectEnd(text: string): number {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const c = text[at];
    if (c === '\\' && quoted) at++;
    else if (c === '"') quoted = !quoted;
    else if (!quoted && c === '{') depth++;
    else if (!quoted && c === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}

function asCall(value: unknown, tools: readonly string[]): BareCall | null {
  const outer = wrapped.safeParse(value);
  const call = named.safeParse(outer.success ? outer.data.function : value);
  if (!call.success || !tools.includes(call.data.name)) return null;
  const given = call.data.arguments ?? call.data.parameters ?? {};
  const read = argumentsOf.safeParse(typeof given === 'string' ? parseJson(given) : given);
  return read.success ? { name: call.data.name, arguments: read.data } : null;
}
