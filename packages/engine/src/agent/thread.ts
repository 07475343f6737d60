import type { ChatMessage, ToolRequest } from '../models/backend.ts';
import { messageBytes, messageWeight } from '../models/prompt-size.ts';
import type { ToolAnswer } from '../tools/toolbox.ts';
import { CondensedRecord } from './condensed-record.ts';
import { type Reply, TurnUnderWay } from './current-turn.ts';
import { revivedMessage, type SavedThread, savedMessage } from './saved-thread.ts';

/** A turn that is over and stands whole: its messages no longer change. `asked` is how its prompt begins. */
interface FinishedTurn {
  turn: number;
  asked: string;
  digest: string;
  messages: readonly ChatMessage[];
  weight: number;
}

/** A part of the next request, for who wants to know what fills it. `turn`: the turn that it is, or the last condensed one. */
export interface ThreadPart {
  kind: 'system' | 'condensed' | 'turn' | 'current';
  turn: number;
  detail: string;
  bytes: number;
  weight: number;
}

/**
 * What was said in a conversation. The turn that is under way stands whole; of a finished one the thinking goes and large
 * results become references, once, so that what was sent before keeps its bytes from then on. The oldest turns are condensed
 * to a line each when room is needed.
 */
export class ThreadRecord {
  readonly #system: ChatMessage;
  readonly #record: CondensedRecord;
  #finished: FinishedTurn[];
  #finishedWeight = 0;
  #current: TurnUnderWay | null = null;

  /** `saved` is a thread to go on with. */
  constructor(system: string, saved?: SavedThread) {
    this.#system = { role: 'system', content: system };
    this.#record = new CondensedRecord(saved?.dropped ?? 0, saved?.digests ?? []);
    this.#finished = (saved?.turns ?? []).map((turn) =>
      finished({ ...turn, messages: turn.messages.map(revivedMessage) }),
    );
    this.#finishedWeight = this.#finished.reduce((weight, turn) => weight + turn.weight, 0);
  }

  /** Number of the last turn that was begun; 0 before the first. */
  get lastTurn(): number {
    return this.#current?.number ?? this.#finished.at(-1)?.turn ?? this.#record.last;
  }

  /** How much of the window fills what `compose` gives. */
  get weight(): number {
    return messageWeight(this.#system) + this.#record.weight + this.#finishedWeight + (this.#current?.weight ?? 0);
  }

  /** Weight that no condensing of older turns takes away: the system prompt and the turn under way. */
  get unyielding(): number {
    return messageWeight(this.#system) + (this.#current?.weight ?? 0);
  }

  /** Weight that nothing takes away: the system prompt and what the person asks. */
  get least(): number {
    return messageWeight(this.#system) + (this.#current?.promptWeight ?? 0);
  }

  /** Weight of the results of the turn under way that stand whole. */
  get resultWeight(): number {
    return this.#current?.resultWeight ?? 0;
  }

  /** Weight of all older turns, condensed or not. */
  get older(): number {
    return this.#record.weight + this.#finishedWeight;
  }

  /** Weight of the turn under way that goes when it ends. */
  get transient(): number {
    return this.#current?.transient ?? 0;
  }

  /** How dense the results of the turn under way are: weight of a byte; null before the first. */
  get density(): number | null {
    return this.#current?.density ?? null;
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

  /** Begins a turn with what the person asks. `turn`: its number in the conversation, where that counts other turns too. */
  begin(text: string, turn = 0): void {
    this.#current = new TurnUnderWay(Math.max(turn, this.lastTurn + 1), text);
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
    this.#finishedWeight += ended.weight;
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
    this.#finishedWeight -= oldest.weight;
    this.#record.add(oldest.turn, oldest.digest);
    return true;
  }

  /** Drops the oldest lines of what is condensed until it weighs at most `weight`. */
  trimCondensed(weight: number): void {
    this.#record.trim(weight);
  }

  /** The same, until it is lighter by `over`. */
  trimCondensedBy(over: number): void {
    this.#record.trim(Math.max(0, this.#record.weight - over));
  }

  /** Large results of earlier rounds of the turn under way become references. Returns how many. */
  shortenOlder(): number {
    return this.#current?.shortenOlder() ?? 0;
  }

  /** The largest result of the turn under way gives way by `over`; false when none is larger than what stands for it. */
  shortenLargest(over: number): boolean {
    return this.#current?.shortenLargest(over) ?? false;
  }

  /** Condenses the oldest round of the turn under way to a few words; the last one too only when it is said. */
  condenseRound(which: 'older' | 'last'): boolean {
    return this.#current?.condenseRound(which) ?? false;
  }

  /** What the next request carries, in its order. */
  parts(): ThreadPart[] {
    const part = (kind: ThreadPart['kind'], turn: number, detail: string, messages: readonly ChatMessage[]) => ({
      kind,
      turn,
      detail,
      bytes: messages.reduce((bytes, message) => bytes + messageBytes(message), 0),
      weight: weigh(messages),
    });
    const record = this.#record;
    const current = this.#current;
    return [
      part('system', 0, '', [this.#system]),
      ...(record.last === 0 ? [] : [part('condensed', record.last, '', record.messages)]),
      ...this.#finished.map(({ turn, asked, messages }) => part('turn', turn, asked, messages)),
      ...(current ? [part('current', current.number, current.asked, current.whole())] : []),
    ];
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
        messages: messages.map(savedMessage),
      })),
    };
  }
}

function finished(turn: Omit<FinishedTurn, 'weight'>): FinishedTurn {
  return { ...turn, weight: weigh(turn.messages) };
}

function weigh(messages: readonly ChatMessage[]): number {
  return messages.reduce((weight, message) => weight + messageWeight(message), 0);
}
