/** Longest line that either side reads, in bytes without its line end. */
export const MAX_LINE_BYTES = 1_048_576;

/** Most bytes of an output's text that an `event` carries; the rest is reached with `output` requests. */
export const EVENT_TEXT_BYTES = 16_384;
