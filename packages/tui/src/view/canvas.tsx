import { InkLayout } from '../ink.ts';
import type { Row } from '../text/row.ts';
import { Rows } from './rows.tsx';

/**
 * A part of the screen, laid out by Ink when one of its rows has changed: a key in the draft costs the rows of the draft,
 * however full the transcript above is. Rows are compared as objects, since those of a transcript item are kept.
 */
export class PartCanvas {
  readonly #layout: InkLayout;
  #rows: readonly Row[] = [];
  #columns = 0;
  #drawn: string[] = [];

  constructor(onError: (error: unknown) => void) {
    this.#layout = new InkLayout(onError);
  }

  /** Rows look otherwise from now on: a theme was set. */
  forget(): void {
    this.#rows = [];
    this.#columns = 0;
  }

  /** The rows as strings with their styles, as many as came. */
  draw(rows: readonly Row[], columns: number): string[] {
    const same = rows.length === this.#rows.length && rows.every((cells, index) => cells === this.#rows[index]);
    if (same && columns === this.#columns) return this.#drawn;
    this.#rows = rows;
    this.#columns = columns;
    this.#drawn =
      rows.length === 0 ? [] : this.#layout.draw(<Rows rows={rows} columns={columns} />, columns, rows.length);
    return this.#drawn;
  }
}
