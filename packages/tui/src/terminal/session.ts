import { enterSequence, leaveSequence, MOUSE } from './modes.ts';

/** What the session does to a terminal: blocking writes, raw input, its size now. */
export interface TerminalDevice {
  /** Writes at once; throws what the system says. */
  writeSync(text: string): void;
  setRaw(raw: boolean): void;
  size(): { columns: number; rows: number };
}

/**
 * Owns the terminal's modes: enters them once, and leaves them on every way out. `leave` may be called from anywhere, any
 * number of times, also from an exit handler.
 */
export class TerminalSession {
  readonly #device: TerminalDevice;
  #alternate: boolean;
  #entered = false;
  #mouse = false;
  /** Above zero while a SIGINT is one that was meant for a program that had the terminal. */
  lent = 0;

  constructor(device: TerminalDevice, alternate: boolean) {
    this.#device = device;
    this.#alternate = alternate;
  }

  /** True while the screen is ours. */
  get entered(): boolean {
    return this.#entered;
  }

  /** Takes the mouse, now and whenever the screen is entered: the wheel is told from the arrow keys then. */
  takeMouse(): void {
    this.#mouse = true;
    if (this.#entered) this.#device.writeSync(MOUSE.set);
  }

  /** Goes on with the terminal's normal screen. False when it is on it already; else what was drawn is to be drawn anew. */
  leaveAlternate(): boolean {
    if (!this.#alternate) return false;
    const { entered } = this;
    if (entered) this.leave();
    this.#alternate = false;
    if (entered) this.enter();
    return entered;
  }

  enter(): void {
    if (this.#entered) return;
    // Marked first: a failure half-way must still be undone.
    this.#entered = true;
    // Off and on again: after a stop the shell has set the terminal, and the mode that we set last may be thought to hold.
    this.#device.setRaw(false);
    this.#device.setRaw(true);
    this.#device.writeSync(enterSequence(this.#alternate, this.#device.size().rows) + (this.#mouse ? MOUSE.set : ''));
  }

  leave(): void {
    if (!this.#entered) return;
    this.#entered = false;
    try {
      this.#device.writeSync(
        (this.#mouse ? MOUSE.unset : '') + leaveSequence(this.#alternate, this.#device.size().rows),
      );
      this.#device.setRaw(false);
    } catch (error) {
      // A terminal that is gone has no modes to restore; anything else is a fault worth hearing of.
      if (!isDeadTerminal(error)) throw error;
    }
  }
}

/** True for the errors of a terminal that no longer exists. After one, nothing may be written: a handler would loop. */
export function isDeadTerminal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EIO' || code === 'EPIPE' || code === 'ENOTCONN' || code === 'ENXIO' || code === 'EBADF';
}
