import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ApprovalStore } from './approval-store.ts';
import { classify } from './classify.ts';
import { isCredential } from './credentials.ts';
import { type Places, placeOf } from './paths.ts';
import { type Level, type Rating, ratingOf } from './rating.ts';
import { ratingOfWrite } from './rules/files.ts';

/** A question to the person about one command, or one file. */
export interface ApprovalRequest {
  /** The command line; for a file, what would be done to it: `write src/a.ts`. */
  command: string;
  /** What a lasting answer remembers. */
  pattern: string;
  directory: string;
  level: 'moderate' | 'dangerous';
  reasons: string[];
  /** The answers that are on offer. */
  scopes: readonly ApprovalAnswer[];
}

export type ApprovalAnswer = 'once' | 'session' | 'project' | 'always' | 'no';

/** Asks the person; null when nobody is there to ask. Rejects with the signal's reason when the turn is interrupted. */
export type Approver = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalAnswer | null>;

/** What the gate says of a command, and why. */
export interface Decision {
  verdict: 'allowed' | 'denied' | 'disapproved';
  level: Level;
  reason: string;
  scope: 'once' | 'session' | 'project' | 'always' | null;
}

export interface GateOptions {
  approver: Approver;
  /** What would be asked is approved. The deny list holds all the same. */
  approveAll: boolean;
  /** The person's home, the launch directory and wisp's own home. */
  places: Omit<Places, 'directory'>;
  /** Approvals that outlast the session. */
  approvals: ApprovalStore;
  /** From which level on the person is asked. */
  level: 'moderate' | 'dangerous';
  /** Days that a kept approval is good for. */
  days: number;
  /** Seconds that a question waits before it counts as no; 0 for ever. */
  timeoutSeconds: number;
}

/** Paths of one line whose links are followed. */
const LOOKS = 500;

const LASTING: readonly ApprovalAnswer[] = ['once', 'session', 'project', 'always', 'no'];
const PASSING: readonly ApprovalAnswer[] = ['once', 'session', 'no'];

/** Decides which of the model's commands, writes and reads of secrets may be (features G7). One gate a conversation. */
export class Gate {
  readonly #options: GateOptions;
  readonly #session = new Set<string>();

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Decides on a command line that would run in `directory`. */
  decide(command: string, directory: string, signal: AbortSignal): Promise<Decision> {
    return this.#judge(classify(command, this.#placesIn(directory)), command, directory, signal);
  }

  /** Decides on writing a file: an absolute path, links in it followed. */
  decideWrite(path: string, signal: AbortSignal): Promise<Decision> {
    const places = this.#placesIn(this.#options.places.launch);
    const file = { text: followed(path), exact: true, made: [] };
    const finding = ratingOfWrite(file, places);
    // A tool that writes where nobody started wisp is asked about each time.
    const level =
      placeOf(file, places) === 'outside' ? 'dangerous' : finding.level === 'safe' ? 'moderate' : finding.level;
    const rating = ratingOf([{ ...finding, level }], `write ${path}`);
    return this.#judge(rating, `write ${path}`, dirname(path), signal);
  }

  /** Decides on reading a file: an absolute path. Only files that look like credentials are asked about. */
  async decideRead(path: string, signal: AbortSignal): Promise<Decision> {
    const real = followed(path);
    if (!isCredential(path) && !isCredential(real)) {
      return { verdict: 'allowed', level: 'safe', reason: 'it holds no credentials by its name', scope: null };
    }
    const rating = ratingOf([{ level: 'moderate', reason: `it may hold credentials: ${real}` }], `read ${path}`);
    return this.#judge(rating, `read ${path}`, dirname(path), signal);
  }

  async #judge(
    { level, reasons, patterns }: Rating,
    command: string,
    directory: string,
    signal: AbortSignal,
  ): Promise<Decision> {
    const { approveAll, approvals, days, level: from, places } = this.#options;
    const why = reasons.join('; ');
    const allowed = (reason: string, scope: Decision['scope'] = null): Decision => ({
      verdict: 'allowed',
      level,
      reason,
      scope,
    });
    if (level === 'denied') return { verdict: 'denied', level, reason: why, scope: null };
    if (level === 'safe') return allowed(why);
    if (level === 'moderate' && from === 'dangerous')
      return allowed(`only dangerous commands are asked about (${why})`);
    if (approveAll) return allowed('approved by --yes');
    const pattern = patterns.join(' and ');
    const unknown = patterns.filter((one) => !this.#session.has(one));
    if (unknown.length === 0) return allowed(`${pattern} is approved for this session`, 'session');
    if (level === 'moderate' && approvals.covers(unknown, places.launch))
      return allowed(`${pattern} is approved by an earlier answer`, 'project');
    const scopes = level === 'dangerous' ? PASSING : LASTING;
    const answer = await this.#ask({ command, pattern, directory, level, reasons, scopes }, signal);
    if (answer === 'late')
      return { verdict: 'disapproved', level, reason: `nobody answered in time (${why})`, scope: null };
    if (answer === null)
      return { verdict: 'disapproved', level, reason: `nobody was there to approve it (${why})`, scope: null };
    if (answer === 'no') return { verdict: 'disapproved', level, reason: 'the person said no', scope: null };
    if (answer === 'once') return allowed('approved by the person', 'once');
    if (level === 'dangerous' || answer === 'session') {
      this.#remember(patterns);
      return allowed('approved by the person', 'session');
    }
    const scope = answer;
    const problem = await approvals.add({ patterns, scope, directory: places.launch, days }).then(
      () => null,
      (error: unknown) => `; it could not be kept: ${error instanceof Error ? error.message : String(error)}`,
    );
    // What is kept is not remembered here as well: revoking it must hold in this conversation too.
    if (problem === null) return allowed('approved by the person', scope);
    this.#remember(patterns);
    return allowed(`approved by the person${problem}`, 'session');
  }

  #remember(patterns: readonly string[]): void {
    for (const one of patterns) this.#session.add(one);
  }

  /** Asks; `late` when the time for an answer has passed. */
  async #ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer | 'late' | null> {
    const { approver, timeoutSeconds } = this.#options;
    if (timeoutSeconds === 0) return approver(request, signal);
    const timeout = AbortSignal.timeout(timeoutSeconds * 1_000);
    try {
      return await approver(request, AbortSignal.any([signal, timeout]));
    } catch (error) {
      if (signal.aborted || !timeout.aborted) throw error;
      return 'late';
    }
  }

  #placesIn(directory: string): Places {
    let looks = 0;
    // Each look is a call of the system: past a number of them, paths are what they say.
    const real = (path: string) => (++looks > LOOKS ? path : followed(path));
    return { ...this.#options.places, directory, real };
  }
}

/** A path with the links in it followed, as far as it exists: a link must not lead out of what was approved. */
function followed(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(followed(parent), basename(path));
  }
}
