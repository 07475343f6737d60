import { fileURLToPath } from 'node:url';
import { type IPty, spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The built program, and the engine that answers it in these tests. */
export const WISP_TUI = `${ROOT}packages/tui/bin/wisp-tui.js`;
export const FAKE_ENGINE = `${ROOT}test/tui/fake-engine.ts`;

/** How long a test waits for what it expects on the screen, in ms. */
const PATIENCE = 10_000;

export interface PtyOptions {
  columns?: number;
  rows?: number;
  args?: readonly string[];
  env?: Record<string, string>;
  /** A program to start in place of wisp-tui. */
  command?: readonly [string, ...string[]];
}

/** A program in a pseudo-terminal, its screen kept by a terminal emulator. Tests wait for what the screen shows. */
export class Pty {
  readonly terminal: xterm.Terminal;
  readonly exit: Promise<number>;
  readonly #pty: IPty;
  readonly #checks = new Set<() => void>();
  readonly #byteChecks = new Set<() => void>();
  /** Every byte that the program has written. */
  raw = '';
  /** Titles and clipboard texts that the program set. */
  readonly titles: string[] = [];

  constructor(options: PtyOptions = {}) {
    const { columns: cols = 80, rows = 24 } = options;
    this.terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true, scrollback: 500 });
    const { CI: _, NO_COLOR: __, COLORFGBG: ___, ...environment } = process.env;
    const [file, ...args] = options.command ?? [process.execPath, WISP_TUI, ...(options.args ?? [])];
    this.#pty = spawn(file, args, {
      cols,
      rows,
      cwd: ROOT,
      env: { ...environment, TERM: 'xterm-256color', WISP_ENGINE: FAKE_ENGINE, ...options.env },
    });
    this.terminal.onData((answer) => this.#pty.write(answer));
    this.terminal.onTitleChange((title) => this.titles.push(title));
    this.terminal.onBell(() => this.titles.push('bell'));
    this.#pty.onData((data) => {
      this.raw += data;
      for (const check of this.#byteChecks) check();
      // A frame may arrive in pieces; a screen that is half of it is nothing that a person would read.
      const whole = this.raw.lastIndexOf('\x1b[?2026h') <= this.raw.lastIndexOf('\x1b[?2026l');
      this.terminal.write(data, () => {
        if (whole) for (const check of this.#checks) check();
      });
    });
    this.exit = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode, signal }) => resolve(signal ? 128 + signal : exitCode));
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  /** The screen's rows without the blanks at their ends. */
  rows(): string[] {
    const { active } = this.terminal.buffer;
    return Array.from({ length: this.terminal.rows }, (_, y) =>
      (active.getLine(active.viewportY + y)?.translateToString(true, 0, this.terminal.cols) ?? '').trimEnd(),
    );
  }

  text(): string {
    return this.rows().join('\n');
  }

  type(text: string): void {
    this.#pty.write(text);
  }

  resize(columns: number, rows: number): void {
    this.terminal.resize(columns, rows);
    this.#pty.resize(columns, rows);
  }

  kill(signal: NodeJS.Signals, pid = this.pid): void {
    process.kill(pid, signal);
  }

  /** Waits until the screen shows `what`: a text, or a condition on it. */
  until(what: string | RegExp | ((screen: string) => boolean)): Promise<void> {
    const shows = (screen: string) =>
      typeof what === 'string' ? screen.includes(what) : what instanceof RegExp ? what.test(screen) : what(screen);
    return new Promise((resolve, reject) => {
      const check = () => {
        if (!shows(this.text())) return;
        this.#checks.delete(check);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#checks.delete(check);
        reject(new Error(`the screen never showed ${what}; it shows:\n${this.text()}`));
      }, PATIENCE);
      this.#checks.add(check);
      check();
    });
  }

  /** Waits until the cells of the screen, colours included, fulfil a condition. */
  untilCells(holds: () => boolean): Promise<void> {
    return this.until(() => holds());
  }

  /** Types a line and sends it. */
  say(line: string): void {
    this.type(`${line}\r`);
  }

  /** Waits until the bytes that came fulfil a condition, before the emulator has drawn them. */
  untilBytes(came: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!came()) return;
        this.#byteChecks.delete(check);
        resolve();
      };
      this.#byteChecks.add(check);
    });
  }

  [Symbol.dispose](): void {
    this.#pty.kill('SIGKILL');
    this.terminal.dispose();
  }
}

/** A screen that is ready for input. */
export async function startScreen(options: PtyOptions = {}): Promise<Pty> {
  const pty = new Pty(options);
  await pty.until('ollama:tiny-coder');
  return pty;
}
