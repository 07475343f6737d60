import type { ToolBudget } from '../budget/tool-budget.ts';
import {
  type ChatMessage,
  type ModelBackend,
  ModelError,
  type ModelInfo,
  type ToolDefinition,
  type Usage,
} from '../models/backend.ts';
import { messageWeight, toolsBytes, toolsWeight } from '../models/prompt-size.ts';
import { weightOf } from '../text/weight.ts';
import type { ToolBox } from '../tools/toolbox.ts';
import { ContextMeter } from './context-meter.ts';
import { type ContextReport, promptTooLong, reportContext, turnTooLong } from './context-report.ts';
import { type Emit, RoundLimitError, type TurnOptions, type TurnResult } from './events.ts';
import { type Reply, ReplyCollector } from './reply-collector.ts';
import { runCalls } from './run-calls.ts';
import type { SavedThread } from './saved-thread.ts';
import { systemPrompt } from './system-prompt.ts';
import { ThreadRecord } from './thread.ts';
import { cutOff, isFull, isUnanswered, MOST_NUDGES, nudge, unanswered } from './unanswered.ts';
import { type RoomMade, WindowPlan } from './window-plan.ts';

export type { AgentEvent, TurnResult } from './events.ts';

const MOST_ROUNDS = 50;

/** Tokens of the smallest window that a server is believed to have. */
const SMALLEST_WINDOW = 256;

export interface AgentOptions {
  backend: ModelBackend;
  tools: ToolBox;
  budget: ToolBudget;
  directory: string;
  /** Rounds of tool calls in one turn. */
  rounds?: number;
  /** A thread to go on with. */
  thread?: SavedThread;
}

/** A turn under way. */
interface Turn {
  /** Of the prompt. */
  bytes: number;
  signal: AbortSignal;
  emit: Emit;
  usage: Usage;
  round: number;
  partial: string;
}

/**
 * A conversation with one model: its thread, its tools, its budget. A turn goes from a prompt to a reply, running the calls
 * that the model asks for in between. Whatever ends a turn, every call in the thread has its result.
 */
