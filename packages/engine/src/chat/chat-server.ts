import type { Readable, Writable } from 'node:stream';
import {
  type EventOutput,
  type Frame,
  type Inbound,
  LineWriter,
  PROTOCOL_VERSION,
  readFrames,
  readInbound,
} from '@wisp/protocol';
import type { AgentEvent } from '../agent/agent.ts';
import type { AuditEvent } from '../audit/events.ts';
import { VERSION } from '../config/version.ts';
import { Conversation, type ConversationOptions } from '../session/conversation.ts';
import { grouped } from '../text/format.ts';
import { Activity } from './activity.ts';
import { Approvals } from './approvals.ts';
import { CHAT_COMMANDS, runChatCommand } from './commands.ts';
import { complete } from './completions.ts';
import { gitStatus } from './git-status.ts';
import { outputView } from './output-view.ts';
import { wordingOf } from './wording.ts';

export interface ChatServerOptions extends Omit<ConversationOptions, 'approver' | 'onEvent' | 'onNote' | 'entryPoint'> {
  input: Readable;
  output: Writable;
}

/**
 * The engine's side of the JSON-lines protocol: requests in, lines out. Messages are taken one after another; views,
 * completions, answers and interruptions at once, even while a turn runs. Ends at the end of its input, at `/quit`, or when
 * nobody reads its output any more.
 */
export class ChatServer {
  readonly #options: ChatServerOptions;
  readonly #writer: LineWriter;
  readonly #approvals: Approvals;
  readonly #activity: Activity;
  readonly #conversation: Conversation;
  readonly #queue: string[] = [];
  #wake: (() => void) | null = null;
  #running: AbortController | null = null;
  #ended = false;
  /** Whether a status has been sent. */
  #told = false;

