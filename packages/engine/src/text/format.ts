/** A count as people read it: `2,270`. */
export function grouped(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A size, rounded up so that it never understates: `512 bytes`, `180 KiB`, `16 MiB`. */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const [value, unit] =
    bytes < 1024 ** 2
      ? [bytes / 1024, 'KiB']
      : bytes < 1024 ** 3
        ? [bytes / 1024 ** 2, 'MiB']
        : [bytes / 1024 ** 3, 'GiB'];
  return `${grouped(Math.ceil(value))} ${unit}`;
}

/** `1 line`, `2,270 lines`. */
export function plural(n: number, noun: string): string {
  return `${grouped(n)} ${noun}${n === 1 ? '' : 's'}`;
}

/** Seconds as people read them: `0.4 s`, `12 s`, `3 min 5 s`. */
export function seconds(value: number): string {
  if (value < 10) return `${value.toFixed(1)} s`;
  if (value < 60) return `${Math.round(value)} s`;
  const whole = Math.round(value);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** The start of `text` within `bytes` bytes of UTF-8, whole characters, with `…` where something is left out. */
export function clip(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const kept = Buffer.from(text)
    .subarray(0, bytes - 3)
    .toString('utf8')
    .replace(/\ufffd+$/, '');
  return `${kept}…`;
}
