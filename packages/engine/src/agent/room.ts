/** Share of the window that the results of one turn may take together while they stand whole (features C8). */
export const TURN_SHARE = 1 / 2;

/** Tokens of the window that the share is counted from while the window is not known. */
export const UNKNOWN_WINDOW = 8_192;

/** Least room of one result, in bytes: less would hold the note and nothing of the output. */
export const LEAST = 1_024;

/** Room of each result below which results of earlier rounds make way first. */
export const TIGHT = 2 * LEAST;

/** Weight of the message for a call that is not run. */
export const NOT_RUN = 80;

/** Weight of a byte of results that nobody has seen yet: they are often listings. */
export const PRESUMED_DENSITY = 2;

/** What decides the room of a call: the weight left for it and those after it, the weight of a byte, how many they are. */
export interface RoomFacts {
  left: number;
  density: number;
  calls: number;
  isFirst: boolean;
}

/**
 * Room in bytes of the next of the calls of one reply: an equal share of what is left for them all, and never less than a
 * result needs. Null when there is no room for so many: that call is not run.
 */
export function roomOfCall({ left, density, calls, isFirst }: RoomFacts): number | null {
  const each = Math.floor(left / density / Math.max(1, calls));
  if (each >= LEAST) return each;
  return isFirst || left >= LEAST ? LEAST : null;
}
