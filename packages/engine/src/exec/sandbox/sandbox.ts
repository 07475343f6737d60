import { execFile } from 'node:child_process';
import { bubblewrapArgv } from './bubblewrap.ts';
import type { Argv, WritablePlaces } from './places.ts';
import { seatbeltArgv } from './seatbelt.ts';

/** Whether commands are confined, why, and what to do to have it; null when there is nothing to do. */
export interface SandboxState {
  on: boolean;
  found: string;
  todo: string | null;
}

/** Tries an argv out: null when it ran, else why not. */
export type TryOut = (argv: Argv) => Promise<string | null>;

export interface SandboxOptions {
  platform?: NodeJS.Platform;
  tryOut?: TryOut;
  /** Told once, before the first command that runs as it is because nothing can confine it. */
  onMissing?: (state: SandboxState) => void;
}

const TRY_MS = 3_000;

/**
 * Confines what commands write, by what the system has for it: bubblewrap on Linux, Seatbelt on macOS. It is tried out once,
 * at the first command: containers often have bubblewrap and forbid what it needs. Where it does not work, commands run as
 * they are, and `state` says why.
 */
export class Sandbox {
  readonly #places: WritablePlaces;
  readonly #platform: NodeJS.Platform;
  readonly #tryOut: TryOut;
  #onMissing: SandboxOptions['onMissing'];
  #state: Promise<SandboxState> | null = null;

  constructor(places: WritablePlaces, { platform = process.platform, tryOut = runs, onMissing }: SandboxOptions = {}) {
    this.#places = places;
    this.#platform = platform;
    this.#tryOut = tryOut;
    this.#onMissing = onMissing;
  }

  /** The argv to run instead of this one; the same where nothing can confine it. */
  async wrap(argv: Argv): Promise<Argv> {
    const state = await this.state();
    if (state.on) return this.#confined(argv);
    this.#onMissing?.(state);
    this.#onMissing = undefined;
    return argv;
  }

  /** Whether a confined command's output says that a write was refused, in the words that this system has for it. */
  tellsOfRefusedWrite(text: string): boolean {
    return this.#platform === 'darwin'
      ? /Operation not permitted|\bEPERM\b/.test(text)
      : /Read-only file system|\bEROFS\b/.test(text);
  }

  state(): Promise<SandboxState> {
    this.#state ??= this.#find();
    return this.#state;
  }

  async #find(): Promise<SandboxState> {
    const known = PROGRAMS[this.#platform];
    if (!known)
      return { on: false, found: 'this system has nothing that wisp could confine commands with', todo: null };
    const why = await this.#tryOut(this.#confined(['/bin/sh', '-c', ':']));
    if (why === null) return { on: true, found: `${known.name} confines writes`, todo: null };
    return { on: false, found: `${known.name} does not run here: ${why}`, todo: known.todo };
  }

  #confined(argv: Argv): Argv {
    return this.#platform === 'darwin' ? seatbeltArgv(this.#places, argv) : bubblewrapArgv(this.#places, argv);
  }
}

const PROGRAMS: Partial<Record<NodeJS.Platform, { name: string; todo: string }>> = {
  linux: {
    name: 'bubblewrap',
    todo: 'Install bubblewrap (the program bwrap); in a container or where user namespaces are closed it can not work.',
  },
  darwin: { name: 'Seatbelt', todo: 'See whether wisp itself runs inside a sandbox: they can not be nested.' },
};

function runs(argv: Argv): Promise<string | null> {
  const [program, ...args] = argv;
  return new Promise((resolve) => {
    execFile(program, args, { timeout: TRY_MS, maxBuffer: 4096 }, (error, _, stderr) => {
      if (error === null) resolve(null);
      else if (error.code === 'ENOENT') resolve('it is not installed');
      else if (error.killed) resolve(`it did not answer within ${TRY_MS / 1_000} s`);
      else resolve(stderr.trim().split('\n')[0]?.slice(0, 200) || error.message.slice(0, 200));
    });
  });
}
