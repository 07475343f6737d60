import { parseJson } from '../http-body.ts';
import type { CallFragment, CompletionChunk } from './wire.ts';

/** Field in which a server gives its model's thinking, and takes it back. */
export type ThinkingField = 'reasoning_content' | 'reasoning';

interface Call {
  id: string;
  name: string;
  arguments: string[];
  index: number | null;
}

/** Puts the fragments of one reply together, as pieces in the shape that `readReply` takes. */
export class Completion {
  readonly #calls: Call[] = [];
  #finish: string | null = null;
  #usage: CompletionChunk['usage'] = null;
  #thinkingField: ThinkingField | null = null;

  /** The reply has said why it ended. Its usage may still come. */
  get finished(): boolean {
    return this.#finish !== null;
  }

  /** Where thinking came, when any did. */
  get thinkingField(): ThinkingField | null {
    return this.#thinkingField;
  }

  /** Takes one event; gives the text and thinking in it. */
  *read({ choices, usage }: CompletionChunk): Generator<object> {
    if (usage) this.#usage = usage;
    const choice = choices[0];
    if (!choice) return;
    const part = choice.delta ?? choice.message;
    if (part) {
      if (part.reasoning_content) this.#thinkingField = 'reasoning_content';
      else if (part.reasoning) this.#thinkingField ??= 'reasoning';
      const thinking = part.reasoning_content || part.reasoning;
      if (thinking || part.content) yield { message: { thinking, content: part.content } };
      for (const fragment of part.tool_calls ?? []) this.#add(fragment);
    }
    if (choice.finish_reason) this.#finish = choice.finish_reason;
  }

  /** The last piece: calls, counts and the reason. */
  end(): object {
    const cut = this.#finish === 'length';
    const calls = this.#calls.map(({ id, name, arguments: parts }) => ({
      id,
      function: { name, arguments: parts.join('') },
    }));
    // The last call of a reply that ran into its limit is half a call.
    const whole = calls.filter((call) => !cut || parseJson(call.function.arguments || '{}') !== undefined);
    return {
      message: { tool_calls: whole },
      done: true,
      done_reason: cut ? 'length' : 'stop',
      prompt_eval_count: this.#usage?.prompt_tokens,
      eval_count: this.#usage?.completion_tokens,
    };
  }

  #add({ index, id, function: given }: CallFragment): void {
    const call = this.#callOf(index ?? null, id ?? '', given?.name ?? '');
    if (id && call.id === '') call.id = id;
    // Some servers repeat the whole name with each fragment.
    if (given?.name && call.name === '') call.name = given.name;
    const part = given?.arguments;
    if (typeof part === 'string') call.arguments.push(part);
    else if (part !== null && part !== undefined) call.arguments.push(JSON.stringify(part));
  }

  /** The call that a fragment is of: by its id where it has one, since some servers leave every index at 0. */
  #callOf(index: number | null, id: string, name: string): Call {
    const same = this.#calls.findLast((call) => (id === '' ? index === null || call.index === index : call.id === id));
    const unnamed = this.#calls.findLast((call) => call.index === index && index !== null && call.id === '');
    const known = same ?? (id === '' ? undefined : unnamed);
    if (known && !(id === '' && index === null && name !== '')) return known;
    const call: Call = { id, name: '', arguments: [], index };
    this.#calls.push(call);
    return call;
  }
}