  constructor(options: ChatServerOptions) {
    this.#options = options;
    this.#writer = new LineWriter(options.output);
    this.#approvals = new Approvals(this.#writer);
    this.#activity = new Activity(this.#writer);
    this.#conversation = new Conversation({
      ...options,
      entryPoint: 'chat',
      approver: async (request, signal) => {
        this.#activity.set({ asking: true });
        try {
          return await this.#approvals.ask(request, signal);
        } finally {
          this.#activity.set({ asking: false });
        }
      },
      onEvent: (event, output) => this.#event(event, output),
      onNote: (text) => this.#note(text, 'warn'),
      onProgress: (text) => this.#activity.set({ doing: text }),
    });
    options.output.on('close', () => this.stop());
    options.output.on('error', () => this.stop());
  }

  /** Serves until the conversation ends; resolves to the exit code. */
  async run(): Promise<number> {
    const reading = this.#read();
    await this.#guarded((signal) => this.#conversation.open(signal));
    await this.#status();
    for (let text = await this.#next(); text !== null; text = await this.#next()) {
      await this.#take(text);
      await this.#status();
    }
    this.#options.input.destroy();
    await reading;
    this.#conversation.close();
    await this.#writer.send({ type: 'exit', code: 0 });
    return 0;
  }

  async #read(): Promise<void> {
    try {
      for await (const frame of readFrames(this.#options.input)) this.#frame(frame);
    } catch (error) {
      // Destroying the input at the end breaks its iteration off; anything else is an input that can not be read.
      if (!this.#ended) this.#note(`The input can not be read: ${String(error)}`, 'error');
    }
    this.#ended = true;
    this.#wake?.();
  }

  #frame(frame: Frame): void {
    if (frame.kind === 'oversize') {
      this.#note(`A line of ${frame.bytes} bytes was not read: a line has at most 1 MiB.`, 'error');
      return;
    }
    const reading = readInbound(frame.text);
    if (reading.kind === 'invalid') this.#note(`A line was not understood: ${reading.problem}.`, 'error');
    if (reading.kind === 'request') this.#request(reading.request);
  }

  #request(request: Inbound): void {
    switch (request.type) {
      case 'hello':
        this.#approvals.answers = request.effects?.includes('approve') ?? false;
        // A front end that greets late is told again what its answers are worth.
        if (this.#told) void this.#status();
        return;
      case 'message':
        if (request.text.trim() !== '') this.#queue.push(request.text);
        this.#wake?.();
        return;
      case 'interrupt':
        this.#running?.abort(new DOMException('interrupted by the person', 'AbortError'));
        return;
      case 'answer':
        if (!this.#approvals.answer(request.id, request.decision))
          this.#note('That question no longer waits for an answer.', 'info');
        return;
      case 'choose':
        this.#note('No choice waits for an answer.', 'info');
        return;
      case 'complete': {
        const { kept } = this.#conversation;
        void this.#writer.send({
          type: 'completions',
          id: request.id,
          ...complete(request.text, request.cursor, CHAT_COMMANDS, [...kept]),
        });
        return;
      }
      case 'output':
        this.#view(request.id, request.page);
    }
  }

  #view(id: string, page: number): void {
    const { session, calls, kept } = this.#conversation;
    const find = (asked: string) => {
      if (!/^[0-9a-f]{4,16}$/.test(asked)) return null;
      const found = [...calls].filter((call) => call.startsWith(asked));
      return found.length === 1 ? (found[0] ?? null) : null;
    };
    void this.#writer.send(outputView({ directory: session.store.directory, find, kept }, id, page));
  }

  async #take(text: string): Promise<void> {
    if (text.startsWith('/')) {
      const print = (line: string) => void this.#writer.send({ type: 'output', text: line });
      runChatCommand(text.trimEnd(), { conversation: this.#conversation, print, quit: () => this.stop() });
    } else if (text.startsWith('!')) await this.#typed(text.slice(1).trim());
    else await this.#turn(text);
  }

  async #typed(command: string): Promise<void> {
    if (command === '') return;
    this.#activity.begin(command);
    await this.#guarded((signal) => this.#conversation.typed(command, signal));
    this.#activity.end();
  }

  async #turn(text: string): Promise<void> {
    const { turn } = this.#conversation;
    this.#activity.begin('waiting for the model');
    await this.#writer.send({ type: 'turn', phase: 'start', turn: turn + 1 });
    await this.#guarded(async (signal) => {
      const report = await this.#conversation.prompt(text, signal, (event) => this.#agentEvent(event));
      const { outcome, seconds, inputTokens, outputTokens, ran } = report;
      const counts = {
        ...(inputTokens === undefined ? {} : { inputTokens }),
        ...(outputTokens === undefined ? {} : { outputTokens }),
      };
      await this.#writer.send({
        type: 'turn',
        phase: 'end',
        turn: report.turn,
        outcome,
        seconds,
        ...counts,
        ...(ran ? { ran } : {}),
      });
    });
    this.#activity.end();
  }

  /** Runs work that `interrupt` can stop. A fault of the engine's own is told and does not end the conversation. */
  async #guarded(work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const controller = new AbortController();
    this.#running = controller;
    try {
      await work(controller.signal);
    } catch (error) {
      if (!controller.signal.aborted)
        this.#note(`The engine failed: ${error instanceof Error ? error.message : String(error)}`, 'error');
    } finally {
      this.#running = null;
    }
  }

  /** What the turn shows as it goes; the model's stream waits until the front end has taken it. */
  async #agentEvent(event: AgentEvent): Promise<void> {
    switch (event.kind) {
      case 'delta':
        this.#activity.set({ doing: 'replying', thinking: false });
        return this.#writer.send({ type: 'delta', text: event.text });
      case 'void':
        return this.#writer.send({ type: 'delta', text: '', restart: true });
      case 'thinking':
        this.#activity.set({ doing: 'thinking', thinking: event.phase !== 'end' });
        return;
      case 'note':
        this.#note(event.text, 'warn');
        return;
      case 'window':
        this.#note(`The server holds a window of ${grouped(event.window)} tokens; the budget follows it.`, 'info');
        return;
      default:
        return;
    }
  }

  #event(event: AuditEvent, output: EventOutput | null): void {
    const { kind, call, turn, details } = event;
    // The session's start is the first event there is, and `hello` the first line.
    if (kind === 'session.start') this.#hello(event.session);
    if (kind === 'tool.call') this.#activity.set({ doing: wordingOf(event), thinking: false });
    if (kind === 'tool.result') this.#activity.set({ doing: 'waiting for the model' });
    void this.#writer.send({
      type: 'event',
      kind,
      call,
      turn,
      details,
      text: wordingOf(event),
      ...(output ? { output } : {}),
    });
  }

  #hello(session: string): void {
    const { home } = this.#options;
    void this.#writer.send({ type: 'hello', protocol: PROTOCOL_VERSION, engine: VERSION, session, home });
  }

  #note(text: string, level: 'info' | 'warn' | 'error'): void {
    void this.#writer.send({ type: 'note', text, level });
  }

  async #status(): Promise<void> {
    const { model, budget, contextUsed, session } = this.#conversation;
    const { branch, added, removed } = await gitStatus(session.directory);
    this.#told = true;
    await this.#writer.send({
      type: 'status',
      model: model?.name ?? null,
      window: budget.window,
      budget: budget.bytes,
      contextUsed,
      directory: session.directory,
      branch,
      added,
      removed,
      approval: this.#options.approveAll ? 'yes' : this.#approvals.answers ? 'ask' : 'refuse',
    });
  }

  /** The next message, or null when there will be none. */
  async #next(): Promise<string | null> {
    while (this.#queue.length === 0 && !this.#ended && !this.#writer.closed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#writer.closed ? null : (this.#queue.shift() ?? null);
  }

  /** Ends the conversation: what runs is interrupted, what waits is dropped. */
  stop(): void {
    this.#ended = true;
    this.#queue.length = 0;
    this.#running?.abort(new DOMException('the conversation has ended', 'AbortError'));
    this.#wake?.();
  }
}
