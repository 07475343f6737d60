import { z } from 'zod';
import { newId } from '../audit/audit-log.ts';
import type { ToolBudget } from '../budget/tool-budget.ts';
import { eventOutput } from '../exec/event-output.ts';
import type { ToolDefinition, ToolRequest } from '../models/backend.ts';
import { keptDetails } from '../store/record-details.ts';
import { clip } from '../text/format.ts';
import { ARGUMENT_BYTES, type CallPlace, type CallSurroundings, contextOfCall, type EntryRef } from './call-context.ts';
import { CallLedger, REPEAT_LINE_BYTES, type Repeated, type ResultMark, repeatLine, sha256Of } from './call-ledger.ts';
import { fitText } from './fit-text.ts';
import { named } from './named.ts';
import { refusal, type Tool, type ToolContext, type ToolOutcome } from './tool.ts';
import { type ToolAnswer, type ToolBox, WHOLE_AFTER_TURN } from './toolbox.ts';

export interface AuditedToolBoxOptions extends CallSurroundings {
  tools: readonly Tool[];
  budget: ToolBudget;
  /** Turn that the calls belong to, read at each call. */
  turn: () => number;
  /** Calls of the conversation before it was resumed: the next entry counts on from them. */
  entries?: readonly EntryRef[];
}

/** One call on its way: what was asked, where it stands, how large its answer may be. */
interface Call {
  request: ToolRequest;
  place: CallPlace;
  entry: number;
  most: number;
  began: number;
}

/**
 * The tools of a conversation, each call recorded: `tool.call`, what the gate said, how the command ended, what was kept,
 * and `tool.result`, all under one call id, which is also the id of the stored output.
 */
export class AuditedToolBox implements ToolBox {
  readonly #options: AuditedToolBoxOptions;
  readonly #ledger = new CallLedger();
  readonly #entries: EntryRef[];
  #turn = 0;

  constructor(options: AuditedToolBoxOptions) {
    this.#options = options;
    this.#entries = [...(options.entries ?? [])];
  }

  /** The calls so far: entry N is the Nth. */
  get entries(): readonly EntryRef[] {
    return this.#entries;
  }

  /** Something was changed that no call did: what is asked again may be answered otherwise. */
  changed(): void {
    this.#ledger.clear();
  }

