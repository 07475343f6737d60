/**
 * Whether a pattern of the shell (`*`, `?`, `[…]`) could stand for a path: each part for a part, the same number of them.
 * In time that grows with both lengths alone, whatever the pattern.
 */
export function glob(pattern: string, path: string): boolean {
  const [patterns, parts] = [pattern.split('/'), path.split('/')];
  return patterns.length === parts.length && patterns.every((one, i) => matches(one, parts[i] ?? ''));
}

/** One part: a row of the places in `name` that what was read of `pattern` may reach. */
function matches(pattern: string, name: string): boolean {
  let reached = new Set([0]);
  for (const token of tokens(pattern)) {
    const next = new Set<number>();
    for (const at of reached) {
      if (token === '*') for (let to = at; to <= name.length; to++) next.add(to);
      else if (at < name.length && accepts(token, name[at] ?? '')) next.add(at + 1);
    }
    if (next.size === 0) return false;
    reached = next;
  }
  return reached.has(name.length);
}

function tokens(pattern: string): string[] {
  return pattern.slice(0, 255).match(/\[[!^]?\]?[^\]]*\]|[\s\S]/g) ?? [];
}

function accepts(token: string, letter: string): boolean {
  if (token === '?') return true;
  if (token.length === 1) return token === letter;
  const inside = token.slice(1, -1);
  const negated = /^[!^]/.test(inside);
  const set = negated ? inside.slice(1) : inside;
  // A class such as [:alpha:] could be any letter.
  if (set.includes('[:')) return true;
  let found = false;
  for (let at = 0; at < set.length; at++) {
    const [from = '', dash, to] = [set[at], set[at + 1], set[at + 2]];
    if (dash === '-' && to !== undefined) {
      found ||= from <= letter && letter <= to;
      at += 2;
    } else found ||= from === letter;
  }
  return found !== negated;
}
