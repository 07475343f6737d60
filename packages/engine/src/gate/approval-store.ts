import { readFileSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { newId } from '../audit/audit-log.ts';
import { takeLock } from '../audit/lock.ts';
import { errorCode } from '../text/error-code.ts';

/** Most approvals that are kept; the oldest goes first. */
const MOST = 1_000;

/** How often another process is waited for, and for how long each time, in milliseconds. */
const TRIES = 200;
const WAIT_MS = 10;

const approval = z.object({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  /** What may run unasked: a program and its verb, or a whole line. */
  pattern: z.string().min(1).max(100_000),
  scope: z.enum(['project', 'always']),
  /** The launch directory that it is good in; null for everywhere. */
  directory: z.string().nullable(),
  created: z.iso.datetime(),
  expires: z.iso.datetime(),
});

/** An approval that outlasts its session. */
export type KeptApproval = z.infer<typeof approval>;

const file = z.object({ version: z.literal(1), approvals: z.array(approval) });

/** What to remember: patterns, and where and how long they are good. */
export interface NewApproval {
  patterns: readonly string[];
  scope: KeptApproval['scope'];
  directory: string;
  days: number;
}

/**
 * The approvals that are kept: `<home>/approvals.json`, private to the user, replaced whole at each change. Read anew each
 * time, so that one that was revoked in another process is revoked here. A file that can not be read approves nothing, and
 * is never written over.
 */
export class ApprovalStore {
  readonly path: string;
  readonly #now: () => Date;

  constructor(home: string, now: () => Date = () => new Date()) {
    this.path = join(home, 'approvals.json');
    this.#now = now;
  }

  /** Approvals that are good now, oldest first, or why they can not be read. */
  read(): { approvals: KeptApproval[] } | { problem: string } {
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return { approvals: [] };
      return { problem: `${this.path} can not be read (${errorCode(error) ?? String(error)})` };
    }
    try {
      const now = this.#now().toISOString();
      return { approvals: file.parse(JSON.parse(text)).approvals.filter((one) => one.expires > now) };
    } catch {
      return { problem: `${this.path} is damaged: nothing in it counts. Remove it to begin anew` };
    }
  }

  /** Whether each of these patterns may run in `directory` unasked. */
  covers(patterns: readonly string[], directory: string): boolean {
    const read = this.read();
    if ('problem' in read || patterns.length === 0) return false;
    const good = new Set(
      read.approvals.filter((one) => one.directory === null || one.directory === directory).map((one) => one.pattern),
    );
    return patterns.every((pattern) => good.has(pattern));
  }

  /** Keeps an approval for each pattern. Throws what the file system says. */
  async add({ patterns, scope, directory, days }: NewApproval): Promise<void> {
    const created = this.#now();
    const expires = new Date(created.getTime() + days * 86_400_000).toISOString();
    const where = scope === 'always' ? null : directory;
    await this.#change((approvals) => [
      ...approvals.filter((one) => one.directory !== where || !patterns.includes(one.pattern)),
      ...patterns.map((pattern) => ({
        id: newId(),
        pattern,
        scope,
        directory: where,
        created: created.toISOString(),
        expires,
      })),
    ]);
  }

  /** Revokes those of these ids (or their beginnings), or all. Returns the revoked. Throws what the file system says. */
  async revoke(ids: readonly string[] | 'all'): Promise<KeptApproval[]> {
    const gone: KeptApproval[] = [];
    await this.#change((approvals) =>
      approvals.filter((one) => {
        const named = ids === 'all' || ids.some((id) => id.length >= 4 && one.id.startsWith(id));
        if (named) gone.push(one);
        return !named;
      }),
    );
    return gone;
  }

  /** Reads, changes and writes while no other process does. */
  async #change(change: (approvals: KeptApproval[]) => KeptApproval[]): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    const lock = `${this.path}.lock`;
    for (let tries = 0; !takeLock(lock); tries++) {
      if (tries === TRIES) throw new Error(`another process is changing ${this.path}; try it again`);
      await setTimeout(WAIT_MS);
    }
    try {
      const read = this.read();
      if ('problem' in read) throw new Error(read.problem);
      const approvals = change(read.approvals).slice(-MOST);
      await writeFileAtomic(this.path, `${JSON.stringify({ version: 1, approvals }, null, 2)}\n`, { mode: 0o600 });
    } finally {
      rmSync(lock, { force: true });
    }
  }
}
