/** Cells of a screen on which the summary stands beside the text; on a narrower one it stands below. */
const BESIDE_FROM = 100;
const MOST_COLUMNS = 64;

/** Where the summary goes: beside the text with a rule between, or below it. */
export interface SideRoom {
  readonly beside: boolean;
  readonly columns: number;
  readonly height: number;
}

/** The part of the text's room that the summary takes. */
export function sideRoom(columns: number, height: number): SideRoom {
  if (columns >= BESIDE_FROM) {
    return { beside: true, columns: Math.min(MOST_COLUMNS, Math.floor(columns * 0.4)), height };
  }
  return { beside: false, columns, height: Math.max(1, Math.floor(height * 0.4)) };
}
