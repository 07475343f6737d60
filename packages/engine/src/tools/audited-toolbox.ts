import { z } from 'zod';
import { newId } from '../audit/audit-log.ts';
import type { ToolBudget } from '../budget/tool-budget.ts';
import { eventOutput } from '../exec/event-output.ts';
import type { ToolDefinition, ToolRequest } from '../models/backend.ts';
import { keptDetails } from '../store/record-details.ts';
import { clip } from '../text/format.ts';
import { ARGUMENT_BYTES, type CallPlace, type CallSurroundings, contextOfCall, type EntryRef } from './call-context.ts';
import { CallLedger, REPEAT_LINE_BYTES, type Repeat, repeatLine, shownHash } from './call-ledger.ts';
import type { Tool, ToolOutcome } from './tool.ts';
import { type ToolAnswer, type ToolBox, WHOLE_AFTER_TURN } from './toolbox.ts';

export interface AuditedToolBoxOptions extends CallSurroundings {
  tools: readonly Tool[];
  budget: ToolBudget;
  /** Turn that the calls belong to, read at each call. */
  turn: () => number;
  /** Calls of the conversation before it was resumed: the next entry counts on from them. */
  entries?: readonly EntryRef[];
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
    const given = clip(JSON.stringify(request.arguments), ARGUMENT_BYTES);
    audit.record('tool.call', { tool: request.name, arguments: given }, place);
    const whole = this.#budgetOf(request.name).limitedTo(room);
    // The line above a repeated call's result has its place in the budget too.
    const repeats = this.#ledger.repeats(request);
    const budget = repeats ? whole.limitedTo(whole.bytes - REPEAT_LINE_BYTES) : whole;
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1_000;
    try {
      const outcome = await this.#run(request, place, budget, signal);
      const { kept, repeat } = this.#compare(request, outcome, place.call, entry);
      if (kept.stored) audit.record('output.kept', keptDetails(request.name, kept.stored), place);
      return this.#answer(request, withLine(kept, repeat), place, entry, {
        bytes: whole.bytes,
        seconds: seconds(),
        repeat,
      });
    } catch (error) {
      this.#answer(request, this.#wrong('interrupted'), place, entry, {
        bytes: whole.bytes,
        seconds: seconds(),
        repeat: null,
      });
      throw error;
    }
  }

  #answer(
    request: ToolRequest,
    given: ToolOutcome,
    place: CallPlace,
    entry: number,
    call: { bytes: number; seconds: number; repeat: Repeat | null },
  ): ToolAnswer {
    const { audit, ways } = this.#options;
    const { bytes, outcome, error, notKept } = given;
    const output = clip(given.text, call.bytes);
    const details = { tool: request.name, output, outcome, bytes, seconds: call.seconds };
    const more = {
      ...(error ? { error } : {}),
      ...(notKept ? { notKept } : {}),
      ...(call.repeat ? { repeat: call.repeat } : {}),
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

  /** Whether a call repeats one of its turn; a result that will stand as a reference is kept, so that nothing of it is lost. */
  #compare(request: ToolRequest, given: ToolOutcome, id: string, entry: number) {
    const printed = given.stored;
    const result = printed ? ({ of: 'printed', sha256: printed.sha256 } as const) : shownHash(given.text);
    const kept = this.#keepLarge(given, request.name, id);
    const repeat = this.#ledger.note(request, result, entry);
    // A file that was changed makes what comes after it a new question.
    if (given.changes) this.#ledger.clear();
    return { kept, repeat };
  }

  #keepLarge(given: ToolOutcome, tool: string, id: string): ToolOutcome {
    const isKept = given.stored !== null || given.again !== undefined || given.error !== undefined;
    if (isKept || Buffer.byteLength(given.text) <= WHOLE_AFTER_TURN) return given;
    const facts = { id, tool, time: new Date().toISOString(), cut: false, totalBytes: null };
    const kept = this.#options.store.keep([Buffer.from(given.text)], facts);
    return 'record' in kept ? { ...given, stored: kept.record } : given;
  }

  async #run(request: ToolRequest, place: CallPlace, budget: ToolBudget, signal: AbortSignal): Promise<ToolOutcome> {
    const { tools, audit } = this.#options;
    const tool = tools.find((one) => one.name === request.name);
    if (!tool) return this.#wrong(`there is no tool ${request.name}; there are ${tools.map((t) => t.name).join(', ')}`);
    const args = tool.schema.safeParse(request.arguments);
    if (!args.success) return this.#wrong(`the arguments of ${tool.name} do not fit: ${z.prettifyError(args.error)}`);
    try {
      return await tool.run(args.data, contextOfCall(this.#options, place, budget, this.#entries, signal));
    } catch (error) {
      // An interruption is the turn's to handle; what else a tool throws is a fault that must not end the conversation.
      signal.throwIfAborted();
      const message = error instanceof Error ? error.message : String(error);
      audit.record('error', { message, code: null, context: tool.name }, place);
      return this.#wrong(`${tool.name} failed: ${message}`);
    }
  }

  #wrong(problem: string): ToolOutcome {
    const text = clip(`error: ${problem}`, this.#options.budget.bytes);
    return { text, outcome: 'error', bytes: 0, stored: null, error: problem };
  }
}

function withLine(given: ToolOutcome, repeat: Repeat | null): ToolOutcome {
  return repeat ? { ...given, text: `${repeatLine(repeat)}\n${given.text}` } : given;
}
