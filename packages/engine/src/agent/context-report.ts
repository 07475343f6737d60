import { ModelError } from '../models/backend.ts';
import { grouped, plural, size } from '../text/format.ts';
import type { ContextMeter } from './context-meter.ts';
import type { ThreadPart } from './thread.ts';

/** One part of the next request: bytes as they are, tokens as estimated. */
interface ContextPart {
  name: string;
  detail?: string;
  bytes: number;
  tokens: number;
}

/** What the next request carries, in its order. */
export interface ContextReport {
  /** Tokens; null while it is not known. */
  window: number | null;
  /** Tokens that are kept free for the reply. */
  room: number;
  /** Share of the window that the parts fill, from 0 to 1; null without a window. */
  used: number | null;
  /** The server has counted a request of this conversation. */
  calibrated: boolean;
  /** Of the parts as a whole: of each part it is another, since a listing is denser than a sentence. */
  bytesPerToken: number;
  parts: ContextPart[];
}

/** What a report is made from: the parts of a thread, the tools' schemas, and what is known of the window. */
export interface ReportFacts {
  thread: readonly ThreadPart[];
  tools: { bytes: number; weight: number; names: readonly string[] };
  meter: ContextMeter;
  window: number | null;
  room: number;
}

/** The report on the next request. */
export function reportContext({ thread, tools, meter, window, room }: ReportFacts): ContextReport {
  const part = (name: string, detail: string, { bytes, weight }: { bytes: number; weight: number }): ContextPart => ({
    name,
    ...(detail === '' ? {} : { detail }),
    bytes,
    tokens: meter.tokens(weight),
  });
  const schemas = tools.names.length === 0 ? [] : [part('tools', tools.names.join(', '), tools)];
  const parts = thread.flatMap((one) => {
    const own = part(nameOf(one), one.detail, one);
    return one.kind === 'system' ? [own, ...schemas] : [own];
  });
  const bytes = parts.reduce((sum, one) => sum + one.bytes, 0);
  const weight = thread.reduce((sum, one) => sum + one.weight, tools.weight);
  return {
    window,
    room,
    used: meter.used(weight, window),
    calibrated: meter.calibrated,
    bytesPerToken: bytes / meter.tokens(weight),
    parts,
  };
}

function nameOf({ kind, turn }: ThreadPart): string {
  if (kind === 'system') return 'system prompt';
  if (kind === 'condensed') return `up to turn ${turn}, condensed`;
  return kind === 'current' ? `turn ${turn}, under way` : `turn ${turn}`;
}

/** What is said of a prompt of `bytes` that does not fit, whatever else is condensed. */
export function promptTooLong({ window, room, parts }: ContextReport, bytes: number): ModelError {
  const prompt = parts.at(-1);
  const fixed = parts.slice(0, 2).reduce((tokens, part) => tokens + part.tokens, 0);
  const left = Math.max(0, (window ?? 0) - room - fixed);
  return new ModelError(
    'overflow',
    `This prompt is too long for the model: ${size(bytes)}, about ${plural(prompt?.tokens ?? 0, 'token')}, and a window of ${grouped(window ?? 0)} has room for about ${grouped(left)}. Put the text into a file and ask about the file: read_file reads it part by part. Or set a larger ollama.contextLength.`,
  );
}

/** What is said of a turn that no longer fits, though all of it that can be is condensed. */
export function turnTooLong({ window, parts }: ContextReport): ModelError {
  const tokens = parts.reduce((sum, part) => sum + part.tokens, 0);
  return new ModelError(
    'overflow',
    `The turn no longer fits the model: about ${plural(tokens, 'token')} where the window has ${grouped(window ?? 0)}. What its tools gave is kept. Ask for less at a time, or set a larger ollama.contextLength.`,
  );
}
