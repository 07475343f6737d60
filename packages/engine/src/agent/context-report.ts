import { ModelError } from '../models/backend.ts';
import { grouped, plural, size } from '../text/format.ts';
import type { ContextMeter } from './context-meter.ts';
import type { ThreadPart } from './thread.ts';

/** One part of the next request: bytes as they are, tokens as estimated. */
export interface ContextPart {
  name: string;
  detail?: string;
  bytes: number;
  tokens: number;
}

/** What the next request carries, in its order. `room` tokens are kept free for the reply; `window` is null when unknown. */
export interface ContextReport {
  window: number | null;
  room: number;
  /** The server has counted a request of this conversation. */
  calibrated: boolean;
  bytesPerToken: number;
  parts: ContextPart[];
}

/** The report on a thread's parts and the tools' schemas. */
export function reportContext(
  thread: readonly ThreadPart[],
  toolBytes: number,
  meter: ContextMeter,
  window: number | null,
  room: number,
): ContextReport {
  const part = (name: string, bytes: number, detail = '') => ({
    name,
    ...(detail === '' ? {} : { detail }),
    bytes,
    tokens: meter.tokens(bytes),
  });
  const tools = toolBytes === 0 ? [] : [part('tools', toolBytes)];
  const parts = thread.flatMap((one) => {
    const own = part(nameOf(one), one.bytes, one.detail);
    return one.kind === 'system' ? [own, ...tools] : [own];
  });
  return { window, room, calibrated: meter.calibrated, bytesPerToken: meter.bytesPerToken, parts };
}

function nameOf({ kind, turns }: ThreadPart): string {
  const [first = 0, last = 0] = turns ?? [];
  if (kind === 'system') return 'system prompt';
  if (kind === 'condensed') return `turns ${first}–${last}, condensed`;
  return kind === 'current' ? `turn ${first}, under way` : `turn ${first}`;
}

/** A request that fits no way: nothing in it but the person's own words is left to take away. */
export function tooLong({ window, parts }: ContextReport): ModelError {
  const last = parts.at(-1);
  const all = parts.reduce((tokens, one) => tokens + one.tokens, 0);
  const message = `This does not fit the model: the request has about ${plural(all, 'token')}, ${size(last?.bytes ?? 0)} of it this turn’s, and the window ${grouped(window ?? 0)}. Put a long text into a file and ask about the file, or set a larger ollama.contextLength.`;
  return new ModelError('overflow', message);
}
