import { z } from 'zod';

const count = z.number().nonnegative().nullish().catch(undefined);

/** A call in a reply. Servers that parse it send `arguments` as an object; older ones and proxies as a string of JSON. */
export const wireCall = z.looseObject({
  id: z.string().nullish().catch(undefined),
  function: z.looseObject({ name: z.string(), arguments: z.unknown().optional() }),
});

/** One piece of a streamed reply, in the shape of Ollama's `POST /api/chat`; other servers' pieces are put into it. */
export const chatChunk = z.looseObject({
  message: z.looseObject({
    content: z.string().nullish(),
    thinking: z.string().nullish(),
    tool_calls: z.array(z.unknown()).nullish(),
  }),
  done: z.boolean().nullish().catch(undefined),
  done_reason: z.string().nullish().catch(undefined),
  prompt_eval_count: count,
  eval_count: count,
});
