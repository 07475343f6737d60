/** Lines sent before, oldest first; `at` is the one shown (`entries.length` while none is), `draft` what was typed before. */
export interface History {
  readonly entries: readonly string[];
  readonly at: number;
  readonly draft: string;
}

export const EMPTY_HISTORY: History = { entries: [], at: 0, draft: '' };

/** Lines that are remembered. */
const MAX_ENTRIES = 500;

/** The history with a line that was sent, once when it repeats the last; browsing ends. */
export function remember(history: History, line: string): History {
  const kept = history.entries.at(-1) === line ? history.entries : [...history.entries, line].slice(-MAX_ENTRIES);
  return { entries: kept, at: kept.length, draft: '' };
}

/** One line further back, with the text to show; null when there is none. */
export function previous(history: History, draft: string): { history: History; text: string } | null {
  const at = history.at - 1;
  const text = history.entries[at];
  if (text === undefined) return null;
  return { history: { ...history, at, draft: browsing(history) ? history.draft : draft }, text };
}

/** One line further on, the draft after the last; null when none is shown. */
export function next(history: History): { history: History; text: string } | null {
  if (!browsing(history)) return null;
  const at = history.at + 1;
  return { history: { ...history, at }, text: history.entries[at] ?? history.draft };
}

/** True while an entry is shown in place of the draft. */
export function browsing(history: History): boolean {
  return history.at < history.entries.length;
}

/** Index of the newest entry before `before` that holds `query`, its case ignored; -1 when there is none. */
export function findEntry(history: History, query: string, before: number): number {
  const wanted = query.toLowerCase();
  return history.entries.slice(0, before).findLastIndex((entry) => entry.toLowerCase().includes(wanted));
}

/** The history with what was sent in conversations before this one, oldest first. */
export function withEarlier(history: History, earlier: readonly string[]): History {
  const entries = [...earlier, ...history.entries].slice(-MAX_ENTRIES);
  return { ...history, entries, at: history.at + entries.length - history.entries.length };
}

/** Browsing ended, since the shown entry was edited and is a draft now. */
export function settle(history: History): History {
  return browsing(history) ? { ...history, at: history.entries.length } : history;
}
