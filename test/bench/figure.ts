/** One figure of the bench. `ours` and `reference` in the unit that `work` names; null where there is none. */
export interface Figure {
  id: string;
  work: string;
  ours: number;
  reference: number | null;
  ratio: number | null;
  target: string;
}

/** The middle one of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value that 95 of 100 do not pass. */
export function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN;
}

/** A figure beside its reference. */
export function beside(id: string, work: string, ours: number, reference: number | null, target: string): Figure {
  return { id, work, ours, reference, ratio: reference === null ? null : ours / reference, target };
}
