import { type EventOutput, type Inbound, PROTOCOL_VERSION, type ScreenSettings } from '@wisp/protocol';
import type { AuditEvent } from '../audit/events.ts';
import type { Settings } from '../config/settings.ts';
import { VERSION } from '../config/version.ts';
import { Conversation } from '../session/conversation.ts';
import type { ConversationOptions } from '../session/conversation-options.ts';
import { Activity } from './activity.ts';
import { Approvals } from './approvals.ts';
import { Choices } from './choices.ts';
import { runChatCommand } from './commands/run.ts';
import type { Face } from './face.ts';
import { gitStatus } from './git-status.ts';
import { Lookups } from './lookups.ts';
import { showAgentEvent } from './turn-lines.ts';
import { wordingOf } from './wording.ts';

export type ChatOptions = Omit<ConversationOptions, 'approver' | 'onEvent' | 'onNote' | 'onProgress' | 'entryPoint'>;

/**
 * One conversation as a front end drives it: requests in, lines out, both as the protocol has them, whatever carries them.
 * Messages are taken one after another; answers, interruptions and questions about outputs at once, also while a turn runs.
 */
export class ChatCore {
  readonly #options: ChatOptions;
  readonly #face: Face;
  readonly #approvals: Approvals;
  readonly #choices: Choices;
  readonly #activity: Activity;
  readonly #conversation: Conversation;
  readonly #lookups: Lookups;
  readonly #queue: string[] = [];
  #wake: (() => void) | null = null;
  #running: AbortController | null = null;
  #ended = false;
  /** Whether a status has been sent. */
  #told = false;
  #lastFailed = false;

