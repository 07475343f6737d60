import { ASIDE, SIGNAL } from './signals.ts';

/** What a single line looks like, from its words alone. `none`: nothing in it tells of a failure. */
export type LineKind =
  | 'none'
  | 'frame'
  | 'pass'
  | 'zero'
  | 'compile'
  | 'wrapper'
  | 'error'
  | 'fatal'
  | 'exception'
  | 'mark'
  | 'numbered'
  | 'summary'
  | 'ruler'
  | 'phrase'
  | 'mark inside'
  | 'place'
  | 'word'
  | 'failing word'
  | 'demand'
  | 'place inside'
  | 'warning'
  | 'weak';

const WORD = '(?:error|erreur|fehler|erro|errore|err)s?';
const PLACE =
  '(?:(?:[A-Za-z]:)?[\\w@.~+/\\\\\\u00c0-\\uffef-]+(?::\\d+(?::\\d+)?|\\(\\d+(?:[,:]\\d+)?\\)|:\\[\\d+,\\d+\\])\\s?:?\\s?(?:-\\s)?)';
/** Words of error in scripts in which a pattern does not know where a word ends. */
const FOREIGN_WORD = '(?:ошибка|エラー|错误|錯誤|오류|błąd)';
const BULLET = '[-*=>|#+.\\s•⎿│┃╷\\[\\]]*';

/** A kind, the signals of which a line must have one, and the pattern that it must match: none when the signal decides. */
type Rule = readonly [kind: LineKind, needs: number, pattern: RegExp | null];

const ANY = -1;
const { error, fail, not, bad, demand, warn, place, sign, start, foreign, exit } = SIGNAL;
const FAILURES = error | fail | bad;
/** Set, for the rule of lines that count no failure, when a line has a nought and a word of failure. */
const COUNTED = 1 << 20;

