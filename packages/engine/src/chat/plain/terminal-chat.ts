import type { ReadStream } from 'node:tty';
import type { ApprovalLine, ChoiceLine, StatusLine } from '@wisp/protocol';
import type { StoredOutput } from '../../store/stored-output.ts';
import { cleanOutput } from '../../text/clean.ts';
import { grouped } from '../../text/format.ts';
import { ChatCore, type ChatOptions } from '../chat-core.ts';
import { pagerCommand, showInPager, write, writeOutput } from '../pager.ts';
import { approvalAnswer, approvalPrompt, approvalText } from './approval-text.ts';
import { HistoryFile } from './history-file.ts';
import { PlainFace, type PlainSignal } from './plain-face.ts';
import { TerminalLines, type Typed } from './terminal-lines.ts';

export interface TerminalChatOptions extends ChatOptions {
  input: ReadStream;
  output: NodeJS.WriteStream;
  /** Where what is said of replies goes. */
  about: NodeJS.WriteStream;
}

const PROMPT = '> ';

/**
 * A plain conversation on a terminal: a prompt, the reply as it streams, questions asked in lines. Ctrl-C stops what runs, and
 * leaves at an empty prompt or the second time; Ctrl-D leaves.
 */
export class TerminalChat {
  readonly #options: TerminalChatOptions;
  readonly #core: ChatCore;
  readonly #lines: TerminalLines;
  readonly #history: HistoryFile;
  readonly #completions = new Map<string, (found: { from: number; candidates: string[] }) => void>();
  readonly #questions = new Map<string, AbortController>();
  #asked = 0;
  #isGreeted = false;
  #isReading = false;
  #isEnding = false;
  /** The terminal is the pager's. */
  #isLent = false;
  #isInterrupted = false;

  constructor(options: TerminalChatOptions) {
    this.#options = options;
    const { input, output, about, ...rest } = options;
    this.#lines = new TerminalLines({ input, output, completer: (line) => this.#complete(line) });
    this.#history = new HistoryFile(options.home);
    const face = new PlainFace({
      reply: output,
      about,
      onSignal: (line) => this.#signal(line),
      show: (stored) => this.#show(stored),
    });
    this.#core = new ChatCore(rest, face);
    this.#core.request({ type: 'hello', effects: ['approve'], client: 'plain' });
  }

  /** Serves until the person leaves; resolves to the exit code. */
  async run(): Promise<number> {
    this.#lines.recollect(await this.#history.read());
    await this.#core.run();
    this.#lines.close();
    await this.#history.settled();
    return 0;
  }

  /** Ctrl-C while no prompt is open: the pager's while it has the terminal. */
  interrupt(): void {
    if (this.#isLent) return;
    if (this.#isInterrupted || !this.#core.busy) {
      this.stop();
      return;
    }
    this.#isInterrupted = true;
    this.#say('\nStopping it; Ctrl-C again leaves.\n');
    this.#core.request({ type: 'interrupt' });
  }

  stop(): void {
    this.#isEnding = true;
    this.#core.stop();
    this.#lines.close();
  }

  #signal(line: PlainSignal): void {
    switch (line.type) {
      case 'status':
        this.#greet(line);
        void this.#next();
        return;
      case 'approval':
        void this.#question(line.id, (signal) => this.#approve(line, signal));
        return;
      case 'choice':
        void this.#question(line.id, (signal) => this.#choose(line, signal));
        return;
      case 'withdrawn':
        this.#questions.get(line.id)?.abort(new DOMException('withdrawn', 'AbortError'));
        return;
      case 'completions':
        this.#completions.get(line.id)?.(line);
        return;
      case 'exit':
        if (line.saved !== undefined) this.#say(`Saved. To go on: wisp chat --resume ${line.saved}\n`);
    }
  }

  #greet({ model, window, approval }: StatusLine): void {
    if (this.#isGreeted) return;
    this.#isGreeted = true;
    const size = window === null ? '' : `, window of ${grouped(window)} tokens`;
    const yes = approval === 'yes' ? ' Commands are approved unasked.' : '';
    this.#say(`${model ?? 'No model'}${size}.${yes} /help lists the commands, Ctrl-D leaves.\n`);
  }

  async #next(): Promise<void> {
    if (this.#isReading || this.#isEnding) return;
    this.#isReading = true;
    this.#isInterrupted = false;
    try {
      for (;;) {
        const typed = await this.#lines.next(PROMPT);
        if (typed.kind !== 'line') return this.#leave();
        if (typed.text.trim() === '') continue;
        if (/^\/quit\s*$/.test(typed.text)) this.#isEnding = true;
        this.#history.add(typed.text);
        return this.#core.request({ type: 'message', text: typed.text });
      }
    } finally {
      this.#isReading = false;
    }
  }

  #leave(): void {
    this.#isEnding = true;
    this.#core.end();
  }

  /** A question is asked until it is answered or withdrawn; Ctrl-C in it stops what asks. */
  async #question(id: string, ask: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    this.#questions.set(id, controller);
    try {
      await this.#lines.gather();
      if (!controller.signal.aborted) await ask(controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      this.#questions.delete(id);
    }
  }

  async #approve({ id, command, pattern, level, reasons, scopes }: ApprovalLine, signal: AbortSignal): Promise<void> {
    const offered = scopes ?? ['once', 'session', 'project', 'always', 'no'];
    this.#say(approvalText({ command, pattern, level, reasons }));
    const typed = await this.#lines.ask(approvalPrompt(offered), signal);
    if (typed.kind === 'interrupt') return this.#core.request({ type: 'interrupt' });
    this.#core.request({ type: 'answer', id, decision: approvalAnswer(textOf(typed), offered) });
  }

  async #choose({ id, title, options, current, acceptsText }: ChoiceLine, signal: AbortSignal): Promise<void> {
    const rows = options.map(({ value, label, detail }, index) => {
      const mark = value === current ? '*' : ' ';
      return `${mark} ${index + 1}  ${label}${detail ? `  ${detail}` : ''}\n`;
    });
    this.#say(`${title}:\n${rows.join('')}`);
    const typed = await this.#lines.ask('Number or name; Enter changes nothing: ', signal);
    const text = textOf(typed).trim();
    const numbered = /^\d{1,6}$/.test(text) ? options[Number(text) - 1] : undefined;
    const named = options.find(({ value, label }) => value === text || label === text);
    const value = numbered?.value ?? named?.value ?? (acceptsText && text !== '' ? text : null);
    if (text !== '' && value === null) this.#say(`There is no ${cleanOutput(text)}; nothing is changed.\n`);
    this.#core.request({ type: 'choose', id, value });
  }

  async #show(output: StoredOutput): Promise<void> {
    const { settings, output: terminal } = this.#options;
    this.#isLent = true;
    try {
      const problem = await showInPager(output, pagerCommand(settings.pager, process.env));
      if (problem === null) return;
      this.#say(`${problem}; the output follows.\n`);
      await writeOutput(output, terminal);
    } finally {
      this.#isLent = false;
    }
  }

  async #complete(line: string): Promise<[string[], string]> {
    const id = `c${++this.#asked}`;
    const found = new Promise<{ from: number; candidates: string[] }>((resolve) => {
      this.#completions.set(id, resolve);
    });
    this.#core.request({ type: 'complete', id, text: line, cursor: line.length });
    const { from, candidates } = await found;
    this.#completions.delete(id);
    return [candidates, line.slice(from)];
  }

  #say(text: string): void {
    void write(this.#options.about, cleanOutput(text));
  }
}

const textOf = (typed: Typed): string => (typed.kind === 'line' ? typed.text : '');
