import { HEAD, WORD } from './cues.ts';
import type { Entry, Family, LaneView } from './family.ts';

const APT =
  /^E: (?:Unable to|Package '|Version '|Failed to|Sub-process|Could not|Unmet dependencies|The repository|Some index|Release file|The method|Broken packages|Conflicting|Invalid operation|Couldn't find|You don't have|There were|Held packages).*$/;
const COMPOSER = /^\s*Your requirements could not be resolved to an installable set of packages\.$/;
const CONFIGURE = /^configure: error: (.+)$/;
const CARGO =
  /^error: (?:linker `.+` not found|package `.+` (?:cannot|requires)|failed to (?:select|parse|load|resolve|get|read|find|open)|no matching package|could not find|the lock file|toolchain|no such (?:command|subcommand)|rustc .+ is not supported|unable to update).*$/;
const SBT = /^(?:sbt\.\S*ResolveException: |unresolved dependency: |sbt\.librarymanagement\.ResolveException: )(.+)$/;
const SBT_TASK = /^\((\S.{0,120}?)\) (.+)$/;
const CABAL = /^(?:cabal(?:-\S+)?: |Error: cabal(?:-\S+)?: |Error: \[Cabal-\d+\])(.*)$/;

/** Package managers and configuration that cannot go on: apt, Composer, configure, Cargo, sbt, Cabal. */
export const packages: Family = {
  cues: HEAD | WORD,
  first: '',
  read(entry, lane) {
    if (APT.test(entry.text)) return report(entry, lane, 'apt', entry.text);
    const configure = CONFIGURE.exec(entry.text)?.[1];
    // The first of two lines only says in which folder.
    if (configure !== undefined) return configure.startsWith('in `') || report(entry, lane, 'configure', configure);
    if (CARGO.test(entry.text)) return report(entry, lane, 'cargo', entry.text.slice('error: '.length));
    return composer(entry, lane) || sbt(entry, lane) || cabal(entry, lane);
  },
};

function report(entry: Entry, lane: LaneView, tool: string, message: string): true {
  lane.report(entry, { tool, message, kind: 'crash' });
  return true;
}

/** The reasons stand under `Problem 1`, in items of a list. */
function composer(entry: Entry, lane: LaneView): boolean {
  if (!COMPOSER.test(entry.text)) return false;
  const finding = lane.report(entry, { tool: 'composer', message: entry.text.trim() });
  let reasons = 0;
  lane.open({
    take(next) {
      const reason = /^\s+- (.+)$/.exec(next.text)?.[1];
      if (reason !== undefined && reasons++ === 0) finding.message = reason;
      if (reason === undefined && !/^\s*Problem \d|^\s*$/.test(next.text)) return false;
      if (next.text.trim() !== '') finding.endLine = next.number;
      return true;
    },
  });
  return true;
}

function sbt(entry: Entry, lane: LaneView): boolean {
  if (entry.wrapper !== 'sbt' || entry.level !== 'error') return false;
  const task = SBT_TASK.exec(entry.text);
  const message = SBT.exec(task?.[2] ?? entry.text)?.[1];
  if (message !== undefined) return report(entry, lane, 'sbt', message);
  if (task === null || !/[\w-]+ ?[:/] ?\w|^\w+$|\*/.test(task[1] ?? '')) return false;
  lane.report(entry, { tool: 'sbt', kind: 'wrapper', message: entry.text });
  return true;
}

function cabal(entry: Entry, lane: LaneView): boolean {
  const message = CABAL.exec(entry.text)?.[1];
  if (message === undefined) return false;
  const finding = lane.report(entry, { tool: 'cabal', message: message.trim() === '' ? entry.text : message });
  if (/^(?:Failed to build|Some packages failed|The build step|Tests failed)/.test(message)) finding.kind = 'wrapper';
  return true;
}
