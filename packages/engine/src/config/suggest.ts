/**
 * The one of `names` that `given` was probably meant to be; null when none is near. Case, a
 * missing group and a missing unit at the end count little.
 */
export function nearest(given: string, names: readonly string[]): string | null {
  const wanted = given.slice(0, 64).toLowerCase();
  const last = wanted.slice(wanted.lastIndexOf('.') + 1);
  const ranked = names
    .map((name) => {
      const lower = name.toLowerCase();
      const tail = lower.slice(lower.lastIndexOf('.') + 1);
      const begun = last.length >= 4 && (tail.startsWith(last) || last.startsWith(tail)) ? 1 : Infinity;
      return { name, far: Math.min(distance(wanted, lower), distance(last, tail) + 0.5, begun) };
    })
    .sort((a, b) => a.far - b.far);
  const best = ranked[0];
  return best && best.far <= Math.max(1, Math.min(3, last.length / 3)) + 0.5 ? best.name : null;
}

/** How many characters are put in, left out, changed, or swapped with their neighbour between two words. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? Infinity) + 1 : Infinity;
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, changed, swapped));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
