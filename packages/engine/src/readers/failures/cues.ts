/** What a line holds that some family's first line needs. Families name the cues that they read on; others cost nothing. */
export const PLACE = 1;
export const WORD = 2;
export const HEAD = 4;
export const LINE = 8;
/** In place of `PLACE`, when the number does not stand behind a path at the start of the line. */
export const NUMBER = 16;

const WORDS = /err|warn|fail|fatal|xception|panic|traceback|undefined (?:ref|sym)/i;

/** Beginnings of first lines that hold neither a place nor one of the words. */
const HEADS = new RegExp(
  `^(?:\\s*\\[\\w{2,12}\\] ?|#\\d{1,6} [\\d.]{1,9} |\\s*\\d{1,3}(?::\\d{1,3})?> ?)?(?:${[
    '##\\[|::|The (?:command|job|connection)|Process completed|No output has|Your build|Exited with|Command exited|Finished: |Build step|script returned|Cleaning up|🚨',
    '\\s*\\d{1,7}:\\d{1,5}\\s|FILE: | {1,3}Line {2}| {0,6}\\d{1,7} \\| |In \\S|At \\S|File "|\\s*(?:[|+]\\s*)*File "|[CRWEF](?:\\d{4})?: {0,4}\\d',
    '[A-Z]{1,4}\\d{3,4} |invalid-syntax| {1,2}[×⚠!✖] |would reformat|Would reformat|>> Issue|\\*{5}',
    'no required module|go: |go\\w* \\w+: |missing go\\.sum|package \\S|import cycle|build constraints|found packages|ambiguous import|cannot find package',
    'Undefined symbols|duplicate symbol|(?:lld|link|mold): |CMake |collect2',
    '[ewiE]: |\\s*(?:❌|⚠️|\\[x\\])|\\*\\* \\w|Testing failed|Command \\S|\\s*Your requirements|configure: |cabal|at \\S|\\* What went|BUILD |> Task|➤ YN|\\s?ELIFECYCLE|\\[!\\] |\\[[FWRCD]\\] |===> |== Comp|\\[vite|\\[rollup|\\[plugin|\\(!\\) ',
    'L: {0,6}\\d|== \\[|\\s*┃ |\\s*--> |in expression|TASK \\[|RUNNING HANDLER|CONFLICT| ! \\[|(?:rake|rails|bundler) aborted|Could not find|Bundler could|Your Ruby|Could not locate|Gem::|You have requested',
    'build file |Build (?:succeeded|FAILED)|-{6,}',
  ].join('|')})`,
);

/** The cues of a line as a sum of flags; 0 for the line that no family can begin a record with. */
export function cuesOf(text: string): number {
  let cues = WORDS.test(text) ? WORD : 0;
  if (HEADS.test(text)) cues |= HEAD;
  if (hasPlace(text)) cues |= PLACE;
  if (hasLineNumber(text)) cues |= LINE;
  return cues === 0 ? HEAD * Number(hasMark(text)) : cues;
}

/** What only stands inside a line: make's stars, the linker's name behind its path, a rule, a tab or blanks between columns. */
function hasMark(text: string): boolean {
  return (
    text.includes('** ') ||
    text.includes('ld: ') ||
    text.includes('━━━') ||
    text.includes('ockerfile:') ||
    text.includes('.rb  ') ||
    text.includes(': MD') ||
    text.includes('.rb\t')
  );
}

/** True when a number stands behind a separator the way it does after a path: `a.c:12`, `a.cs(12`, `A.java:[12`, `A.kt: (12`. */
function hasPlace(text: string): boolean {
  for (let at = text.indexOf(':'); at > 0; at = text.indexOf(':', at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (isDigit(next) ? isNamed(text, at) : opensNumber(text, next === 32 ? at + 2 : at + 1)) return true;
  }
  for (let at = text.indexOf('('); at > 0; at = text.indexOf('(', at + 1)) {
    if (isDigit(text.charCodeAt(at + 1)) && isNamed(text, text.charCodeAt(at - 1) === 32 ? at - 1 : at)) return true;
  }
  return false;
}

/** True when what ends before `at` ends in a name and not in a number of its own, as a clock does. */
function isNamed(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && isDigit(text.charCodeAt(before))) before--;
  const code = text.charCodeAt(before);
  if (before === at - 1) return code > 32;
  return (code | 32) >= 97 && (code | 32) <= 122;
}

function opensNumber(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code === 40 || code === 91) && isDigit(text.charCodeAt(at + 1));
}

function hasLineNumber(text: string): boolean {
  for (let at = text.indexOf('line '); at !== -1; at = text.indexOf('line ', at + 1)) {
    if (isDigit(text.charCodeAt(at + 5))) return true;
  }
  return false;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
