/** `12,345`: a count with separators. By hand: the first use of Intl costs a frame. */
export function count(n: number): string {
  const digits = String(n);
  let out = digits.slice(-3);
  for (let at = digits.length - 3; at > 0; at -= 3) out = `${digits.slice(Math.max(0, at - 3), at)},${out}`;
  return out;
}

/** `1 line`, `2 lines`. */
export function plural(n: number, noun: string): string {
  return `${count(n)} ${noun}${n === 1 ? '' : 's'}`;
}

/** `812 B`, `26 KiB`, `1.5 MiB`: bytes in the unit that people read. */
export function bytes(n: number): string {
  if (n < 1_024) return `${n} B`;
  const kib = n / 1_024;
  if (kib < 1_024) return `${kib < 10 ? trimZero(kib) : Math.round(kib)} KiB`;
  const mib = kib / 1_024;
  return `${mib < 10 ? trimZero(mib) : Math.round(mib)} MiB`;
}

/** `4s`, `1m 05s`, `2h 03m`: a running time in whole seconds. */
export function duration(seconds: number): string {
  const whole = Math.floor(seconds);
  if (whole < 60) return `${whole}s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)}m ${pad(whole % 60)}s`;
  return `${Math.floor(whole / 3_600)}h ${pad(Math.floor(whole / 60) % 60)}m`;
}

/** `0.4s`, `12s`: how long something took. */
export function took(seconds: number): string {
  return seconds < 10 ? `${trimZero(seconds)}s` : duration(seconds);
}

function trimZero(n: number): string {
  return n.toFixed(1).replace(/\.0$/, '');
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}
