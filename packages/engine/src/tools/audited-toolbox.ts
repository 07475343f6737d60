import { z } from 'zod';
import { type AuditLog, newId } from '../audit/audit-log.ts';
import type { Ways } from '../budget/note.ts';
import type { ToolBudget } from '../budget/tool-budget.ts';
import { eventOutput } from '../exec/event-output.ts';
import type { Gate } from '../gate/gate.ts';
import type { OutputCondenser } from '../memory/condenser.ts';
import type { ToolDefinition, ToolRequest } from '../models/backend.ts';
import type { OutputStore } from '../store/output-store.ts';
import { keptDetails } from '../store/record-details.ts';
import { clip } from '../text/format.ts';
import type { Tool, ToolContext, ToolOutcome } from './tool.ts';
import { type ToolAnswer, type ToolBox, WHOLE_AFTER_TURN } from './toolbox.ts';

export interface AuditedToolBoxOptions {
  tools: readonly Tool[];
  audit: AuditLog;
  store: OutputStore;
  budget: ToolBudget;
  gate: Gate;
  directory: string;
  ways: Ways;
  /** Turn that the calls belong to, read at each call. */
  turn: () => number;
  /** Where `memory` finds outputs. */
  home: string;
  session: string;
  /** Read at each call: there is one once a model is open. */
  condenser: () => OutputCondenser | null;
  onProgress: (text: string) => void;
}

/** Longest part of a call's arguments that the log carries. */
const ARGUMENT_BYTES = 16_384;

/**
 * The tools of a conversation, each call recorded: `tool.call`, what the gate said, how the command ended, what was kept,
 * and `tool.result`, all under one call id, which is also the id of the stored output.
 */
export class AuditedToolBox implements ToolBox {
  readonly #options: AuditedToolBoxOptions;
  /** Ids of the calls so far: entry N is the Nth. */
  readonly #entries: string[] = [];

  constructor(options: AuditedToolBoxOptions) {
    this.#options = options;
  }

  definitions(): ToolDefinition[] {
    return this.#options.tools.map(({ name, description, schema }) => {
      const { $schema: _, additionalProperties: __, ...parameters } = z.toJSONSchema(schema, { io: 'input' });
      return { name, description, parameters };
    });
  }

  async call(request: ToolRequest, signal: AbortSignal, room: number): Promise<ToolAnswer> {
    signal.throwIfAborted();
    const { audit, ways } = this.#options;
    const budget = this.#options.budget.limitedTo(room);
    const place = { turn: this.#options.turn(), call: newId() };
    const entry = this.#entries.push(place.call);
    audit.record(
      'tool.call',
      { tool: request.name, arguments: clip(JSON.stringify(request.arguments), ARGUMENT_BYTES) },
      place,
    );
    const began = performance.now();
    const result = (given: ToolOutcome) => {
      const seconds = (performance.now() - began) / 1000;
      const { bytes, outcome, error } = given;
      const output = clip(given.text, budget.bytes);
      const details = { tool: request.name, output, outcome, bytes, seconds, ...(error ? { error } : {}) };
      audit.record('tool.result', details, place, eventOutput(place.call, given.shown ?? output, bytes, given.stored));
      const stored = given.stored !== null;
      const way = given.again ?? (stored && ways === 'memory' ? `memory: "recall entry ${entry}"` : null);
      return { text: output, outcome, id: place.call, stored, bytes, entry, way };
    };
    try {
      const given = this.#keepLarge(await this.#run(request, place, budget, signal), request.name, place.call);
      if (given.stored) audit.record('output.kept', keptDetails(request.name, given.stored), place);
      return result(given);
    } catch (error) {
      result(this.#wrong('interrupted'));
      throw error;
    }
  }

  /** A result that stands as a reference after its turn is kept, though it fitted: nothing of it may be lost by then. */
  #keepLarge(given: ToolOutcome, tool: string, id: string): ToolOutcome {
    const isKept = given.stored !== null || given.again !== undefined || given.error !== undefined;
    if (isKept || Buffer.byteLength(given.text) <= WHOLE_AFTER_TURN) return given;
    const facts = { id, tool, time: new Date().toISOString(), cut: false, totalBytes: null };
    const kept = this.#options.store.keep([Buffer.from(given.text)], facts);
    return 'record' in kept ? { ...given, stored: kept.record } : given;
  }

  async #run(
    request: ToolRequest,
    place: { turn: number; call: string },
    budget: ToolBudget,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const tool = this.#options.tools.find((t) => t.name === request.name);
    if (!tool)
      return this.#wrong(
        `there is no tool ${request.name}; there are ${this.#options.tools.map((t) => t.name).join(', ')}`,
      );
    const args = tool.schema.safeParse(request.arguments);
    if (!args.success) return this.#wrong(`the arguments of ${tool.name} do not fit: ${z.prettifyError(args.error)}`);
    try {
      return await tool.run(args.data, this.#context(place, budget, signal));
    } catch (error) {
      // An interruption is the turn's to handle; what else a tool throws is a fault that must not end the conversation.
      signal.throwIfAborted();
      const message = error instanceof Error ? error.message : String(error);
      this.#options.audit.record('error', { message, code: null, context: tool.name }, place);
      return this.#wrong(`${tool.name} failed: ${message}`);
    }
  }

  #wrong(problem: string): ToolOutcome {
    const text = clip(`error: ${problem}`, this.#options.budget.bytes);
    return { text, outcome: 'error', bytes: 0, stored: null, error: problem };
  }

  #context(place: { turn: number; call: string }, budget: ToolBudget, signal: AbortSignal): ToolContext {
    const { audit, gate, directory, store, ways, home, session, condenser, onProgress } = this.#options;
    const idOf = (id: string | undefined) => (id === undefined ? null : { id });
    return {
      call: place.call,
      directory,
      budget,
      ways,
      store,
      signal,
      memory: { home, session, condenser: condenser(), entries: (n) => idOf(this.#entries[n - 1]) },
      onProgress,
      decide: async (command, workingDirectory) => {
        const decision = await gate.decide(command, workingDirectory, signal);
        audit.record(
          'policy.decision',
          { command: clip(command, ARGUMENT_BYTES), workingDirectory, ...decision },
          place,
        );
        return decision;
      },
      onCommandEnd: (command, end, stdoutBytes, stderrBytes) => {
        const { exitStatus, signal: ended, reason, seconds } = end;
        const details = {
          command: clip(command, ARGUMENT_BYTES),
          exitStatus,
          signal: ended,
          reason,
          stdoutBytes,
          stderrBytes,
          seconds,
        };
        audit.record('command.outcome', details, place);
      },
    };
  }
}