  constructor(options: ChatOptions, face: Face) {
    this.#options = options;
    this.#face = face;
    this.#approvals = new Approvals(face);
    this.#choices = new Choices(face);
    this.#activity = new Activity(face);
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
      onNote: (text) => this.note(text, 'warn'),
      onProgress: (doing, progress) => this.#activity.set({ doing, ...(progress ? { progress } : {}) }),
      onPrinted: (bytes) => this.#activity.printed(bytes),
    });
    this.#lookups = new Lookups(this.#conversation, options.host, face);
  }

  /** Something runs that an interruption would stop. */
  get busy(): boolean {
    return this.#running !== null;
  }

  /** Whether the last turn ended without an answer. */
  get lastFailed(): boolean {
    return this.#lastFailed;
  }

  /** Serves until `stop`, `/quit`, or `end` with nothing left to do. Then the conversation is closed and `exit` sent. */
  async run(): Promise<void> {
    const { resume } = this.#options;
    if (resume) this.#sayResumed(resume.saved);
    await this.#guarded((signal) => this.#conversation.open(signal));
    await this.#status();
    for (let text = await this.#next(); text !== null; text = await this.#next()) {
      await this.#take(text);
      await this.#status();
    }
    this.#lookups.stop();
    this.#conversation.close();
    const saved = this.#conversation.keeper.savedAs;
    await this.#face.send({ type: 'exit', code: 0, ...(saved === null ? {} : { saved }) });
  }

  /** Takes one request. */
  request(request: Inbound): void {
    switch (request.type) {
      case 'hello':
        this.#approvals.answers = request.effects?.includes('approve') ?? false;
        // A front end that greets late is told again what its answers are worth.
        if (this.#told) void this.#status();
        return;
      case 'message':
        if (request.text.trim() === '') return;
        this.#queue.push(request.text);
        this.#choices.leave();
        this.#wake?.();
        return;
      case 'interrupt':
        this.#running?.abort(new DOMException('interrupted by the person', 'AbortError'));
        return;
      case 'answer':
        if (!this.#approvals.answer(request.id, request.decision))
          this.note('That question no longer waits for an answer.', 'info');
        return;
      case 'choose':
        if (!this.#choices.answer(request.id, request.value ?? null)) this.note('No such choice waits.', 'info');
        return;
      default:
        this.#lookups.answer(request);
    }
  }

  /** There will be no further requests: what waits is still done. */
  end(): void {
    this.#ended = true;
    this.#choices.leave();
    this.#wake?.();
  }

  /** Ends the conversation: what runs is interrupted, what waits is dropped. */
  stop(): void {
    this.#queue.length = 0;
    this.#running?.abort(new DOMException('the conversation has ended', 'AbortError'));
    this.end();
  }

  note(text: string, level: 'info' | 'warn' | 'error'): void {
    void this.#face.send({ type: 'note', text, level });
  }

  async #take(text: string): Promise<void> {
    if (text.startsWith('/')) await this.#command(text.trim());
    else if (text.startsWith('!')) await this.#typed(text.slice(1).trim());
    else await this.#turn(text);
  }

  async #command(line: string): Promise<void> {
    const face = this.#face;
    await this.#guarded((signal) =>
      runChatCommand(line, {
        conversation: this.#conversation,
        host: this.#options.host,
        face,
        signal,
        print: (text) => face.send({ type: 'output', text }),
        note: (text, level) => face.send({ type: 'note', text, level }),
        onProgress: (doing, progress) => this.#activity.set({ doing, ...(progress ? { progress } : {}) }),
        choose: this.#approvals.answers ? (question) => this.#choices.ask(question, signal) : null,
        quit: () => this.stop(),
      }),
    );
    this.#activity.end();
  }

  async #typed(command: string): Promise<void> {
    if (command === '') return;
    this.#activity.set({ doing: command });
    await this.#guarded((signal) => this.#conversation.typed(command, signal));
    this.#activity.end();
  }

  async #turn(text: string): Promise<void> {
    const { turn } = this.#conversation;
    this.#lastFailed = true;
    this.#activity.set({ doing: 'waiting for the model' });
    await this.#face.send({ type: 'turn', phase: 'start', turn: turn + 1 });
    await this.#guarded(async (signal) => {
      const onEvent = (event: Parameters<typeof showAgentEvent>[0]) =>
        showAgentEvent(event, this.#face, this.#activity);
      const { text: _, error: __, ran, ...ended } = await this.#conversation.prompt(text, signal, onEvent);
      this.#lastFailed = ended.outcome !== 'ok';
      await this.#face.send({ type: 'turn', phase: 'end', ...ended, ...(ran ? { ran } : {}) });
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
        this.note(`The engine failed: ${error instanceof Error ? error.message : String(error)}`, 'error');
    } finally {
      this.#running = null;
    }
  }

  #event(event: AuditEvent, output: EventOutput | null): void {
    const { kind, call, turn, details } = event;
    // The session's start is the first event there is, and `hello` the first line.
    if (kind === 'session.start') this.#hello(event.session);
    if (kind === 'tool.call') this.#activity.set({ doing: wordingOf(event), thinking: false });
    if (kind === 'tool.result') this.#activity.set({ doing: 'waiting for the model' });
    const shown = output ? { output } : {};
    void this.#face.send({ type: 'event', kind, call, turn, details, text: wordingOf(event), ...shown });
  }

  #hello(session: string): void {
    const { home, settings } = this.#options;
    const greeting = { protocol: PROTOCOL_VERSION, engine: VERSION, session, home } as const;
    void this.#face.send({ type: 'hello', ...greeting, settings: screenSettings(settings) });
  }

  #sayResumed({ name, turn, saved, directory, turns }: NonNullable<ChatOptions['resume']>['saved']): void {
    const last = turns.at(-1)?.asked ?? '';
    const asked = last === '' ? '' : ` Last asked: ${last}`;
    const moved = directory === this.#options.directory ? '' : ` It was held in ${directory}.`;
    this.note(
      `Going on with ${name}, saved ${saved.slice(0, 16).replace('T', ' ')}, after turn ${turn}.${moved}${asked}`,
      'info',
    );
  }

  async #status(): Promise<void> {
    const { model, budget, contextUsed, session, tally, keeper } = this.#conversation;
    const { branch, added, removed } = await gitStatus(session.directory);
    const { inputTokens, outputTokens } = tally;
    this.#told = true;
    await this.#face.send({
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
      ...(inputTokens + outputTokens > 0 ? { inputTokens, outputTokens } : {}),
      ...(keeper.name === null ? {} : { name: keeper.name }),
    });
  }

  /** The next message, or null when there will be none. */
  async #next(): Promise<string | null> {
    while (this.#queue.length === 0 && !this.#ended && !this.#face.closed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#face.closed ? null : (this.#queue.shift() ?? null);
  }
}

function screenSettings({ screen, shownOutputLines, pager }: Settings): ScreenSettings {
  const { theme, alternate, mouse, animation } = screen;
  return { theme, alternate, mouse, animation, shownOutputLines, pager: pager ?? null };
}
