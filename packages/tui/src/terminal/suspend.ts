import type { TerminalSession } from './session.ts';

/** What stands still and goes on with the terminal. */
export interface Suspendable {
  pause(): void;
  /** Called in the foreground again, the modes set: the size may have changed, nothing of ours is on the screen. */
  resume(): void;
}

/** How long a stop may take to arrive, in ms. A process group without a shell is never stopped: the screen comes back. */
const STOP_TIME = 150;

/**
 * Ctrl-Z and `kill -TSTP`: leaves the modes, stops the whole process group (the engine too), and takes the terminal back
 * on SIGCONT. Also comes back after a SIGSTOP, which nobody can see coming.
 */
export class Suspension {
  readonly #session: TerminalSession;
  readonly #screen: Suspendable;
  readonly #onStop = () => this.suspend();
  #away = false;
  #backAt = Number.NEGATIVE_INFINITY;

  constructor(session: TerminalSession, screen: Suspendable) {
    this.#session = session;
    this.#screen = screen;
    process.on('SIGTSTP', this.#onStop);
    process.on('SIGCONT', () => this.#continued());
  }

  suspend(): void {
    if (this.#away) return;
    this.#away = true;
    this.#screen.pause();
    this.#session.leave();
    // Without a listener the signal does what it does by itself: it stops us.
    process.off('SIGTSTP', this.#onStop);
    process.kill(0, 'SIGTSTP');
    setTimeout(() => {
      if (this.#away) this.#comeBack();
    }, STOP_TIME);
  }

  /** The signal and the timer may both come after a stop, in either order. */
  #continued(): void {
    if (this.#away || performance.now() - this.#backAt > STOP_TIME) this.#comeBack();
  }

  #comeBack(): void {
    if (this.#away) process.on('SIGTSTP', this.#onStop);
    this.#away = false;
    this.#backAt = performance.now();
    this.#screen.pause();
    // After a SIGSTOP the shell has taken our modes away; they are set anew either way.
    this.#session.leave();
    this.#session.enter();
    this.#screen.resume();
  }
}
