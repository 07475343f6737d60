/** Names of the chat's commands, with what each does, for `/help` and for Tab. */
export interface CommandHelp {
  name: string;
  summary: string;
}

export interface Completion {
  from: number;
  candidates: string[];
}

/**
 * Completions of the input at character `cursor`: a command's name after `/`, an output id after a command that takes one.
 * `from` is the character where the candidate begins.
 */
export function complete(
  text: string,
  cursor: number,
  commands: readonly CommandHelp[],
  ids: readonly string[],
): Completion {
  const before = text.slice(0, cursor);
  const from = before.lastIndexOf(' ') + 1;
  const word = before.slice(from);
  if (from === 0) {
    const names = word.startsWith('/') ? commands.map((c) => `/${c.name}`) : [];
    return { from, candidates: names.filter((name) => name.startsWith(word)) };
  }
  return { from, candidates: before.startsWith('/') && word !== '' ? ids.filter((id) => id.startsWith(word)) : [] };
}
