/** Longest part of a line that the patterns of this folder see. */
const MATCHED = 400;

/** A clock, a date or both at the start of a line that the log's own prefix did not cover. */
const STAMP = /^\[?\d{1,4}[-/:.][\d:.,/TZ+-]{3,28}\]?:?\s+/;

/** The name of the program whose output a build tool passes on (`[junit] `), which is no level. */
const RELAYED =
  /^\[(?!info|debug|trace|notice|warn|err|fatal|severe|fail|ok|pass|done|run|success|skip)[a-z][\w.-]{1,20}\] +/i;

/** The part of `text` that is matched: no indentation, no time in front, at most 240 characters; '' for a blank line. */
export function matchedPart(text: string): string {
  const part = (text.length > MATCHED ? text.slice(0, MATCHED) : text).trim();
  const first = part.charCodeAt(0);
  const stamped = (first >= 48 && first <= 57) || first === 91;
  return stamped ? part.replace(STAMP, '').replace(RELAYED, '') : part;
}
