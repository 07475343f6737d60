import { HEAD, LINE, PLACE, WORD } from './cues.ts';
import type { Draft, Entry, Family, LaneView } from './family.ts';
import { asPath, parsePlace } from './place.ts';
import { reportPlaced } from './placed.ts';
import { parseStatement, severityOf } from './severity.ts';
import { toolFor } from './tools.ts';

interface Shape {
  /** Groups: `f` file, `r` row, `c` column, `s` severity, `m` message; further ones complete the message. */
  pattern: RegExp;
  tool: string;
}

/** Diagnostics that put words around the place. Each is anchored at both ends or begins with the path. */
const SHAPES: readonly Shape[] = [
  { pattern: /^(?<f>\S.{0,400}?): line (?<r>\d+), col (?<c>\d+), (?<s>Error|Warning) - (?<m>.+)$/, tool: 'eslint' },
  { pattern: /^(?<f>\S.{0,400}?): line (?<r>\d+), col (?<c>\d+), (?<m>.+)$/, tool: 'jshint' },
  { pattern: /^\[(?<f>[^\]\s]{1,400}\.proto):(?<r>\d+):(?<c>\d+)\] (?<m>.+)$/, tool: 'protolint' },
  {
    pattern: /^(?<f>\S{1,400}) - (?<s>ERROR|WARNING): (?<m>.+) on line (?<r>\d+)(?: col(?:umn)? (?<c>\d+))?$/,
    tool: 'puppet-lint',
  },
  {
    pattern: /^(?<f>\S.{0,400}?): (?<m>.+) at line (?<r>\d+), column (?<c>\d+)\.(?: .*\(Severity: \d\))?$/,
    tool: 'perlcritic',
  },
  {
    pattern: /^(?<s>error|warning) file=(?<f>\S.{0,400}?) message=(?<m>.+?)(?: line=(?<r>\d+))?(?: column=(?<c>\d+))?$/,
    tool: 'scalastyle',
  },
  {
    pattern:
      /^(?:PHP )?(?<s>Parse error|Fatal error|Catchable fatal error|Recoverable fatal error|Warning|Notice|Deprecated|Strict Standards): +(?<m>.+) in (?<f>[^\s:]\S{0,400}) on line (?<r>\d+)$/,
    tool: 'php',
  },
  {
    pattern:
      /^.{0,200}\bPHP (?<s>Parse error|Fatal error|Warning|Notice|Deprecated): +(?<m>.+) in (?<f>\S{1,400}) on line (?<r>\d+)$/,
    tool: 'php',
  },
  { pattern: /^(?:PHP )?(?<s>Fatal error): +(?<m>Uncaught .+) in (?<f>\S{1,400}):(?<r>\d+)$/, tool: 'php' },
  { pattern: /^(?<s>ERROR|INFO): (?<m>\w+) - (?<f>\S{1,400}):(?<r>\d+):(?<c>\d+)(?: - .+)?$/, tool: 'psalm' },
  {
    pattern: /^(?<f>\/\S{1,400}|[\w./-]{1,400}\.rb) {1,12}(?<r>\d{1,6}) {1,12}(?<m>[A-Z]\S.* (?:High|Medium|Weak))$/,
    tool: 'brakeman',
  },
  { pattern: /^(?<f>\S{1,400}\.rb)\t(?<r>\d{1,6})\t(?<m>.+)$/, tool: 'brakeman' },
  { pattern: /^(?<f>\/\S{1,400}|\S{1,400}\.\w{1,8}):(?<r>\d+):\t(?<m>.+)$/, tool: 'pmd' },
  { pattern: /^(?<m>syntax error) at (?<f>\S{1,400}) line (?<r>\d+)\b.*$/, tool: 'perl' },
  {
    pattern: /^(?<m>\S.{2,300}) at (?<f>(?:\S{0,300}\/)?[\w.-]{1,80}\.(?:pl|pm|t|cgi)) line (?<r>\d+)(?:\.|, .*)$/,
    tool: 'perl',
  },
  { pattern: /^(?<f>\S{1,400}\.adoc): line (?<r>\d+): (?<m>.+)$/, tool: 'asciidoctor' },
  {
    pattern: /^asciidoctor: (?<s>ERROR|WARNING|FAILED): (?<f>\S{1,400}): line (?<r>\d+): (?<m>.+)$/,
    tool: 'asciidoctor',
  },
  { pattern: /^(?<s>Error|Warning)(?: -{2,60})+ (?<f>\S{1,400}):(?<r>\d+):(?<c>\d+)$/, tool: 'flow' },
  { pattern: /^(?:typos )?(?<s>error|warning): (?<m>.+) at (?<f>\S{1,400}):(?<r>\d+):(?<c>\d+)$/, tool: 'lint' },
  { pattern: /^"(?<f>[^"]{1,400})",(?<r>\d+) +(?<s>Fatal error|Error|Warning)\[(?<m>\w+\]: .+)$/, tool: 'iar' },
  {
    pattern:
      /^"(?<f>[^"]{1,400})", line (?<r>\d+)(?:\.\d+)?(?: \(col\. (?<c>\d+)\))?:? (?<s>[Ww]arning|[Ee]rror|fatal error|catastrophic error)(?: #?[\w-]+)?:? (?<m>.+)$/,
    tool: 'cc',
  },
  { pattern: /^(?<f>\S{1,400}) line (?<r>\d+): (?<m>.+)$/, tool: 'lint' },
];

