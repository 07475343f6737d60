import { HEAD, WORD } from './cues.ts';
import type { Entry, Family, LaneView } from './family.ts';
import { parsePlace } from './place.ts';
import { isPoison, subjectOf } from './poison.ts';

const PRETTY = /^\s*(❌|\[x\]|⚠️|\[!\])\s+(\S.*)$/u;
const XCODEBUILD = /^xcodebuild: error: (.+)$/;
const COMMAND_FAILED =
  /^(?:Command \S+ failed with a nonzero exit code|\*\* (?:BUILD|TEST|ARCHIVE|ANALYZE|CLEAN) (?:FAILED|INTERRUPTED) \*\*|The following build commands failed:|Testing failed:)/;
const SUCCEEDED = /^\*\* (?:BUILD|TEST|ARCHIVE|ANALYZE) SUCCEEDED \*\*/;
const SWIFT_CRASH =
  /^(?:(\S.{0,300}?\.swift):(\d{1,7}): )?Fatal error: (.+?)(?:: file (\S.{0,300}?\.swift), line (\d{1,7}))?$/;

/** xcodebuild, the formatters that sit behind it (xcpretty, xcbeautify), and Swift's runtime. */
export const xcode: Family = {
  cues: HEAD | WORD,
  first: '',
  read(entry, lane) {
    return pretty(entry, lane) || crash(entry, lane) || command(entry, lane);
  },
};

function pretty(entry: Entry, lane: LaneView): boolean {
  const found = PRETTY.exec(entry.text);
  if (found === null) return false;
  const place = parsePlace(found[2] ?? '');
  if (place === null && found[1] === '[!]') return false;
  const message = (place === null ? (found[2] ?? '') : place.rest)
    .replace(/^[:\s]+/, '')
    .replace(/^(?:error|warning): /, '');
  const severity = found[1] === '❌' || found[1] === '[x]' ? 'error' : 'warning';
  lane.report(entry, {
    tool: 'xcodebuild',
    severity,
    message,
    file: place?.file ?? null,
    row: place?.row ?? null,
    column: place?.column ?? null,
    poison: isPoison(message),
    subject: subjectOf(message),
  });
  return true;
}

function crash(entry: Entry, lane: LaneView): boolean {
  const found = entry.text.includes('Fatal error: ') ? SWIFT_CRASH.exec(entry.text) : null;
  const file = found?.[1] ?? found?.[4];
  if (found === null || file === undefined) return false;
  lane.report(entry, {
    tool: 'swift',
    kind: 'crash',
    severity: 'fatal',
    file,
    row: Number(found[2] ?? found[5]),
    message: found[3] ?? '',
  });
  return true;
}

function command(entry: Entry, lane: LaneView): boolean {
  const message = XCODEBUILD.exec(entry.text)?.[1];
  if (message !== undefined) {
    lane.report(entry, { tool: 'xcodebuild', message });
    return true;
  }
  if (SUCCEEDED.test(entry.text)) {
    lane.evidence('passed');
    return true;
  }
  if (!COMMAND_FAILED.test(entry.text)) return false;
  lane.evidence('failed');
  lane.report(entry, { tool: 'xcodebuild', kind: 'wrapper', message: entry.text });
  return true;
}
