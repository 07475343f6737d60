import { join } from 'node:path';
import { makePrivate } from '../audit/private-directory.ts';
import { composeOutput, type OutputFacts, type Part } from './composer.ts';
import { unlessRefused, whyNotKept } from './failure.ts';
import { ID_SHAPE } from './id.ts';
import { giveBack, takeLease } from './lease.ts';
import type { OutputRecord } from './record.ts';
import { Spill } from './spill.ts';

/** Most bytes of one output that are kept; what a tool prints past it is counted and dropped. */
export const CEILING = 16 * 1024 * 1024;

/** Kept, with its record; or not, and why. */
export type Kept = { record: OutputRecord } | { why: string };

/**
 * What the tools of one conversation printed, whole: `<home>/output/<session>/<id>` beside `<id>.json`, made when the first
 * output is kept. Directories are 0700 and files 0600. From then on until it is closed a lease says that this process writes there.
 */
export class OutputStore {
  readonly directory: string;
  readonly #home: string;
  readonly #session: string;
  readonly #off: string | null;
  #lease: string | null = null;

  /** `off` says why nothing is kept; null to keep. */
  constructor(home: string, session: string, off: string | null = null) {
    if (!ID_SHAPE.test(session)) throw new TypeError(`a session id has 16 hexadecimal characters, not ${session}`);
    this.directory = join(home, 'output', session);
    this.#home = home;
    this.#session = session;
    this.#off = off;
  }

  /** Opens a spill for a stream of call `id`; it carries the reason when the store can not be made. */
  openSpill(id: string, stream: 'stdout' | 'stderr'): Spill {
    return new Spill(join(this.directory, `${id}.${stream}.spill`), CEILING, this.prepare());
  }

  /** Makes the directories, private to the user. Returns why not, when they can not be made. */
  prepare(): string | null {
    if (this.#off !== null) return this.#off;
    try {
      this.#lease ??= takeLease(this.#home, this.#session);
      makePrivate(join(this.#home, 'output'));
      makePrivate(this.directory, true);
      return null;
    } catch (error) {
      return whyNotKept(error);
    }
  }

  /** Keeps an output. The parts are read once, a block at a time. */
  keep(parts: Iterable<Part>, facts: OutputFacts): Kept {
    const problem = this.prepare();
    if (problem) return { why: problem };
    try {
      return { record: composeOutput(join(this.directory, facts.id), parts, facts) };
    } catch (error) {
      return { why: whyNotKept(error) };
    }
  }

  /** Ends the lease: nothing is written any more. What can not be removed says nothing once the process has ended. */
  close(): void {
    const lease = this.#lease;
    this.#lease = null;
    if (lease !== null) unlessRefused(() => giveBack(lease));
  }
}