/** Findings whose place stands behind or between words. */
export const elsewhere: Family = {
  cues: WORD | HEAD | PLACE | LINE,
  first: '',
  read(entry, lane) {
    if (!/\d/.test(entry.text)) return false;
    if (prefixed(entry, lane)) return true;
    for (const { pattern, tool } of SHAPES) {
      const groups = pattern.exec(entry.text)?.groups;
      if (groups === undefined) continue;
      const file = asPath(groups.f ?? '');
      if (file === null || (tool === 'lint' && !/\.\w{1,8}$/.test(file))) continue;
      const severity = severityOf(groups.s ?? 'error');
      if (severity === 'note' && tool !== 'php') return true;
      lane.report(entry, {
        tool: tool === 'lint' ? toolFor(file, null) : tool,
        severity: severity === 'note' ? 'warning' : severity,
        file,
        row: groups.r === undefined ? null : Number(groups.r),
        column: groups.c === undefined ? null : Number(groups.c),
        message: groups.m ?? entry.text,
      });
      return true;
    }
    return false;
  },
};

const PREFIX =
  /^(?:(?<v>%)?(?<s>ERROR|Error|error|WARNING|Warning|warning|FATAL|Fatal|E|W|e|w|i|v)(?:-[A-Z\d]{2,20})?(?:: ?| in )|(?<vet>vet): |(?<name>[a-z][\w.+-]{0,20}): )(?=\S)/;

/** `ERROR: a.ts:1:2 - x`, `e: a.kt:1:2 x`, `%Error: a.v:1:2: x`, `vet: ./a.go:1:2: x`, `ERROR in ./a.ts:1:2`. */
function prefixed(entry: Entry, lane: LaneView): boolean {
  const found = PREFIX.exec(entry.text);
  if (found === null) return false;
  const place = parsePlace(entry.text.slice(found[0].length));
  if (place === null || place.indent > 0) return false;
  const statement = parseStatement(place.rest);
  const word = found.groups?.s;
  if (word === 'i' || word === 'v') return true;
  if (word === undefined && statement === null && found.groups?.vet === undefined) return false;
  const severity =
    statement?.severity ??
    (word === undefined
      ? 'error'
      : severityOf(word === 'e' || word === 'E' ? 'error' : word === 'w' || word === 'W' ? 'warning' : word));
  if (severity === 'note') return true;
  const message = statement?.message ?? place.rest.replace(/^[:\s-]+/, '');
  const draft: Draft = {
    tool: toolFor(place.file, statement?.code ?? null),
    severity,
    message: withCode(statement?.code ?? null, message),
  };
  reportPlaced(entry, lane, place, draft);
  return true;
}

function withCode(code: string | null, message: string): string {
  return code === null ? message : `${code}: ${message}`;
}
