import type { Draft } from './family.ts';
import { asPath } from './place.ts';

interface Sign {
  /** Groups `f` and `r`, when the format has them, are the file and the row. */
  pattern: RegExp;
  tool: string;
}

/** What shells, kernels, package managers and programs say when they cannot go on. The whole line is the message. */
const SIGNS: readonly Sign[] = [
  {
    pattern: /^(?<f>\S{1,200}):(?<r>\d{1,6}): (?:command not found|no such file or directory|permission denied): .+$/,
    tool: 'shell',
  },
  { pattern: /^(?<f>\S{1,200}): line (?<r>\d{1,6}): .+$/, tool: 'shell' },
  {
    pattern:
      /^(?<f>\S{1,200}): (?<r>\d{1,6}): (?:\S{1,200}: )?(?:not found|[Ss]yntax error.*|Permission denied|parameter not set|cannot .+|Bad substitution|unexpected .+)$/,
    tool: 'shell',
  },
  {
    pattern:
      /^(?:\S{1,80}: )?\S{1,120}: (?:command )?not found\b|^'.{1,200}' is not recognized as an internal or external command/,
    tool: 'shell',
  },
  {
    pattern:
      /^(?:\/\S{1,80}\/)?(?:env|sh|bash|zsh|dash|sudo|xargs): .{1,300}: (?:command not found|No such file or directory|not found|Permission denied|bad interpreter|cannot execute)/,
    tool: 'shell',
  },
  {
    pattern:
      /(?:^|[ :])(?:Segmentation fault|Illegal instruction|Bus error|Floating point exception|Aborted)(?: +\(core dumped\)|$|: \d+$)/,
    tool: 'system',
  },
  {
    pattern:
      /^(?:\S{1,80}: )?(?: *\d+ )?Killed(?: .{1,200})?$|^Out of memory: Kill|(?:heap out of memory|process out of memory|virtual memory exhausted|Cannot allocate memory|java\.lang\.OutOfMemoryError)|: Killed signal terminated program/,
    tool: 'system',
  },
  { pattern: /[Nn]o space left on device/, tool: 'system' },
  {
    pattern:
      /^(?:Error: )?(?:No match for argument|Unable to find a match|Package \S+ is not available|No package \S+ available|Cannot find a valid baseurl|Failed to download metadata)/,
    tool: 'dnf',
  },
  { pattern: /^ERROR: (?:unable to select packages|unsatisfiable constraints)/, tool: 'apk' },
  { pattern: /^Error: No (?:available formula|formulae|such keg)/, tool: 'brew' },
  { pattern: /^curl: \(\d+\) .+$/, tool: 'curl' },
  { pattern: /^wget: .*(?:unable|error|refused|bad address)|^\S* ?ERROR \d{3}: /, tool: 'wget' },
  {
    pattern:
      /^(?:terminate called after throwing|libc\+\+abi: terminating|double free or corruption|malloc\(\): |free\(\): invalid|\*\*\* stack smashing detected|Assertion failed: )|: Assertion [`'‘].{1,400}['’] failed/,
    tool: 'program',
  },
  {
    pattern:
      /^(?:.{0,60}[ :])?(?:fatal error|FATAL(?: ERROR| EXCEPTION)?|Fatal(?: error)?|fatal|[Uu]nhandled [Ee]xception|UNHANDLED REJECTION|panic):? \S/,
    tool: 'program',
  },
  {
    pattern:
      /^(?:\[[!\w: -]{1,40}\] )?(?:[\w./-]{1,60}: )?(?:error|ERROR|Error|Failed|FAILED|Failure|FAILURE)\b[: ]+\S.{2,}$/,
    tool: 'program',
  },
  { pattern: /^(?:[A-Z]\w{0,40} )?(?:error|Error|ERROR|exception|Exception) ?: \S/, tool: 'program' },
  {
    pattern:
      /[Pp]ermission denied|[Cc]onnection (?:refused|timed out|reset)|\b[Tt]imed out\b|[Tt]imeout (?:exceeded|expired|of)|[Cc]ould not resolve host|[Tt]emporary failure in name resolution|[Nn]o such file or directory/,
    tool: 'system',
  },
  {
    pattern:
      /^(?:Can't|Cannot|Could not|Couldn't|Unable to|Failed to|Missing|Invalid|Unknown|Unrecognized|An error occurr?ed|Something went wrong|flag provided but|Illegal switch|Package required but not|The program '\S{1,80}' is currently|Please (?:run|commit|fix|update)) \S.{3,300}$/,
    tool: 'program',
  },
];

/** What these lines say is that nothing went wrong. */
const NONE = /^\S+:? 0 |\b(?:0|no) (?:errors?|failures?|failed|warnings?)\b|: (?:none|null|false|0)$|^\s*\$ /i;
const LONGEST = 1000;

/** A line that may be the last word of a program that failed, or null. It is no finding by itself: the word proves nothing. */
export function lastWord(text: string): Draft | null {
  if (text.length < 4 || text.length > LONGEST || NONE.test(text)) return null;
  for (const { pattern, tool } of SIGNS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const file = asPath(found.groups?.f ?? '') ?? null;
    return { tool, message: text, file, row: file === null ? null : Number(found.groups?.r) };
  }
  return null;
}
