import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** One answer of the fake server: lines of a stream or a whole body, and what goes wrong with it. */
export interface FakeTurn {
  /** Lines of a stream: objects are sent as JSON, strings as they are. */
  lines?: readonly (object | string)[];
  /** A whole body, instead of lines. */
  body?: string | Buffer;
  status?: number;
  /** Content type; null sends none. */
  type?: string | null;
  /** Milliseconds before the headers. */
  delay?: number;
  /** Milliseconds between lines, each of which is then sent on its own. */
  pace?: number;
  /** Settles before the headers are sent. */
  gate?: Promise<void>;
  /** Never answers, not even headers. */
  silent?: boolean;
  /** Byte offsets at which the body is cut into pieces that are sent one after another. */
  splits?: readonly number[];
  /** The connection breaks after so many bytes of the body. */
  dropAfter?: number;
  /** The body is sent and the connection then stays open, without an end. */
  holdOpen?: boolean;
}

/** Sends one answer. Returns when it is sent, or at once when it is held open. */
export async function playTurn(turn: FakeTurn, response: ServerResponse): Promise<void> {
  if (turn.silent) return;
  if (turn.delay) await wait(turn.delay);
  await turn.gate;
  const body = bodyOf(turn);
  const type = turn.type === undefined ? 'application/x-ndjson' : turn.type;
  response.writeHead(turn.status ?? 200, type === null ? {} : { 'content-type': type });
  response.flushHeaders();
  for (const piece of pieces(body.subarray(0, turn.dropAfter), turn.splits ?? (turn.pace ? lineEnds(body) : []))) {
    if (response.destroyed) return;
    await new Promise<void>((resolve) => response.write(piece, () => resolve()));
    // A turn of the event loop, so that the next piece is a packet of its own.
    await (turn.pace ? wait(turn.pace) : new Promise((resolve) => setImmediate(resolve)));
  }
  if (turn.dropAfter !== undefined) response.destroy();
  else if (!turn.holdOpen) response.end();
}

/** The bytes of an answer's body. */
export function bodyOf({ body, lines = [] }: FakeTurn): Buffer {
  if (body !== undefined) return Buffer.from(body);
  return Buffer.from(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
}

function lineEnds(body: Buffer): number[] {
  const ends: number[] = [];
  for (let at = body.indexOf('\n'); at !== -1; at = body.indexOf('\n', at + 1)) ends.push(at + 1);
  return ends;
}

function pieces(body: Buffer, splits: readonly number[]): Buffer[] {
  const edges = [0, ...splits.filter((at) => at > 0 && at < body.length), body.length];
  return edges
    .slice(1)
    .map((end, i) => body.subarray(edges[i], end))
    .filter((piece) => piece.length > 0);
}
