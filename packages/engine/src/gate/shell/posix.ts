/**
 * A line as a shell reads it that knows nothing but POSIX (dash, which is /bin/sh on many machines), written so that bash's grammar
 * gives the same commands; null where both read the same. `[[ a || b ]]` runs `b ]]` there, `((a))` is a subshell in a
 * subshell, `a &> f b` starts a and runs b, and `$'\''` ends at its second quote.
 */
export function posixReading(line: string): string | null {
  if (!/\[\[|\(\(|&>|\$'/.test(line)) return null;
  return line
    .replaceAll('[[', 'test ')
    .replaceAll(/(?<!\$)\(\(/g, '( (')
    .replaceAll('&>', '& >')
    .replaceAll("$'", "\\$'");
}
