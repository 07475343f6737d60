import { DiagnosticBody } from './body.ts';
import { PLACE } from './cues.ts';
import type { Draft, Entry, Family, LaneView } from './family.ts';
import { lintStatement } from './lint.ts';
import type { Place } from './place.ts';
import { isPoison, subjectOf } from './poison.ts';
import { parseStatement } from './severity.ts';
import { toolFor } from './tools.ts';

/** Tests report these themselves: googletest's assertions, XCTest's, pytest's frames. */
const TEST_RUNNERS = /^:?\s?(?:Failure$|error: -\[|error: \w+\.\w+ : |in \S+$|\w*(?:Error|Exception|Failed|Exit)$)/;
/** Lines that say where an earlier diagnostic comes from. */
const CONTEXT =
  /^:\s+(?:required (?:from|by)|instantiated from|recursively required|in (?:'|‘|`)?constexpr|from\b|\[ skipping|included (?:from|in)|first defined here)/;

/**
 * Diagnostics that begin with their place and state a severity, a code or a rule after it: compilers (gcc, clang, MSVC, tsc,
 * javac, swiftc, scalac, ghc, …) and linters (flake8, ruff, rubocop, golangci-lint, yamllint, …).
 */
export const placed: Family = {
  cues: PLACE,
  first: '',
  read(entry, lane) {
    const place = entry.place;
    if (place === null || place.rest.startsWith(':in ')) return false;
    if (CONTEXT.test(place.rest) || TEST_RUNNERS.test(place.rest)) return true;
    const draft = readStatement(entry, place) ?? lintStatement(entry, place);
    if (draft === null) return false;
    if (draft !== 'note') reportPlaced(entry, lane, place, draft);
    return true;
  },
};

/** Reports a finding at `place`, and lets the lines that belong to it extend it. */
export function reportPlaced(entry: Entry, lane: LaneView, place: Place, draft: Draft): void {
  const finding = lane.report(entry, {
    file: place.file,
    row: place.row,
    column: place.column,
    poison: isPoison(draft.message),
    subject: subjectOf(draft.message),
    ...draft,
  });
  lane.open(new DiagnosticBody(finding));
}

function readStatement(entry: Entry, place: Place): Draft | 'note' | null {
  const statement = parseStatement(place.rest);
  if (statement === null) return null;
  if (statement.severity === 'note') return 'note';
  if (place.row === 0 && statement.message === '') return null;
  const rule = /\[(-W[\w=+-]+|[a-z][\w.-]*-[\w.,-]+)\]$/.exec(statement.message)?.[1] ?? statement.code;
  const severity =
    statement.severity === 'warning' && isPromoted(statement.message, entry) ? 'error' : statement.severity;
  return {
    tool: entry.wrapper === 'javac' ? 'javac' : toolFor(place.file, rule),
    severity,
    message: messageOf(statement),
  };
}

function isPromoted(message: string, entry: Entry): boolean {
  return message.endsWith('[-Werror]') || /\[-Werror[=,]/.test(message) || entry.level === 'fatal';
}

function messageOf(statement: { code: string | null; message: string }): string {
  if (statement.code === null) return statement.message;
  return statement.message === '' ? statement.code : `${statement.code}: ${statement.message}`;
}
