/** What makes a line less likely to be the cause than its kind says: one bit each. */
export const TRAIT = {
  progress: 1,
  warning: 2,
  echo: 4,
  hint: 8,
  tree: 16,
  retry: 32,
  quoted: 64,
  long: 128,
} as const;

const PATTERNS: readonly (readonly [number, RegExp])[] = [
  [
    TRAIT.progress,
    /^(?:Get:|Hit:|Ign:|Setting up|Unpacking|Selecting|Preparing|remote:|From |Download|Fetch|Installing|Collecting|Requirement|npm (?:WARN|warn|http|info)|Compiling|Building|\[\s*\d+%\]|\[ ?\d+(?:\/| of )\d+\]|Process|Cloning|Checking|Linting|Using |Loading|Generat|\* \[new|▸|Running|Resolving|Linking|Copying|Creating|Writing|Reading|Updating|Adding|Removing|GEN |CC |LD |AR |> Task|:\w+:|travis_|Extracting|Scanning)/,
  ],
  [TRAIT.warning, /\bwarn(?:ing)?s?\b|deprecat/i],
  [TRAIT.echo, /^(?:\$ |\++ ?[\w./'"[:]|> \S|##\[(?!error)|::(?!error))/],
  [
    TRAIT.hint,
    /^(?:hint|notes?|help|try|see|info|debug|trace|more info|for more)\b|^\[?(?:INFO|DEBUG|TRACE|info|debug)\]?\b|\bINFO\b|\bDEBUG\b/,
  ],
  [TRAIT.tree, /[├└│]─|[├└]──|^\S* ?│ │/],
  [TRAIT.retry, /\bretry|\bretried|\bignored?\b|\bignoring\b|\bskip/i],
  [TRAIT.quoted, /^["'`{}[\]();,<]|[;{}]$/],
];

/** The traits of a line's matched part, as bits of `TRAIT`. */
export function lineTraits(part: string): number {
  let traits = part.length > 200 ? TRAIT.long : 0;
  for (const [bit, pattern] of PATTERNS) if (pattern.test(part)) traits |= bit;
  return traits;
}
