import { randomUUID } from 'node:crypto';
import {
  type ChatEvent,
  type ChatRequest,
  type ModelBackend,
  ModelError,
  type ModelInfo,
  type Usage,
} from './backend.ts';
import { pause } from './pause.ts';
import { readScript, type ScriptedReply } from './scripted-file.ts';

/** Characters of one streamed fragment. */
const FRAGMENT = 12;

/**
 * A model that reads its replies from a file, for tests and demonstrations: `scripted:FILE`. Each line is one reply, in
 * order, whatever it is asked:
 *
 *     {"thinking": "Let me count.", "text": "I run it.", "calls": [{"name": "run_command", "arguments": {"command": "seq 9"}}]}
 *
 * All keys may be left out: `thinking`, `text`, `calls`; `delayMs` (before each fragment), `reason` (`stop` or `length`),
 * `usage` (`inputTokens`, `outputTokens`); `error` and `code` (a code of ModelError), with which the reply fails after its
 * text. Asked for more replies than it has, it fails with `bad-script`.
 */
export class ScriptedBackend implements ModelBackend {
  readonly #file: string;
  readonly #window: number | null;
  #replies: ScriptedReply[] | null = null;
  #next = 0;

  constructor(file: string, window: number | null) {
    this.#file = file;
    this.#window = window;
  }

  async open(signal: AbortSignal): Promise<ModelInfo> {
    signal.throwIfAborted();
    this.#replies ??= await readScript(this.#file);
    return {
      name: this.#file,
      backend: 'scripted',
      window: this.#window,
      windowReason: this.#window === null ? 'a script has no window' : 'as configured',
      capabilities: ['completion', 'tools', 'thinking'],
    };
  }

  async *chat(_request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    signal.throwIfAborted();
    this.#replies ??= await readScript(this.#file);
    const reply = this.#replies[this.#next++];
    if (!reply) {
      const had = this.#replies.length === 1 ? '1 reply' : `${this.#replies.length} replies`;
      throw new ModelError('bad-script', `The script ${this.#file} has ${had}, and one more was asked for.`);
    }
    for (const event of fragmentsOf(reply)) {
      // Without a delay too: fragments of a real model come one turn of the event loop after another.
      await pause(reply.delayMs, signal);
      yield event;
    }
    if (reply.error !== undefined) throw new ModelError(reply.code, reply.error);
    yield { kind: 'done', reason: reply.reason, usage: usageOf(reply) };
  }
}

function* fragmentsOf(reply: ScriptedReply): Generator<ChatEvent> {
  for (const text of fragments(reply.thinking ?? '')) yield { kind: 'thinking', text };
  for (const text of fragments(reply.text ?? '')) yield { kind: 'text', text };
  for (const call of reply.calls) yield { kind: 'call', call: { id: `call_${randomUUID().slice(0, 8)}`, ...call } };
}

function* fragments(text: string): Generator<string> {
  const characters = [...text];
  for (let at = 0; at < characters.length; at += FRAGMENT) yield characters.slice(at, at + FRAGMENT).join('');
}

function usageOf({ usage }: ScriptedReply): Usage {
  const counts: Usage = {};
  if (usage.inputTokens !== undefined) counts.inputTokens = usage.inputTokens;
  if (usage.outputTokens !== undefined) counts.outputTokens = usage.outputTokens;
  return counts;
}
