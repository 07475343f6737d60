import { z } from 'zod';

// Server JSON is read loosely: releases add fields and leave others out.
const count = z.number().nonnegative().nullish().catch(undefined);
const words = z.array(z.string()).nullish().catch(undefined);

const details = z.looseObject({ parameter_size: z.string().nullish().catch(undefined), context_length: count });

const listed = z.looseObject({
  name: z.string(),
  size: count,
  remote_host: z.string().nullish().catch(undefined),
  details: details.nullish().catch(undefined),
  capabilities: words,
});

/** `GET /api/tags`: what is installed. */
export const tagsReply = z.looseObject({ models: z.array(listed) });
export type ListedModel = z.infer<typeof listed>;

const running = z.looseObject({ name: z.string(), size: count, size_vram: count, context_length: count });

/** `GET /api/ps`: what is loaded. Older servers leave `context_length` out. */
export const psReply = z.looseObject({ models: z.array(running) });
export type RunningModel = z.infer<typeof running>;

/** `POST /api/show`. `model_info` holds the model file's own fields; arrays are null unless `verbose` is asked for. */
export const showReply = z.looseObject({
  parameters: z.string().nullish().catch(undefined),
  modelfile: z.string().nullish().catch(undefined),
  remote_host: z.string().nullish().catch(undefined),
  model_info: z.record(z.string(), z.unknown()).nullish().catch(undefined),
  capabilities: words,
});
export type ShownModel = z.infer<typeof showReply>;

/** Whether two names mean one model: `:latest` may be left out, and case does not count. */
export function sameModel(a: string, b: string): boolean {
  return tagged(a) === tagged(b);
}

function tagged(name: string): string {
  const lower = name.toLowerCase();
  return lower.slice(lower.lastIndexOf('/') + 1).includes(':') ? lower : `${lower}:latest`;
}
