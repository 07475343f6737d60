/** One way in which a program that relays output marks every line. `lane` says that group 1 names the task. */
interface PrefixShape {
  pattern: RegExp;
  lane: boolean;
}

/** A prefix that was found on most lines of a log. */
export type Prefix = PrefixShape;

const DATE_TIME = '\\d{4}[-/]\\d\\d[-/]\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?(?: ?Z| ?[+-]\\d\\d:?\\d\\d)?';
const TIME = '\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?';
/** Words in brackets that name a level or the step of one build: they are part of the message, not of a relay. */
const LEVEL = '(?:info|error|err|warn|warning|debug|trace|fatal|notice|success|critical|verbose|done|ok|fail|failed)';
const NAME = '[A-Za-z@][\\w@./-]*';

const SHAPES: readonly PrefixShape[] = [
  // `gh run view --log`: job, step, then the timestamped line.
  { pattern: /^([^\t]{1,120}\t[^\t]{1,120})\t(?=\ufeff?\d{4}-\d\d-\d\dT)/, lane: true },
  { pattern: new RegExp(`^${DATE_TIME} \\d\\d[OE][ +]`), lane: false }, // GitLab
  { pattern: new RegExp(`^${DATE_TIME} (std(?:out|err)) [FP] `), lane: false }, // Kubernetes CRI
  { pattern: new RegExp(`^\\[(?:task|taskcluster|setup|fetches|vcs|cache)(?::\\w+)? ${DATE_TIME}\\] ?`), lane: false },
  { pattern: new RegExp(`^\\[${DATE_TIME}\\](?: |$)`), lane: false }, // Jenkins timestamper
  { pattern: new RegExp(`^${DATE_TIME}(?: \\||:)?(?:[ \\t]|$)`), lane: false }, // GitHub Actions, docker logs -t, Zuul
  { pattern: new RegExp(`^${TIME}\\s{1,8}(?:DEBUG|INFO|WARNING|ERROR|CRITICAL|FATAL) -(?: {1,2}|$)`), lane: false },
  { pattern: new RegExp(`^[[(]${TIME}[\\])](?:[:W\\w]{0,3}[ \\t]|$)`), lane: false },
  { pattern: new RegExp(`^${TIME}(?:[ \\t]|$)`), lane: false },
  { pattern: /^\[ {0,6}\d{1,9}\.\d{3,6}\] /, lane: false }, // seconds since boot
  { pattern: /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]{1,64} [\w./-]{1,64}(?:\[\d{1,9}\])?: /, lane: false },
  { pattern: /^(#\d{1,6}) (?:\d{1,6}\.\d{1,3} )?/, lane: true }, // BuildKit
  { pattern: /^([A-Za-z][\w.-]{0,63}) {0,40}\|(?: |$)/, lane: true }, // Docker Compose
  { pattern: new RegExp(`^(${NAME}(?:[:#](?!\\d)[\\w@.-]+){1,4}):(?: |$)`), lane: true }, // Turborepo, Nx
  { pattern: /^(@[\w.-]{1,64}\/[\w.-]{1,64}):(?: |$)/, lane: true }, // Lerna
  { pattern: /^([\w@.-]{1,64}(?:\/[\w@.-]{1,64}){1,8} [\w:-]{1,40})[:$](?: |$)/, lane: true }, // pnpm -r
  {
    pattern: new RegExp(`^\\[(?!\\d+/\\d+\\])(?!${LEVEL}\\])([\\dA-Za-z@][\\w@:./-]{0,119})\\](?: |$)`, 'i'),
    lane: true,
  },
  { pattern: /^remote:(?: |$)/, lane: false }, // git push to a host that builds
];

const ENOUGH = 0.6;
const MAX_PREFIXES = 4;

/**
 * The prefixes that at least 60 % of the sampled lines (already cleaned) carry, outermost first, after `known` ones.
 * A lane must come back several times: file names before a colon differ from line to line, task names do not.
 */
export function choosePrefixes(sample: readonly string[], known: readonly Prefix[]): Prefix[] {
  const chosen = [...known];
  let rest = sample.map((text) => stripPrefixes(text, known).text).filter((text) => text.trim() !== '');
  while (chosen.length < MAX_PREFIXES) {
    const prefix = commonest(rest);
    if (prefix === null) break;
    chosen.push(prefix);
    rest = rest.map((text) => stripPrefixes(text, [prefix]).text).filter((text) => text.trim() !== '');
  }
  return chosen;
}

/** Takes the prefixes that `text` carries off it. `lane` joins the names of the tasks that they hold. */
export function stripPrefixes(text: string, prefixes: readonly Prefix[]): { text: string; lane: string } {
  let lane = '';
  let rest = text;
  for (const prefix of prefixes) {
    const match = prefix.pattern.exec(rest);
    if (match === null) continue;
    rest = rest.slice(match[0].length);
    if (prefix.lane) lane = lane === '' ? (match[1] ?? '') : `${lane} ${match[1] ?? ''}`;
  }
  return { text: rest, lane };
}

function commonest(lines: readonly string[]): PrefixShape | null {
  let best: PrefixShape | null = null;
  let most = Math.max(1, Math.ceil(lines.length * ENOUGH)) - 1;
  for (const shape of SHAPES) {
    const count = countMatches(lines, shape);
    if (count <= most) continue;
    most = count;
    best = shape;
  }
  return best;
}

function countMatches(lines: readonly string[], shape: PrefixShape): number {
  const lanes = new Set<string>();
  let count = 0;
  for (const line of lines) {
    const match = shape.pattern.exec(line);
    if (match === null) continue;
    count++;
    if (shape.lane) lanes.add(match[1] ?? '');
  }
  return shape.lane && (count < 3 || lanes.size * 2 > count) ? 0 : count;
}