/** In order: the first rule that a line meets names its kind. All patterns are linear in the line's length. */
const RULES: readonly Rule[] = [
  [
    'frame',
    ANY,
    /^(?:at |from \S+:\d+|File "[^"]+", line \d|\.\.\. \d+ more|#\d+ |\d+: +0x|\(?[\w./<>-]+\)?:\d+:in |# \.?\/?\S+:\d+|[\w.$/]+\([\w.]+:\d+\)|goroutine \d+ \[|\[C\]: in|\S+\.\w+:\d+: in )/,
  ],
  [
    'pass',
    ASIDE.pass,
    /^(?:ok\b|PASS(?:ED)?\b|✓|√|✔|\[ *(?:OK|PASSED|RUN) *\]|SKIP|XFAIL|success|--- PASS)|\bok\b *(?:\d+ ms|\(\d|$)|(?<!\d )\bPASSED\b(?! *[:=])|(?:\bOK|…ok|\.\.\. ok)\b *(?:\(|$)|\bskipped\b[.:]?/i,
  ],
  [
    'zero',
    COUNTED,
    /^(?!.*\b[1-9]\d* (?:errors?|failures?|failed|failing|problems?|offenses|example))(?!.*(?:failures?|errors?|failed)["']?\s?[:=]\s?[1-9]).*(?:\b(?:0|no|zero) (?:errors?|failures?|failed|failing|problems|issues|offenses|warnings)\b|(?:errors?|failures?|failed)["']?\s?[:=]\s?0\b)/i,
  ],
  [
    'zero',
    not | bad | fail,
    /^(?:-- )?(?:check(?:ing)?|look(?:ing)?|perform(?:ing)?|search(?:ing)?|test(?:ing)?|detect(?:ing)?|probing)\b.*(?:\.\.\. ?|- ?|: ?)(?:no|not found|none|failed|missing|disabled)$/i,
  ],
  ['compile', ASIDE.flags, /(?:^|\s)(?:-W[a-z][\w-]+|-I\S+|-D[A-Z_]\S*|-std=\S+|-f[a-z-]{4,}|-O[0-3s])\s.*\s-/],
  [
    'wrapper',
    exit,
    /\bexit(?:ed)? (?:with )?(?:code|status)\b|recipe for target|(?:returned|exited with|non-zero) .*\d$/i,
  ],
  [
    'wrapper',
    ANY,
    /^(?:npm (?:ERR!|error)\b|make(?:\[\d+\])?: |error:? command .* failed|error Command failed|Done\. Your build exited|The command ["']|ninja: build stopped|BUILD FAILED|\*\* \w+ (?:BUILD )?FAILED|ERROR: Job failed|##\[error\]Process)/i,
  ],
  [
    'error',
    error | foreign,
    new RegExp(
      `^${BULLET}(?:##\\[|::)?${PLACE}?(?:[\\w.-]{1,30}: )?\\[?(?:(?:fatal|internal|syntax|compile|parse|runtime|type|build|uncaught|unhandled) )?\\b${WORD}\\b\\]?(?:\\s*[:!\\[(：\\]]|\\s+\\w*\\d{2,}\\b|\\s*$| in | at | while | -| \\w+=)|^${BULLET}${PLACE}?(?:[^\\s]{1,12}[ ])?${FOREIGN_WORD}|^\\[ *ERROR *\\]|^==\\d+==\\s?ERROR|^ERROR\\b`,
      'i',
    ),
  ],
  ['error', ANY, /^E(?:: |\/)/],
  [
    'fatal',
    fail | bad,
    /^(?:[\w./@-]+: )?(?:fatal|panic|uncaught|unhandled|segmentation fault|killed\b|abort|bus error|out of memory|rake aborted|internal compiler)|core dumped|\bSIG(?:SEGV|ABRT|KILL)\b|^(?:No output has been received|The job exceeded)/i,
  ],
  [
    'exception',
    ANY,
    /^(?:\w+: )?(?:[\w.$:\\/]*[A-Z]\w*(?:Error|Exception|Failure|Panic|Fault)\b|\*\* \([\w.]+\)|Caused by|Exception in|E {2,}\S|Traceback \(|thread '.*' panicked|stack ?trace)/,
  ],
  [
    'mark',
    fail | not | sign | start | bad,
    /^(?:--- FAIL|FAIL(?:ED|URE|S)?\b|not ok\b|\[\s*FAIL|✖|✗|✘|❌|🚨|●|✕|× |⨯|!! |‼|[*#=!]{2,} ?FAIL|Failed\b|Failure\b|F \/|DUBIOUS)/,
  ],
  ['numbered', start, /^\d+[).](?:\s|$)/],
  [
    'summary',
    FAILURES | demand,
    /^[=\-_*#\s]*(?:(?:summary of )?(?:all )?(?:failures?|errors?|failed|failing|test failures?|problems|offenses|violations|issues|broken|unmatched|differences)\b[\w ]{0,24}(?:\(\d{1,6}\))?|(?:there (?:was|were) )?\d+ (?:failures?|errors?|failing|failed|problems|offenses|issues)\b.{0,60}|(?:short )?test summary.*|the following .*)\s*[:!.(=\-_*#]*\s*:?-?\(?$/i,
  ],
  ['ruler', start | sign, /^([-=_*#~─━═])\1{2,} ?(?!done\b|end\b|finished\b|[\d.]+%)[^\s=_*#~─━═-]/i],
  [
    'phrase',
    not | bad,
    /\b(?:command not found|no such file|no such module|cannot (?:find|open|load|resolve|import|access)|(?:could not|couldn't|can't|unable to) (?:find|open|load|resolve|locate|connect|determine|parse|read|import|be)|undefined reference|undefined symbol|unresolved|permission denied|access denied|no space left|timed out|timeout|connection refused|not (?:currently )?installed|does not exist|doesn't exist|not found|no rakefile|is not (?:recognized|defined|a |supported|available)|no rule to make|not provided|not defined|no module named|unknown (?:option|command|flag)|already (?:exists|in use|declared))\b/i,
  ],
  [
    'mark inside',
    FAILURES | sign | start,
    /\[FAIL|\bFAIL(?:ED|URES?|S)?\b|<<< |\*\*\* |\[\w+ failed\]|\bERROR\b|\.\.\. ?(?:F|E|FAIL|ERROR)\b|[✖✗✘❌✕⨯]/,
  ],
  ['place', place, new RegExp(`^[-*.|\\s]*${PLACE}\\s*\\S`)],
  ['word', error, null],
  ['word', foreign, /エラー|错误|錯誤|오류|ошибк|błąd/i],
  ['failing word', fail | bad, null],
  ['failing word', foreign, /失败|失敗|실패|échec|échou|не удалось|fehlgeschlagen/i],
  [
    'demand',
    demand | not,
    /\b(?:expect|actual|should|must|please|requir|assert|differ|does not|doesn't|is not|are not|n't|unmatched|not match|unused|out of date|outdated|limit|bad\b)/i,
  ],
  ['place inside', place, null],
  ['warning', warn, null],
];

const TELLING = error | fail | not | bad | demand | warn | place | SIGNAL.code | sign | start | foreign | exit;

/** The kind of a line with these `signals`; `part` as `matchedPart` gives it. */
export function lineKind(part: string, signals: number): LineKind {
  if ((signals & TELLING) === 0) return 'none';
  const counted = (signals & (ASIDE.zero | not)) !== 0 && (signals & (FAILURES | warn)) !== 0;
  const all = counted ? signals | COUNTED : signals;
  for (const [kind, needs, pattern] of RULES) {
    if ((all & needs) !== 0 && (pattern === null || pattern.test(part))) return kind;
  }
  return (signals & foreign) === signals ? 'none' : 'weak';
}

const STRONG: ReadonlySet<LineKind> = new Set<LineKind>([
  'error',
  'fatal',
  'exception',
  'mark',
  'numbered',
  'summary',
  'phrase',
  'mark inside',
]);

/** True when a line of this kind states a failure, rather than holding a word that might. */
export function isStrong(kind: LineKind): boolean {
  return STRONG.has(kind);
}

const DULL: ReadonlySet<LineKind> = new Set<LineKind>(['frame', 'pass', 'zero', 'compile']);

/** True when a line of this kind tells a reader nothing about the cause: it never anchors an excerpt nor widens one. */
export function isDull(kind: LineKind): boolean {
  return DULL.has(kind);
}
