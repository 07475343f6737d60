import { HttpStatusError } from '../http-errors.ts';

/** Fields of a request that some servers refuse, and that a reply can do without. */
interface Fields {
  stream_options?: { include_usage: true };
  parallel_tool_calls?: true;
}

/** What makes the refusal of a field known: its name, or that of what is in it. */
const NAMES = { stream_options: /stream_options|include_usage/i, parallel_tool_calls: /parallel_tool_calls/i } as const;

/** The optional fields of a conversation's requests: what its server refused once is not sent again. */
export class OptionalFields {
  #sent: (keyof typeof NAMES)[] = ['stream_options', 'parallel_tool_calls'];

  /** The fields for one request. */
  of(hasTools: boolean): Fields {
    return {
      ...(this.#sent.includes('stream_options') ? { stream_options: { include_usage: true } } : {}),
      // llama.cpp's server lets a model ask for one call at a time unless it is told.
      ...(hasTools && this.#sent.includes('parallel_tool_calls') ? { parallel_tool_calls: true } : {}),
    };
  }

  /** Whether a request failed for one of the fields, which is then left out: the same request may be sent again. */
  refused(error: unknown): boolean {
    if (!(error instanceof HttpStatusError) || error.status < 400 || error.status >= 500) return false;
    const before = this.#sent.length;
    this.#sent = this.#sent.filter((name) => !NAMES[name].test(error.text));
    return this.#sent.length < before;
  }
}