  definitions(): ToolDefinition[] {
    return this.#options.tools.map(({ name, description, schema }) => {
      const { $schema: _, additionalProperties: __, ...parameters } = z.toJSONSchema(schema, { io: 'input' });
      return { name, description, parameters };
    });
  }

  async call(request: ToolRequest, signal: AbortSignal, room: number): Promise<ToolAnswer> {
    signal.throwIfAborted();
    const { audit, session } = this.#options;
    const place = { turn: this.#enterTurn(), call: newId() };
    const entry = this.#entries.push({ id: place.call, session });
    audit.record('tool.call', { tool: request.name, arguments: argumentsOf(request) }, place);
    const whole = this.#budgetOf(request.name).limitedTo(room);
    const call: Call = { request, place, entry, most: whole.bytes, began: performance.now() };
    // The line above a repeated call's result has its place in the budget too.
    const budget = this.#ledger.repeats(request) ? whole.limitedTo(whole.bytes - REPEAT_LINE_BYTES) : whole;
    const context = contextOfCall(this.#options, place, budget, this.#entries, signal);
    try {
      const given = within(await this.#run(request, context), request.name, context);
      const kept = this.#keepLarge(given, request.name, place.call);
      const repeat = this.#ledger.note(request, {
        entry,
        id: place.call,
        mark: markOf(given, budget.bytes),
        recalled: kept.stored !== null && this.#options.ways === 'memory',
        changes: given.changes ?? false,
      });
      if (kept.stored) audit.record('output.kept', keptDetails(request.name, kept.stored), place);
      return this.#answer(repeat ? { ...kept, text: `${repeatLine(repeat)}\n${kept.text}` } : kept, call, repeat);
    } catch (error) {
      this.#answer({ ...refusal('interrupted'), outcome: 'error' }, call, null);
      throw error;
    }
  }

  #answer(given: ToolOutcome, { request, place, entry, most, began }: Call, repeat: Repeated | null): ToolAnswer {
    const { audit, ways } = this.#options;
    const { bytes, outcome, error, notKept } = given;
    const output = clip(given.text, most);
    const details = { tool: request.name, output, outcome, bytes, seconds: (performance.now() - began) / 1_000 };
    const more = {
      ...(error ? { error } : {}),
      ...(notKept ? { notKept } : {}),
      ...(repeat ? { repeat: recorded(repeat) } : {}),
    };
    const event = eventOutput(place.call, given.shown ?? output, bytes, given.stored);
    audit.record('tool.result', { ...details, ...more }, place, event);
    const stored = given.stored !== null;
    const way = given.again ?? (stored && ways === 'memory' ? `memory: "recall entry ${entry}"` : null);
    return { text: output, outcome, id: place.call, stored, bytes, entry, way };
  }

  /** The person's own bound replaces the budget of a command; what the other calls of the turn leave holds over both. */
  #budgetOf(tool: string): ToolBudget {
    const { budget, limits } = this.#options;
    const own = tool === 'run_command' ? limits.maxOutputBytes : null;
    return own === null ? budget : budget.replacedBy(own);
  }

  /** The turn that a call belongs to; with a new one every call is new. */
  #enterTurn(): number {
    const turn = this.#options.turn();
    if (turn !== this.#turn) this.#ledger.clear();
    this.#turn = turn;
    return turn;
  }

  /** A result that will stand as a reference after its turn is kept, so that nothing of it is lost. */
  #keepLarge(given: ToolOutcome, tool: string, id: string): ToolOutcome {
    const isKept = given.stored !== null || given.again !== undefined || given.error !== undefined;
    if (isKept || Buffer.byteLength(given.text) <= WHOLE_AFTER_TURN) return given;
    const facts = { id, tool, time: new Date().toISOString(), cut: false, totalBytes: null };
    const kept = this.#options.store.keep([Buffer.from(given.text)], facts);
    return 'record' in kept ? { ...given, stored: kept.record } : given;
  }

  async #run(request: ToolRequest, context: ToolContext): Promise<ToolOutcome> {
    const { tools, audit } = this.#options;
    const tool = tools.find((one) => one.name === request.name);
    if (!tool)
      return wrong(`there is no tool ${named(request.name)}; there are ${tools.map((t) => t.name).join(', ')}`);
    const args = tool.schema.safeParse(request.arguments);
    if (!args.success) return wrong(`the arguments of ${tool.name} do not fit: ${z.prettifyError(args.error)}`);
    try {
      return await tool.run(args.data, context);
    } catch (error) {
      // An interruption is the turn's to handle; what else a tool throws is a fault that must not end the conversation.
      context.signal.throwIfAborted();
      const message = error instanceof Error ? error.message : String(error);
      audit.record('error', { message, code: null, context: tool.name }, { turn: context.turn, call: context.call });
      return wrong(`${tool.name} failed: ${message}`);
    }
  }
}

function argumentsOf(request: ToolRequest): string {
  return clip(JSON.stringify(request.arguments), ARGUMENT_BYTES);
}

function wrong(problem: string): ToolOutcome {
  return { ...refusal(problem), outcome: 'error' };
}

/** A tool's answer within the budget: what is longer, such as an error of many parts, is fitted and kept like any result. */
function within(given: ToolOutcome, tool: string, context: ToolContext): ToolOutcome {
  if (given.stored !== null || Buffer.byteLength(given.text) <= context.budget.bytes) return given;
  const { text, shown, stored, notKept } = fitText(given.text, tool, context);
  return { ...given, text, stored, ...(shown === undefined ? {} : { shown }), ...(notKept ? { notKept } : {}) };
}

/** By what a result is compared with that of the same call before. */
function markOf({ text, sha256, source, again, stored }: ToolOutcome, room: number): ResultMark {
  const isPart = sha256 === undefined && (again !== undefined || stored !== null);
  return { sha256: sha256 === undefined ? sha256Of(text) : sha256, room: isPart ? room : null, source: source ?? null };
}

function recorded({ count, entry, of, same }: Repeated) {
  return { count, entry, of, same };
}
