import type { Target } from './request.ts';

/** A target in words, and where it ends: `output 3f9a`, `entry #7`, `output of entry 7`, "`3f9a`", `7`. */
const TARGET =
  /^\s*(?:of\s+)?(?:the\s+)?(?:(outputs?)\s*(?:of\s+(?:the\s+)?(entry)\s*)?|(entry|entries)\s*)?(?:(?:id|number|no)\b\.?\s*)?[:=#`'"“‘<([\s]*([0-9a-z][0-9a-z,._-]*)[`'"”’>)\].,;]*/i;

const ID = /^[0-9a-f]{4,16}$/;
const COUNT = /^\d{1,3}(?:,\d{3})+$|^\d{1,6}$/;

/** Longest target that is looked at. */
const LONGEST = 200;

/**
 * Reads the target at the beginning of `text`, and where it ends. Without a noun a short number is an entry, and anything
 * else that has an id's shape an output. Null when there is none; `{ wrong }` when its name is no id and no number.
 */
export function readTarget(text: string): { target: Target; end: number } | { wrong: string } | null {
  const match = TARGET.exec(text.slice(0, LONGEST));
  if (!match) return null;
  const [whole, output, ofEntry, entry, name = ''] = match;
  // A question or a clause may follow at once: `3f9a: why`, `7,`.
  const word = name.replace(/[,._-]+$/, '').toLowerCase();
  const end = whole.length;
  if (entry !== undefined || ofEntry !== undefined)
    return COUNT.test(word) ? { target: { entry: number(word) }, end } : { wrong: word };
  if (output !== undefined) return ID.test(word) ? { target: { output: word }, end } : { wrong: word };
  if (COUNT.test(word)) return { target: { entry: number(word) }, end };
  return ID.test(word) ? { target: { output: word }, end } : null;
}

const number = (word: string): number => Number(word.replaceAll(',', ''));
