import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type ChatEvent, ModelError, type ToolRequest, type Usage } from '../backend.ts';
import { parseJson } from '../http-body.ts';
import { ShapeError } from '../http-errors.ts';
import { chatChunk, wireCall } from './chunk.ts';
import { type BareCall, TextCalls } from './text-calls.ts';
import { type Stretch, ThinkSplitter } from './think-tags.ts';

const MOST_CALLS = 128;
const argumentsOf = z.record(z.string(), z.unknown());

/**
 * Reads the parsed lines of one streamed reply. Calls are taken from every line, the last one included, and never by their
 * index, which older servers leave at 0; text that is nothing but calls to `tools` is read as calls. Throws ModelError
 * `tool-call-unparsed` for a call that can not be read,
 * ShapeError for a line of another shape.
 */
export async function* readReply(chunks: AsyncIterable<unknown>, tools: readonly string[]): AsyncGenerator<ChatEvent> {
  const reply = new ReplyReader(tools);
  for await (const chunk of chunks) yield* reply.read(chunk);
}

class ReplyReader {
  readonly #split = new ThinkSplitter();
  readonly #printed: TextCalls;
  #calls = 0;

  constructor(tools: readonly string[]) {
    this.#printed = new TextCalls(tools);
  }

  *read(line: unknown): Generator<ChatEvent> {
    const parsed = chatChunk.safeParse(line);
    if (!parsed.success)
      throw new ShapeError('a line of the reply is not what a model server sends', { cause: parsed.error });
    const chunk = parsed.data;
    const { content, thinking, tool_calls: calls } = chunk.message;
    if (thinking) {
      this.#split.thinkingCameApart();
      yield { kind: 'thinking', text: thinking };
    }
    if (content) for (const stretch of this.#split.push(content)) yield* this.#stretch(stretch);
    if (calls?.length) {
      yield* this.#release();
      for (const call of calls) yield this.#call(readCall(call));
    }
    if (!chunk.done) return;
    for (const stretch of this.#split.end()) yield* this.#stretch(stretch);
    const printed = this.#printed.calls();
    if (printed) for (const call of printed) yield this.#call(call);
    else yield* this.#release();
    const usage: Usage = {};
    if (chunk.prompt_eval_count) usage.inputTokens = chunk.prompt_eval_count;
    if (chunk.eval_count) usage.outputTokens = chunk.eval_count;
    yield { kind: 'done', reason: chunk.done_reason === 'length' ? 'length' : 'stop', usage };
  }

  *#stretch(stretch: Stretch): Generator<ChatEvent> {
    if (stretch.kind === 'thinking') yield stretch;
    else if (stretch.kind === 'was-thinking') {
      yield* this.#release();
      yield { kind: 'text-was-thinking' };
    } else {
      const text = this.#printed.push(stretch.text);
      if (text !== '') yield { kind: 'text', text };
    }
  }

  *#release(): Generator<ChatEvent> {
    const text = this.#printed.release();
    if (text !== '') yield { kind: 'text', text };
  }

  #call(call: BareCall & { id?: string }): ChatEvent {
    if (++this.#calls > MOST_CALLS) throw unparsed(`it asked for more than ${MOST_CALLS} calls in one reply`);
    const request: ToolRequest = {
      id: call.id || `call_${randomUUID().slice(0, 8)}`,
      name: call.name,
      arguments: call.arguments,
    };
    return { kind: 'call', call: request };
  }
}

function readCall(value: unknown): BareCall & { id?: string } {
  const call = wireCall.safeParse(value);
  if (!call.success) throw unparsed('a call in the reply has no name', call.error);
  const { name, arguments: given } = call.data.function;
  const read = argumentsOf.safeParse(typeof given === 'string' ? parseJson(given || '{}') : (given ?? {}));
  if (name.trim() === '') throw unparsed('a call in the reply has an empty name');
  if (!read.success) throw unparsed(`the arguments of its call to ${name} are no JSON object`, read.error);
  return { name: name.trim(), arguments: read.data, ...(call.data.id ? { id: call.data.id } : {}) };
}

function unparsed(why: string, cause?: Error): ModelError {
  return new ModelError('tool-call-unparsed', why, cause && { cause });
}
