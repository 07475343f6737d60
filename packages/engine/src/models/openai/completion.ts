import { parseJson } from '../http-body.ts';
import type { CallFragment, CompletionChunk } from './wire.ts';

/** Field in which a server gives its model's thinking, and takes it back. */
export type ThinkingField = 'reasoning_content' | 'reasoning';

/** Reasons of an end that is none: the server gave the reply up. */
const GIVEN_UP = ['error', 'abort'];

interface Call {
  id: string;
  name: string;
  arguments: string[];
  index: number | null;
  /** It may be an echo of the call before it: it counts once it has arguments. */
  isDoubtful: boolean;
}

/** Puts the fragments of one reply together, as pieces in the shape that `readReply` takes. */
export class Completion {
  readonly #calls: Call[] = [];
  #finish: string | null = null;
  #usage: CompletionChunk['usage'] = null;
  #thinkingField: ThinkingField | null = null;
  #said = false;
  #gaveUp = false;
  #settled = false;

  /** The reply has said why it ended. Its usage may still come. */
  get finished(): boolean {
    return this.#finish !== null;
  }

  /** The counts came with the end or after it: nothing follows. */
  get settled(): boolean {
    return this.#settled;
  }

  /** Some of the reply has come, be it text, thinking or a call. */
  get said(): boolean {
    return this.#said || this.#calls.length > 0;
  }

  /** The server says that it did not come to the end. */
  get gaveUp(): boolean {
    return this.#gaveUp;
  }

  /** The server cut the reply off for what it says. */
  get filtered(): boolean {
    return this.#finish === 'content_filter';
  }

  /** Where thinking came, when any did. */
  get thinkingField(): ThinkingField | null {
    return this.#thinkingField;
  }

  /** Takes one event; gives the text and thinking in it. */
  *read({ choices, usage }: CompletionChunk): Generator<object> {
    const choice = choices[0];
    const part = choice?.delta ?? choice?.message;
    if (part) {
      if (part.reasoning_content) this.#thinkingField = 'reasoning_content';
      else if (part.reasoning) this.#thinkingField ??= 'reasoning';
      const thinking = part.reasoning_content || part.reasoning;
      if (thinking || part.content) {
        this.#said = true;
        yield { message: { thinking, content: part.content } };
      }
      for (const fragment of part.tool_calls ?? []) this.#add(fragment);
    }
    const reason = choice?.finish_reason;
    if (reason && GIVEN_UP.includes(reason)) this.#gaveUp = true;
    else if (reason) this.#finish = reason;
    if (!usage) return;
    this.#usage = usage;
    this.#settled = this.finished;
  }

  /** The last piece: calls, counts and the reason. */
  end(): object {
    const cut = this.#finish === 'length' || this.filtered;
    const meant = this.#calls.filter((call) => !call.isDoubtful || call.arguments.join('') !== '');
    const calls = meant.map(({ id, name, arguments: parts }) => ({
      id,
      function: { name, arguments: parts.join('') },
    }));
    // The last call of a reply that ran into its limit is half a call.
    const whole = calls.filter((call) => !cut || parseJson(call.function.arguments || '{}') !== undefined);
    return {
      message: { tool_calls: this.filtered ? [] : whole },
      done: true,
      done_reason: this.#finish === 'length' ? 'length' : 'stop',
      prompt_eval_count: this.#usage?.prompt_tokens,
      eval_count: this.#usage?.completion_tokens,
    };
  }

  #add({ index, id, function: given }: CallFragment): void {
    const call = this.#callOf({ index: index ?? null, id: id ?? '', name: given?.name ?? '', part: given?.arguments });
    if (id && call.id === '') call.id = id;
    // Some servers repeat the whole name with each fragment.
    if (given?.name && call.name === '') call.name = given.name;
    const part = given?.arguments;
    if (typeof part === 'string') call.arguments.push(part);
    else if (part !== null && part !== undefined) call.arguments.push(JSON.stringify(part));
  }

  /** The call that a fragment is of, which may be a new one. */
  #callOf(fragment: { index: number | null; id: string; name: string; part: unknown }): Call {
    const { index, id } = fragment;
    const known = this.#known(fragment);
    if (known && !begins(known, fragment)) return known;
    const isDoubtful = known !== undefined && id === '' && fragment.name === known.name && !fragment.part;
    const call: Call = { id, name: '', arguments: [], index, isDoubtful };
    this.#calls.push(call);
    return call;
  }

  /** By the id where there is one, since some servers leave every index at 0; an id may come after the first fragment. */
  #known({ index, id, name }: { index: number | null; id: string; name: string }): Call | undefined {
    if (id === '') return index === null ? this.#calls.at(-1) : this.#calls.findLast((call) => call.index === index);
    const same = this.#calls.findLast((call) => call.id === id);
    // What has no name begins no call: some servers give each fragment an id of its own.
    const goesOn = (call: Call) => call.id === '' || (name === '' && call.name !== '');
    return same ?? this.#calls.findLast((call) => goesOn(call) && call.index === index);
  }
}

/** Whether a fragment begins another call in the place of one that is whole: not every server counts its calls. */
function begins(known: Call, { index, id, name }: { index: number | null; id: string; name: string }): boolean {
  if (name === '' || known.name === '' || (id !== '' && id === known.id)) return false;
  if (id === '' && index === null) return true;
  return isWhole(known) || (name !== known.name && known.arguments.join('') === '');
}

function isWhole({ arguments: parts }: Call): boolean {
  return (parts.at(-1) ?? '').trimEnd().endsWith('}') && parseJson(parts.join('')) !== undefined;
}
