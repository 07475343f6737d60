import { isAscii, textWidth } from '../text/width.ts';

/** A screen as Ink laid it out: one string a row, styles opened and closed within the row. */
export interface Frame {
  rows: readonly string[];
  columns: number;
  /** Where the cursor is shown, counted from 0; null hides it. */
  cursor: { x: number; y: number } | null;
}

const SGR = /\x1b\[[\d;:]*m/g;
const ERASE_REST = '\x1b[K';

/**
 * Turns frames into the bytes that change the screen from the last frame to the next: changed rows alone, each at its
 * absolute place, in one write. No row depends on where the cursor was, nothing is cleared that is about to be written,
 * and no sequence here touches the scrollback.
 */
export class Painter {
  #shown: readonly string[] = [];
  #columns = 0;
  #cursor = '';

  /** Forgets what is on the screen, so that the next frame is painted whole. */
  invalidate(): void {
    this.#shown = [];
    this.#cursor = '';
  }

  /** The bytes for `frame`; empty when the screen shows it already. */
  paint(frame: Frame): string {
    if (frame.columns !== this.#columns || frame.rows.length !== this.#shown.length) this.invalidate();
    const changed: string[] = [];
    for (const [y, text] of frame.rows.entries()) {
      if (text !== this.#shown[y]) changed.push(`\x1b[${y + 1};1H${rowBytes(text, frame.columns)}`);
    }
    const cursor = frame.cursor ? `\x1b[${frame.cursor.y + 1};${frame.cursor.x + 1}H\x1b[?25h` : '\x1b[?25l';
    const moved = changed.length > 0 || cursor !== this.#cursor;
    this.#shown = frame.rows;
    this.#columns = frame.columns;
    this.#cursor = cursor;
    if (changed.length === 0) return moved ? cursor : '';
    // A terminal that knows mode 2026 shows the frame at once; the others ignore it.
    return `\x1b[?2026h\x1b[?25l${changed.join('')}${cursor}\x1b[?2026l`;
  }
}

/**
 * A row and the erasing of what stood right of it. Erasing after the last cell of a full row would take that cell away, and
 * a terminal that counts a character otherwise than we do may stand anywhere after it, so such rows are erased first.
 */
function rowBytes(text: string, columns: number): string {
  const plain = text.includes('\x1b') ? text.replace(SGR, '') : text;
  if (!isAscii(plain)) return `${ERASE_REST}${text}`;
  return textWidth(plain) < columns ? `${text}${ERASE_REST}` : text;
}
