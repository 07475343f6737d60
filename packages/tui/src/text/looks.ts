import { applySgr, type Look, type LookRun } from './look.ts';
import { cleanLine } from './sanitise.ts';
import { textWidth } from './width.ts';

const SGR = /(?:\x1b\[|\x9b)([\d;:]*)m/g;
const TAB = 8;

/** Looks of one line: where each begins in the clean text, and the look that goes on behind the line. */
export interface LineLooks {
  readonly runs: readonly LookRun[];
  readonly after: Look | null;
}

const NO_RUNS: readonly LookRun[] = [];

/**
 * How a line is coloured, in offsets of its clean text `clean` (what `cleanLine` gives of it). `before` is the look that
 * the line begins with. The colours follow the text and never change it: a line whose text is not the sum of its coloured
 * pieces, since a carriage return or a backspace rewrote it, has none.
 */
export function lineLooks(line: string, clean: string, before: Look | null): LineLooks {
  const start = before ? [{ at: 0, look: before }] : NO_RUNS;
  if (!line.includes('\x1b') && !line.includes('\x9b')) return { runs: start, after: before };
  const runs: LookRun[] = [...start];
  let look = before;
  let text = '';
  let column = 0;
  let at = 0;
  const take = (end: number) => {
    const piece = withTabs(line.slice(at, end), column);
    text += piece;
    column += textWidth(piece);
  };
  for (const match of line.matchAll(SGR)) {
    take(match.index);
    look = applySgr(look, match[1] ?? '');
    runs.push({ at: text.length, look });
    at = match.index + match[0].length;
  }
  take(line.length);
  return { runs: text === clean ? runs : NO_RUNS, after: look };
}

/** A piece of a line cleaned, its tabs counted from the cell that it begins in. */
function withTabs(piece: string, column: number): string {
  if (!piece.includes('\t')) return cleanLine(piece);
  let out = '';
  let cells = column;
  for (const [index, part] of piece.split('\t').entries()) {
    const gap = index === 0 ? 0 : TAB - (cells % TAB);
    const text = cleanLine(part);
    out += ' '.repeat(gap) + text;
    cells += gap + textWidth(text);
  }
  return out;
}
