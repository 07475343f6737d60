import type { ApprovalLine, Outbound, StatusLine } from '@wisp/protocol';
import { type Editor, EMPTY_EDITOR } from '../input/editor.ts';
import { EMPTY_HISTORY, type History } from '../input/history.ts';
import type { Panel } from '../panel/panel.ts';
import type { Item, Openable } from '../transcript/items.ts';
import { EMPTY_LOG, type Log } from '../transcript/log.ts';
import type { Scroll } from '../transcript/viewport.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export type ChoiceLine = Extract<Outbound, { type: 'choice' }>;

/** The engine: not heard of yet, running, or ended. */
type EngineState =
  | { readonly phase: 'starting' }
  | { readonly phase: 'running'; readonly session: string; readonly version: string }
  | { readonly phase: 'ended'; readonly session: string | null };

/** What the engine does now. `since`: when the turn began, in ms; null when nothing runs. */
export interface Work {
  readonly doing: string | null;
  readonly thinking: boolean;
  readonly since: number | null;
  readonly turn: number | null;
  /** A message was sent, and the engine has not asked for the next one since. */
  readonly sent: boolean;
  /** What the running command has printed so far, in bytes; null where none runs. */
  readonly bytes: number | null;
  /** How far a long work has come: `7 of 48 chunks`; null where that is not told. */
  readonly progress: string | null;
}

export const AT_REST: Work = {
  doing: null,
  thinking: false,
  since: null,
  turn: null,
  sent: false,
  bytes: null,
  progress: null,
};

/** A question that waits. `quietUntil`: until then keys are ignored, since they were meant for something else. */
export type Dialog =
  | { readonly kind: 'approval'; readonly line: ApprovalLine; readonly quietUntil: number; readonly top: number }
  | { readonly kind: 'choice'; readonly line: ChoiceLine; readonly selected: number; readonly text: string };

/** Candidates for what stands before the cursor. `selected` is -1 while none has been taken. */
export interface Completion {
  readonly id: string;
  readonly from: number;
  readonly candidates: readonly string[];
  readonly selected: number;
  /** The draft that was asked about: an answer to an older one is dropped. */
  readonly text: string;
  readonly cursor: number;
  /** Asked for with Tab: a single candidate is taken at once. */
  readonly asked: boolean;
}

/** A line sent before that is looked for: the text typed, the entry found last, and the draft to go back to. */
export interface Lookup {
  readonly query: string;
  readonly at: number;
  readonly missing: boolean;
  readonly draft: Editor;
}

/** What the next request carries, as the engine said it; null until it has. `top`: the first part in view. */
export interface Carried {
  readonly id: string;
  readonly line: Extract<Outbound, { type: 'context' }> | null;
  readonly top: number;
}

/** A reply that streams. */
export interface Streaming {
  /** The line that has no end yet, as it came. */
  readonly tail: string;
  /** The item of the block that grows. */
  readonly item: number | null;
  /** What of that block has its end; null when its first line has none yet. */
  readonly base: string | null;
  /** A blank line came after it: whether the block goes on is told by the next line. */
  readonly gap: boolean;
  /** The fence that is open, and its language. */
  readonly fence: { readonly mark: string; readonly language: string } | null;
  /** Its first item, once it has one: from there it can begin anew. */
  readonly first: number | null;
}

export const NO_REPLY: Streaming = { tail: '', item: null, base: null, gap: false, fence: null, first: null };

/** The whole of what the screen shows. Never changed in place. */
export interface State {
  readonly size: Size;
  /** The person's home directory, to shorten paths by. */
  readonly home: string;
  readonly engine: EngineState;
  readonly status: StatusLine | null;
  readonly work: Work;
  readonly transcript: Log<Item>;
  readonly scroll: Scroll;
  /** Items that came while the view was scrolled up. */
  readonly unseen: number;
  readonly streaming: Streaming;
  /** Items of calls that run, by call id; `typed` is the person's command. */
  readonly running: Readonly<Record<string, number>>;
  readonly openables: readonly Openable[];
  /** The item of the transcript that is chosen, to be opened with Enter. */
  readonly chosen: number | null;
  /** What the conversation is saved as, as the engine said last. */
  readonly saved: string | null;
  /** Lines of an output that its fold shows. */
  readonly foldLines: number;
  readonly animation: boolean;
  readonly editor: Editor;
  readonly history: History;
  readonly lookup: Lookup | null;
  /** Messages written while a turn ran; sent one by one as the engine asks for input. */
  readonly queued: readonly string[];
  readonly completion: Completion | null;
  readonly dialogs: readonly Dialog[];
  readonly panel: Panel | null;
  /** Pages asked for and not answered yet; the answer may come after the panel was closed. */
  readonly awaitedPages: number;
  readonly help: boolean;
  readonly carried: Carried | null;
  /** A short hint in place of the status line, until a time in ms. */
  readonly hint: { readonly text: string; readonly until: number } | null;
  /** Until when a second Ctrl-C leaves, and when the last one came, in ms. */
  readonly leaveUntil: number;
  readonly interruptedAt: number;
  /** Number of the last request id. */
  readonly asked: number;
}

/** Lines that a fold shows before the engine has said how many. */
const DEFAULT_FOLD_LINES = 12;

/** The state before anything has come from the engine. */
export function initialState(size: Size, home: string, banner: readonly string[]): State {
  return {
    size,
    home,
    engine: { phase: 'starting' },
    status: null,
    work: AT_REST,
    transcript: { ...EMPTY_LOG, chunks: [[{ kind: 'banner', lines: banner }]], end: 1 },
    scroll: null,
    unseen: 0,
    streaming: NO_REPLY,
    running: {},
    openables: [],
    chosen: null,
    saved: null,
    foldLines: DEFAULT_FOLD_LINES,
    animation: true,
    editor: EMPTY_EDITOR,
    history: EMPTY_HISTORY,
    lookup: null,
    queued: [],
    completion: null,
    dialogs: [],
    panel: null,
    awaitedPages: 0,
    help: false,
    carried: null,
    hint: null,
    leaveUntil: 0,
    interruptedAt: 0,
    asked: 0,
  };
}

/** True while a turn or a command runs, or is about to. */
export function isBusy(state: State): boolean {
  const { turn, doing, sent } = state.work;
  return turn !== null || doing !== null || sent;
}
