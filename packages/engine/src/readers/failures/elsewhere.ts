import { HEAD, LINE, NUMBER, PLACE, WORD } from './cues.ts';
import type { Draft, Entry, Family, LaneView } from './family.ts';
import { asPath, parsePlace } from './place.ts';
import { reportPlaced } from './placed.ts';
import { parseStatement, severityOf } from './severity.ts';
import { SHAPES } from './shapes.ts';
import { toolFor } from './tools.ts';

/** Two free parts of a shape make its matching quadratic in the worst case: longer lines are none of these. */
const LONGEST = 1200;

const SHAPES_WITHOUT_LINE = SHAPES.filter(({ has }) => !has.includes('line '));

/** Findings whose place stands behind or between words. */
export const elsewhere: Family = {
  cues: WORD | HEAD | PLACE | LINE | NUMBER,
  first: '',
  read(entry, lane) {
    if (entry.text.length > LONGEST) return false;
    if (prefixed(entry, lane)) return true;
    for (const { has, pattern, tool } of entry.text.includes('line ') ? SHAPES : SHAPES_WITHOUT_LINE) {
      if (!entry.text.includes(has)) continue;
      const groups = pattern.exec(entry.text)?.groups;
      if (groups === undefined) continue;
      const file = asPath(groups.f ?? '');
      if (file === null || (tool === 'lint' && !/\.\w{1,8}$/.test(file))) continue;
      const severity = severityOf(groups.s ?? (entry.level === 'warning' ? 'warning' : 'error'));
      if (severity === 'note' && tool !== 'php') return true;
      lane.report(entry, {
        tool: tool === 'lint' ? toolFor(file, null) : tool,
        severity: severity === 'note' ? 'warning' : severity,
        file,
        row: groups.r === undefined ? null : Number(groups.r),
        column: groups.c === undefined ? null : Number(groups.c),
        message: withCode(groups.k ?? null, groups.m ?? entry.text),
      });
      return true;
    }
    return false;
  },
};

const PREFIX =
  /^(?:(?<v>%)?(?<s>ERROR|Error|error|WARNING|Warning|warning|FATAL|Fatal|E|W|e|w|i|v)(?:-[A-Z\d]{2,20})?(?:: ?| in )|(?<vet>vet): |(?<name>[a-z][\w.+-]{0,20}|\w{0,40}Error): )(?=\S)/;

/** `ERROR: a.ts:1:2 - x`, `e: a.kt:1:2 x`, `%Error: a.v:1:2: x`, `vet: ./a.go:1:2: x`, `ERROR in ./a.ts:1:2`. */
function prefixed(entry: Entry, lane: LaneView): boolean {
  const found = PREFIX.exec(entry.text);
  if (found === null) return false;
  const place = parsePlace(entry.text.slice(found[0].length));
  if (place === null || place.indent > 0) return false;
  const statement = parseStatement(place.rest);
  const word = found.groups?.s;
  if (word === 'i' || word === 'v') return true;
  const named = found.groups?.vet !== undefined || found.groups?.name?.endsWith('Error') === true;
  if (word === undefined && statement === null && !named) return false;
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
