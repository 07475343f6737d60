import { matcherOf } from './matcher.ts';
import { lineInView, type Panel, type Room } from './panel.ts';
import { seekLine } from './seek.ts';

/** A place that the summary names: a line of the output, what stands there, and whether it is a failure. */
export interface Point {
  readonly line: number;
  readonly text: string;
  readonly failure: boolean;
}

/** What the engine is asked of the whole output. `line` is where a search begins, itself left out. */
export type Question =
  | { readonly kind: 'search'; readonly line: number; readonly forward: boolean }
  | { readonly kind: 'points'; readonly wanted: 'show' | 'next' | 'previous' }
  | { readonly kind: 'save'; readonly path: string };

/** The output written whole to a new file. */
export function saveTo(panel: Panel, path: string): Panel {
  return path.trim() === '' ? panel : ask(panel, { kind: 'save', path: path.trim() });
}

/** The panel with a message in its footer, whatever it asked answered. */
export function told(panel: Panel, text: string, warns: boolean): Panel {
  return { ...panel, question: null, message: { text, warns } };
}

/** Looks for `pattern` from the top of the view on. */
export function searchFor(panel: Panel, pattern: string, room: Room): Panel {
  if (pattern === '') return { ...panel, search: null, mark: null };
  return search({ ...panel, search: { pattern, matcher: matcherOf(pattern) } }, lineInView(panel) - 1, true, room);
}

/** Looks for the next (or the previous) line that matches. */
export function searchAgain(panel: Panel, forward: boolean, room: Room): Panel {
  return panel.search ? search(panel, currentLine(panel, room), forward, room) : panel;
}

/** The answer to a search: the line that matches, or null when none does. */
export function found(panel: Panel, line: number | null, room: Room): Panel {
  const { search: sought, question } = panel;
  if (!sought || question?.kind !== 'search') return panel;
  const answered = { ...panel, question: null };
  if (line !== null) return goTo(answered, line, room);
  const where = question.forward ? 'below; N looks above' : 'above; n looks below';
  return told(answered, `“${sought.pattern}” is not found further ${where}`, true);
}

/** The next (or the previous) failure that the engine's readers know; they are asked for once. */
export function nextFailure(panel: Panel, forward: boolean, room: Room): Panel {
  if (!panel.points) return ask(panel, { kind: 'points', wanted: forward ? 'next' : 'previous' });
  const failures = panel.points.filter((point) => point.failure);
  const line = currentLine(panel, room);
  const next = forward ? failures.find((one) => one.line > line) : failures.findLast((one) => one.line < line);
  if (next) return goTo(panel, next.line, room);
  if (failures.length === 0) return told(panel, 'no failure is known in this output', true);
  return told(panel, `no known failure further ${forward ? 'below; E looks above' : 'above; e looks below'}`, true);
}

/** Line `line` in view and marked. */
export function goTo(panel: Panel, line: number, room: Room): Panel {
  return seekLine({ ...panel, mark: line }, line, room);
}

/** The answer to the question for points. */
export function pointsArrived(panel: Panel, points: readonly Point[], room: Room): Panel {
  const { question } = panel;
  const known = { ...panel, points };
  if (question?.kind !== 'points') return known;
  const answered = { ...known, question: null };
  return question.wanted === 'show' ? answered : nextFailure(answered, question.wanted === 'next', room);
}

/** The summary beside the text: closed, opened with its points in hand, or open with the text in hand. */
export function turnSide(panel: Panel): Panel {
  if (panel.side) return { ...panel, side: panel.side.inHand ? { ...panel.side, inHand: false } : null };
  const opened = { ...panel, side: { inHand: true, selected: 0 } };
  return panel.points ? opened : ask(opened, { kind: 'points', wanted: 'show' });
}

/** Another point of the summary selected. */
export function selectPoint(panel: Panel, by: number): Panel {
  const { side, points } = panel;
  if (!side) return panel;
  const last = Math.max(0, (points?.length ?? 0) - 1);
  return { ...panel, side: { ...side, selected: Math.min(last, Math.max(0, side.selected + by)) } };
}

/** The engine searches what it stored; what came with its event alone is here. */
function search(panel: Panel, line: number, forward: boolean, room: Room): Panel {
  const question = { kind: 'search', line, forward } as const;
  if (panel.whole) return ask(panel, question);
  const [page] = panel.window.pages;
  const lines = page?.text.split('\n') ?? [];
  const index = forward
    ? lines.findIndex((text, at) => at + 1 > line && hit(panel, text))
    : lines.findLastIndex((text, at) => at + 1 < line && hit(panel, text));
  return found({ ...panel, question }, index === -1 ? null : index + 1, room);
}

function hit(panel: Panel, text: string): boolean {
  const { search: sought } = panel;
  return sought !== null && (sought.matcher ? text.search(sought.matcher) !== -1 : text.includes(sought.pattern));
}

function ask(panel: Panel, question: Question): Panel {
  return { ...panel, question, message: null };
}

/** The line to go on from: the marked one while it is in view, else the one before the view. */
function currentLine(panel: Panel, room: Room): number {
  const { mark } = panel;
  const top = lineInView(panel);
  return mark !== null && mark >= top && mark < top + room.height ? mark : top - 1;
}
