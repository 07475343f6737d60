import type { State } from '../state/state.ts';
import { bytes, count } from '../text/format.ts';
import { BLANK, fitRow, type Row, rowWidth, type Span, span, type Tone } from '../text/row.ts';
import { truncateStart } from '../text/width.ts';

/** Cells of the bar that shows how full the context is. */
const BAR = 8;

/** Cells that a path may take before its beginning is left out. */
const PATH = 40;

/** A part of the status line; of those that do not fit, the ones that matter least go first. */
interface Part {
  spans: Span[];
  weight: number;
}

/** The status line: the hint that stands for a moment, or model, context, budget, directory, branch and approval. */
export function statusRow(state: State, columns: number): Row {
  if (state.hint) return fitRow([span(` ${state.hint.text}`, 'warn')], columns);
  const parts = statusParts(state);
  while (parts.length > 0) {
    const cells: Row = [
      span(' '),
      ...parts.flatMap((part, i) => (i === 0 ? part.spans : [span(' · ', 'dim'), ...part.spans])),
    ];
    if (rowWidth(cells) <= columns) return cells;
    const least = Math.min(...parts.map((part) => part.weight));
    parts.splice(
      parts.findIndex((part) => part.weight === least),
      1,
    );
  }
  return BLANK;
}

function statusParts(state: State): Part[] {
  const { status, engine } = state;
  const help: Part = { spans: [span('F1', 'key'), span(' keys', 'dim')], weight: 1 };
  if (engine.phase === 'ended') {
    return [
      {
        spans: [
          span('the engine has ended · ', 'bad'),
          span('Enter', 'key'),
          span(' starts it again ', 'bad'),
          span(' Ctrl-D', 'key'),
          span(' leaves', 'bad'),
        ],
        weight: 9,
      },
    ];
  }
  if (!status) return [{ spans: [span('starting…', 'dim')], weight: 9 }, help];
  const parts: Part[] = [{ spans: [span(status.model ?? 'no model', status.model ? 'plain' : 'warn')], weight: 9 }];
  if (status.contextUsed !== null) parts.push({ spans: contextSpans(status.contextUsed), weight: 7 });
  parts.push({ spans: [span(`${bytes(status.budget)} a result`, 'dim')], weight: 2 });
  if (status.inputTokens !== undefined)
    parts.push({
      spans: [span(`${count(status.inputTokens)} → ${count(status.outputTokens ?? 0)} tokens`, 'dim')],
      weight: 3,
    });
  parts.push({ spans: [span(truncateStart(shortPath(status.directory, state.home), PATH), 'dim')], weight: 5 });
  if (status.branch !== null)
    parts.push({ spans: branchSpans(status.branch, status.added, status.removed), weight: 4 });
  if (status.approval === 'yes') parts.push({ spans: [span('runs without asking', 'warn')], weight: 8 });
  if (status.approval === 'refuse') parts.push({ spans: [span('runs nothing', 'warn')], weight: 8 });
  return [...parts, help];
}

/** A path with the person's home as `~`. */
export function shortPath(path: string, home: string): string {
  if (home === '' || (path !== home && !path.startsWith(`${home}/`))) return path;
  return `~${path.slice(home.length)}`;
}

function contextSpans(used: number): Span[] {
  const percent = Math.round(used * 100);
  const filled = used === 0 ? 0 : Math.min(BAR, Math.max(1, Math.round(used * BAR)));
  const tone: Tone = used < 0.6 ? 'good' : used < 0.85 ? 'warn' : 'bad';
  return [
    span('▰'.repeat(filled), tone),
    span('▱'.repeat(BAR - filled), 'dim'),
    span(` ${percent}% of context`, 'dim'),
  ];
}

function branchSpans(branch: string, added: number, removed: number): Span[] {
  const spans = [span(branch, 'dim')];
  if (added > 0) spans.push(span(` +${added}`, 'good'));
  if (removed > 0) spans.push(span(` −${removed}`, 'bad'));
  return spans;
}
