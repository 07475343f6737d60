import type { Finding } from './family.ts';
import type { Section } from './lane.ts';
import { isLinter } from './linters.ts';

/** A weak line explains a wrapper when it stands at most this many lines before it. */
const WEAK_BEFORE = 40;
/** Several weak lines just before a wrapper tell one story: its first line leads. */
const STORY = 20;
/** Without any wrapper, only what a failed run printed last can be its reason. */
const LAST_LINES = 60;

interface Placed {
  line: number;
  lane: string;
}

/** What counts as a failure only when something says so. */
interface Uncertain {
  wrappers: readonly Finding[];
  weak: readonly Finding[];
  warnings: readonly Finding[];
}

/**
 * The findings that wrappers and weak lines add to `certain` (ordered by line, tests' failures among them). A wrapper is
 * left out when something before it in its step and lane explains it: a failure, else the weak lines before it or a linter's
 * warnings, which then count; with none of them it is the cause itself.
 */
export function resolveWrappers(certain: readonly Placed[], found: Uncertain, sections: readonly Section[]): Finding[] {
  const added: Finding[] = [];
  const linters = found.wrappers.length === 0 ? [] : found.warnings.filter(isLinter);
  for (const wrapper of found.wrappers) {
    const { from } = stepOf(sections, wrapper.line);
    const explains = (other: Placed) => other.line < wrapper.line && other.line > from && sameLane(other, wrapper);
    if (certain.some(explains) || added.some(explains)) continue;
    const near = found.weak.filter((line) => explains(line) && line.line >= wrapper.line - WEAK_BEFORE);
    const story = storyOf(near);
    // A linter that finds only warnings may still fail: then they are the reason.
    const linted = story === undefined ? linters.filter(explains) : [];
    if (linted.length > 0) added.push(...linted);
    else added.push(story ?? wrapper);
  }
  return added;
}

/** The weak lines that stand for a failed run that nothing else explains: the last of them, with those just before it. */
export function lastWords(weak: readonly Finding[], lastLine: number, within = LAST_LINES): Finding[] {
  const story = storyOf(weak.filter((line) => line.line > lastLine - within));
  return story === undefined ? [] : [story];
}

function storyOf(weak: readonly Finding[]): Finding | undefined {
  const last = weak.at(-1);
  return last === undefined ? undefined : weak.find((line) => line.line >= last.line - STORY);
}

function sameLane(one: Placed, other: Placed): boolean {
  return one.lane === other.lane || one.lane === '' || other.lane === '';
}

/** The step that `line` is in: where the one before it ended, and whether it passed. */
export function stepOf(sections: readonly Section[], line: number): { from: number; passed: boolean } {
  let low = 0;
  let high = sections.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sections[middle]?.end ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return { from: sections[low - 1]?.end ?? 0, passed: sections[low]?.passed ?? false };
}
