import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { composeOutput, type OutputFacts, type Part } from './composer.ts';
import { whyNotKept } from './failure.ts';
import { ID_SHAPE } from './id.ts';
import type { OutputRecord } from './record.ts';
import { Spill } from './spill.ts';

/** Most bytes of one output that are kept; what a tool prints past it is counted and dropped. */
export const CEILING = 16 * 1024 * 1024;

/** Kept, with its record; or not, and why. */
export type Kept = { record: OutputRecord } | { why: string };

/**
 * What the tools of one conversation printed, whole: `<home>/output/<session>/<id>` beside `<id>.json`, made when the first
 * output is kept (features B1). Directories are 0700 and files 0600.
 */
export class OutputStore {
  readonly directory: string;
  readonly #parents: readonly string[];

  constructor(home: string, session: string) {
    if (!ID_SHAPE.test(session)) throw new TypeError(`a session id has 16 hexadecimal characters, not ${session}`);
    this.directory = join(home, 'output', session);
    this.#parents = [home, join(home, 'output'), this.directory];
  }

  /** Opens a spill for a stream of call `id`; it carries the reason when the store can not be made. */
  openSpill(id: string, stream: 'stdout' | 'stderr'): Spill {
    return new Spill(join(this.directory, `${id}.${stream}.spill`), CEILING, this.prepare());
  }

  /** Makes the directories, private to the user. Returns why not, when they can not be made. */
  prepare(): string | null {
    try {
      for (const path of this.#parents) makePrivate(path);
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
}

function makePrivate(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700, recursive: false });
  } catch (error) {
    if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