export class Agent {
  readonly #options: AgentOptions;
  readonly #meter: ContextMeter;
  readonly #thread: ThreadRecord;
  readonly #tools: ToolDefinition[];
  readonly #toolsWeight: number;
  readonly #plan: WindowPlan;
  /** The messages of the last request that was answered. */
  #sent: readonly ChatMessage[] = [];
  #info: ModelInfo | null = null;
  #askLoaded = true;
  #busy = false;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#tools = options.tools.definitions();
    this.#toolsWeight = toolsWeight(this.#tools);
    this.#meter = new ContextMeter(options.thread?.rate);
    this.#thread = new ThreadRecord(systemPrompt(options.directory, this.#names), options.thread);
    this.#plan = new WindowPlan(this.#thread, options.budget, this.#meter, this.#toolsWeight);
  }

  get #names(): string[] {
    return this.#tools.map((tool) => tool.name);
  }

  /** Share of the window that the next request fills, from 0 to 1; null while the window is not known. */
  get contextUsed(): number | null {
    return this.#meter.used(this.#thread.weight + this.#toolsWeight, this.#options.budget.window);
  }

  /** What the next request carries, part by part. */
  context(): ContextReport {
    return reportContext({
      thread: this.#thread.parts(),
      tools: { bytes: toolsBytes(this.#tools), weight: this.#toolsWeight, names: this.#names },
      meter: this.#meter,
      window: this.#options.budget.window,
      room: this.#plan.replyRoom,
    });
  }

  /** The thread as it is saved with its conversation: what was said up to the last finished turn. */
  save(): SavedThread {
    return { ...this.#thread.save(), ...(this.#meter.calibrated ? { rate: this.#meter.rate } : {}) };
  }

  /** Resolves the model and sets the budget's window. Throws ModelError. */
  async open(signal: AbortSignal): Promise<ModelInfo> {
    const info = await this.#options.backend.open(signal);
    this.#options.budget.window = info.window;
    this.#info = info;
    return info;
  }

  /**
   * Runs one turn. Resolves also when the model fails or the turn is interrupted: the result says it. Rejects for a fault
   * of this program's own. One turn at a time.
   */
  async turn(text: string, { turn: number, signal, onEvent }: TurnOptions): Promise<TurnResult> {
    if (this.#busy) throw new TypeError('a turn is under way');
    this.#busy = true;
    const began = performance.now();
    const turn: Turn = { bytes: Buffer.byteLength(text), signal, emit: onEvent, usage: {}, round: 0, partial: '' };
    const result = (outcome: TurnResult['outcome'], said: string, error: Error | null): TurnResult => ({
      text: said,
      outcome,
      seconds: (performance.now() - began) / 1000,
      usage: turn.usage,
      error,
    });
    this.#thread.begin(text, number);
    try {
      if (!this.#info) await this.open(signal);
      const said = await this.#converse(turn);
      this.#thread.finish('', '');
      return result('ok', said, null);
    } catch (error) {
      if (signal.aborted) {
        this.#interrupted(turn.partial);
        return result('interrupted', turn.partial, null);
      }
      this.#failed(error);
      if (error instanceof ModelError || error instanceof RoundLimitError) return result('error', '', error);
      throw error;
    } finally {
      this.#busy = false;
    }
  }

  /** Asks, runs what is called, and asks again, until a reply calls nothing. */
  async #converse(turn: Turn): Promise<string> {
    const most = this.#options.rounds ?? MOST_ROUNDS;
    for (;;) {
      turn.round++;
      const reply = await this.#answer(turn);
      this.#thread.reply(reply);
      turn.partial = '';
      if (reply.reason === 'length')
        await turn.emit({ kind: 'note', text: cutOff(reply, this.#options.budget.window) });
      if (reply.calls.length === 0) return reply.text;
      if (turn.round > most) throw new RoundLimitError(most);
      const { signal, emit } = turn;
      await runCalls(reply.calls, { tools: this.#options.tools, thread: this.#thread, plan: this.#plan, signal, emit });
    }
  }

  /**
   * A reply that says or calls something; the model is asked again, at most twice, after one that does neither, and once after
   * one that had no room, if room can be made.
   */
  async #answer(turn: Turn): Promise<Reply> {
    const extra: ChatMessage[] = [];
    for (let asked = 1, madeRoom = false; ; asked++) {
      const reply = await this.#request(extra, turn);
      if (!isUnanswered(reply)) return reply;
      const { window } = this.#options.budget;
      if (reply.reason === 'length' && isFull(reply, window) && !madeRoom) {
        madeRoom = await this.#makeRoom('reply', 0, turn);
        if (madeRoom) continue;
      }
      if (reply.reason === 'length' || asked > MOST_NUDGES) throw unanswered(reply, window, asked);
      await turn.emit({ kind: 'note', text: 'The model sent a reply without an answer; it is asked again.' });
      extra.splice(0, 1, nudge(reply));
    }
  }

  /** One request, with one more when it did not fit and something could be condensed. */
  async #request(extra: readonly ChatMessage[], turn: Turn): Promise<Reply> {
    // Before anything is condensed for it, which would all be in vain.
    if (!this.#thread.answered && this.#plan.promptOverflows) throw promptTooLong(this.context(), turn.bytes);
    const extraWeight = extra.reduce((weight, message) => weight + messageWeight(message), 0);
    await this.#makeRoom('filling', extraWeight, turn);
    if (this.#plan.overflows(extraWeight)) throw turnTooLong(this.context());
    try {
      return await this.#send(extra, turn);
    } catch (error) {
      if (turn.signal.aborted || !isTooLong(error)) throw error;
      const weight = this.#thread.weight + this.#toolsWeight + extraWeight;
      const window = error.window ?? this.#options.budget.window ?? this.#meter.tokens(weight);
      await this.#lower(window, turn.emit);
      this.#meter.overflowed(weight, Math.max(window, error.tokens ?? 0));
      if (!(await this.#makeRoom('overflow', extraWeight, turn))) throw error;
      await this.#discard(turn);
      return this.#send(extra, turn);
    }
  }

  /** An old server answers a prompt that it cut: what came of that answer is none. */
  async #discard(turn: Turn): Promise<void> {
    if (turn.partial === '') return;
    turn.partial = '';
    await turn.emit({ kind: 'void', because: 'restart', reason: 'the server had cut the prompt' });
  }

  async #makeRoom(reason: RoomMade['reason'], extra: number, { signal, emit }: Turn): Promise<boolean> {
    signal.throwIfAborted();
    const made = this.#plan.makeRoom(reason, extra);
    if (made) await emit({ kind: 'condensed', ...made });
    return made !== null;
  }

  async #send(extra: readonly ChatMessage[], turn: Turn): Promise<Reply> {
    const { backend, budget } = this.#options;
    const { signal, emit, usage } = turn;
    await emit({ kind: 'request', round: turn.round, contextUsed: this.contextUsed });
    const messages = [...this.#thread.compose(), ...extra];
    const weight = messages.reduce((sum, message) => sum + messageWeight(message), this.#toolsWeight);
    const collector = new ReplyCollector(emit);
    const stream = backend.chat({ messages, tools: this.#tools }, signal);
    const reply = await collector.collect(stream).catch((error: unknown) => {
      turn.partial = collector.text;
      throw error;
    });
    turn.partial = reply.text;
    const extended = this.#sent.every((message, index) => message === messages[index]);
    this.#meter.calibrate({ weight, tokens: reply.usage.inputTokens, extended });
    this.#sent = messages;
    addUsage(usage, reply.usage);
    const { text, thinking, calls, seconds } = reply;
    await emit({ kind: 'reply', text, thinking, calls: calls.length, usage: reply.usage, seconds });
    await this.#readWindow(signal, emit);
    const contextUsed = this.#meter.used(weight + weightOf(text), budget.window);
    await emit({ kind: 'usage', usage: reply.usage, contextUsed });
    return reply;
  }

  /** The server may hold a smaller window than was asked for: only once the model is loaded does it say. */
  async #readWindow(signal: AbortSignal, emit: Emit): Promise<void> {
    if (!this.#askLoaded) return;
    const loaded = await this.#options.backend.loadedWindow?.(signal);
    if (!loaded) return;
    this.#askLoaded = false;
    if (loaded.window !== null) await this.#lower(loaded.window, emit);
    if (loaded.note !== null) await emit({ kind: 'note', text: loaded.note });
  }

  async #lower(window: number, emit: Emit): Promise<void> {
    const { budget } = this.#options;
    // No server loads a model with so few: the number is something else.
    if (window < SMALLEST_WINDOW || (budget.window !== null && window >= budget.window)) return;
    budget.window = window;
    await emit({ kind: 'window', window });
  }

  #interrupted(partial: string): void {
    if (partial.trim() !== '') this.#thread.reply({ text: `${partial}\n[interrupted here]`, thinking: '', calls: [] });
    this.#thread.finish('[not run: the turn was interrupted]', '[The turn was interrupted before an answer.]');
  }

  #failed(error: unknown): void {
    // A prompt that can not fit would keep every later one from fitting.
    if (isTooLong(error) && !this.#thread.answered) this.#thread.drop();
    else this.#thread.finish('[not run: the turn ended before]', '[The turn ended without an answer.]');
  }
}

function isTooLong(error: unknown): error is ModelError {
  return error instanceof ModelError && (error.code === 'overflow' || error.code === 'cut-prompt');
}

function addUsage(sum: Usage, usage: Usage): void {
  if (usage.inputTokens !== undefined) sum.inputTokens = (sum.inputTokens ?? 0) + usage.inputTokens;
  if (usage.outputTokens !== undefined) sum.outputTokens = (sum.outputTokens ?? 0) + usage.outputTokens;
}
