import type { ChatMessage, ToolRequest } from '../models/backend.ts';
import { messageBytes } from '../models/prompt-size.ts';
import type { ToolAnswer } from '../tools/toolbox.ts';
import { CondensedRecord } from './condensed-record.ts';
import { type Reply, TurnUnderWay } from './current-turn.ts';
import type { SavedThread } from './saved-thread.ts';

export type { Reply as ThreadReply } from './current-turn.ts';

/** A turn that is over and stands whole: its messages no longer change. `asked` is how its prompt begins. */
interface FinishedTurn {
  turn: number;
  asked: string;
  digest: string;
  messages: readonly ChatMessage[];
  bytes: number;
}

/** A part of the next request, for who wants to know what fills it. */
export interface ThreadPart {
  kind: 'system' | 'condensed' | 'turn' | 'current';
  /** The turn that it is, or the first and last of those that are condensed. */
  turns: readonly [first: number, last: number] | null;
  detail: string;
  bytes: number;
}

/**
 * What was said in a conversation. The turn that is under way stands whole; of a finished one the thinking goes and large
 * results become references, once, so that what was sent before keeps its bytes from then on. The oldest turns are condensed
 * to a line each when room is needed.
 */
export class ThreadRecord {
  readonly #system: ChatMessage;
  readonly #systemBytes: number;
  readonly #record: CondensedRecord;
  #finished: FinishedTurn[];
  #finishedBytes = 0;
  #current: TurnUnderWay | null = null;

  /** `saved` is a thread to go on with. */
  constructor(system: string, saved?: SavedThread) {
    this.#system = { role: 'system', content: system };
    this.#systemBytes = messageBytes(this.#system);
    this.#record = new CondensedRecord(saved?.dropped ?? 0, saved?.digests ?? []);
    this.#finished = (saved?.turns ?? []).map((turn) => finished({ ...turn, messages: turn.messages.map(revived) }));
    this.#finishedBytes = sum(this.#finished);
  }

  /** Turns that are finished and stand whole. */
  get turns(): number {
    return this.#finished.length;
  }

  /** Number of the last turn that was begun; 0 before the first. */
  get lastTurn(): number {
    return this.#current?.number ?? this.#finished.at(-1)?.turn ?? this.#record.last;
  }

  /** Bytes of what `compose` gives. */
  get bytes(): number {
    return this.#systemBytes + this.#record.bytes + this.#finishedBytes + (this.#current?.bytes ?? 0);
  }

  /** Bytes that no condensing of older turns takes away: the system prompt and the turn under way. */
  get unyielding(): number {
    return this.#systemBytes + (this.#current?.bytes ?? 0);
  }

  /** Bytes of the results of the turn under way that stand whole. */
  get resultBytes(): number {
    return this.#current?.resultBytes ?? 0;
  }

  /** Whether the turn under way has a reply already. */
  get answered(): boolean {
    return this.#current?.answered ?? false;
  }

  /** The messages of the next request. */
  compose(): ChatMessage[] {
    const messages: ChatMessage[] = [this.#system, ...this.#record.messages];
    for (const turn of this.#finished) for (const message of turn.messages) messages.push(message);
    for (const message of this.#current?.whole() ?? []) messages.push(message);
    return messages;
  }

  /** Begins a turn with what the person asks. */
  begin(text: string): void {
    this.#current = new TurnUnderWay(this.lastTurn + 1, text);
  }

  /** Adds a whole reply. */
  reply(reply: Reply): void {
    this.#current?.reply(reply);
  }

  /** Adds the result of a call of the last reply; results come in the order of the calls. */
  result(call: ToolRequest, answer: ToolAnswer | string): void {
    this.#current?.result(call, answer);
  }

  /**
   * Ends the turn. Calls without a result get `notRun` as one, and a turn that has no reply at its end gets `closing`, so
   * that every call has its result and turns alternate, whatever ended this one.
   */
  finish(notRun: string, closing: string): void {
    const turn = this.#current;
    if (!turn) return;
    turn.close(notRun, closing);
    const ended = finished({ turn: turn.number, asked: turn.asked, digest: turn.digest(), messages: turn.settled() });
    this.#finished.push(ended);
    this.#finishedBytes += ended.bytes;
    this.drop();
  }

  /** Forgets the turn under way. */
  drop(): void {
    this.#current = null;
  }

  /** Condenses the oldest turn that stands whole to a line; false when there is none. */
  condenseOldest(): boolean {
    const [oldest, ...rest] = this.#finished;
    if (!oldest) return false;
    this.#finished = rest;
    this.#finishedBytes -= oldest.bytes;
    this.#record.add(oldest.turn, oldest.digest);
    return true;
  }

  /** Drops the oldest lines of what is condensed until it has at most `bytes`. */
  trimCondensed(bytes: number): void {
    this.#record.trim(bytes);
  }

  /** Large results of the turn under way become references: all but those of the last reply, or all. Returns how many. */
  shortenResults(which: 'older' | 'all'): number {
    return this.#current?.shorten(which) ?? 0;
  }

  /** Condenses the oldest round of the turn under way to a line; false when only the last is left. */
  condenseRound(): boolean {
    return this.#current?.condenseRound() ?? false;
  }

  /** What the next request carries, in its order. */
  parts(): ThreadPart[] {
    const record = this.#record;
    const condensed: ThreadPart[] =
      record.bytes === 0
        ? []
        : [{ kind: 'condensed', turns: [1, record.last], detail: `a line a turn`, bytes: record.bytes }];
    const turns = this.#finished.map(
      ({ turn, asked, bytes }): ThreadPart => ({ kind: 'turn', turns: [turn, turn], detail: asked, bytes }),
    );
    const current = this.#current;
    const now: ThreadPart[] = current
      ? [{ kind: 'current', turns: [current.number, current.number], detail: current.asked, bytes: current.bytes }]
      : [];
    const system: ThreadPart = { kind: 'system', turns: null, detail: '', bytes: this.#systemBytes };
    return [system, ...condensed, ...turns, ...now];
  }

  /** The thread as it is saved; the turn under way is no part of it. */
  save(): SavedThread {
    const { dropped, digests } = this.#record;
    return {
      version: 1,
      dropped,
      digests: [...digests],
      turns: this.#finished.map(({ turn, asked, digest, messages }) => ({
        turn,
        asked,
        digest,
        messages: messages.map((message) => mutable(message)),
      })),
    };
  }
}

function finished(turn: Omit<FinishedTurn, 'bytes'>): FinishedTurn {
  return { ...turn, bytes: turn.messages.reduce((bytes, message) => bytes + messageBytes(message), 0) };
}

function sum(turns: readonly FinishedTurn[]): number {
  return turns.reduce((bytes, turn) => bytes + turn.bytes, 0);
}

type SavedMessage = SavedThread['turns'][number]['messages'][number];

/** Zod's optional fields may hold undefined, which no message of ours does. */
function revived(message: SavedMessage): ChatMessage {
  if (message.role !== 'assistant') return message;
  const { role, content, thinking, calls } = message;
  return { role, content, ...(thinking === undefined ? {} : { thinking }), ...(calls === undefined ? {} : { calls }) };
}

function mutable(message: ChatMessage): SavedMessage {
  if (message.role !== 'assistant') return message;
  const { calls, ...rest } = message;
  return calls ? { ...rest, calls: [...calls] } : rest;
}
