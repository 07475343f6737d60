/** What the machine calls something, on one line. */
const plain = (cell: string | number): string => String(cell).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

/** Rows as aligned columns under a heading; numbers to the right. At most `most` rows, and how many more there are. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  most: number,
): string {
  const shown = rows.slice(0, most).map((row) => row.map(plain));
  const widths = heading.map((name, column) => Math.max(name.length, ...shown.map((row) => row[column]?.length ?? 0)));
  const isNumber = heading.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  const more = rows.length - shown.length;
  return [line(heading), ...shown.map(line), ...(more > 0 ? [`[${more} more]`] : [])].join('\n');
}

/** Bytes as a person reads them: `1.5 GiB`. */
export function amount(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1_024 && unit < units.length - 1) {
    value /= 1_024;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
