import { HEAD, PLACE, WORD } from './cues.ts';
import type { Entry, Family, LaneView, OpenRecord } from './family.ts';
import { asPath } from './place.ts';

const DOCSTYLE =
  /^(\S.{0,400}?):(\d{1,7}) (?:at module level|in (?:public|private|nested|protected|package).{0,200}):$/;
const MODULE = /^\*{5,} Module (\S+)$/;
const OLD_PYLINT = /^([CRWEF])(?:\d{4})?: {0,4}(\d{1,7})(?:, {0,3}(\d{1,5}))?: (\S.*)$/;
const ISSUE = /^>> Issue: \[([^\]]{1,80})\] (.+)$/;
const LOCATION = /^\s+Location: (\S.{0,400}?):(\d{1,7})(?::(\d{1,5}))?$/;
const SPHINX = /^(\S.{0,400}?):(?:docstring of .{1,200}:(\d{1,7})|None|): (WARNING|ERROR|CRITICAL): (.+)$/;
const ISORT = /^ERROR: (\S.{0,400}?) (Imports are incorrectly sorted.*)$/;
const REFORMAT = /^(?:would reformat:?|Would reformat:) (\S.*)$/;
const UNPARSED = /^error: cannot format (\S.{0,400}?): (Cannot parse[^:]{0,40}: (\d+):(\d+): .+)$/;
const PIP =
  /^ERROR: ((?:Could not find a version|No matching distribution|Cannot install|Could not install|Failed building wheel|Could not build wheels|ResolutionImpossible|Invalid requirement|Package '|Command errored out|Exception:|Could not open requirements|Directory '|Failed to build).*)$/;

/** Python's tools whose findings have a shape of their own: pydocstyle, old pylint, bandit, Sphinx, isort, Black, pip. */
export const pythonTools: Family = {
  cues: WORD | HEAD | PLACE,
  first: '',
  read(entry, lane) {
    return (
      docstyle(entry, lane) ||
      pylint(entry, lane) ||
      bandit(entry, lane) ||
      sphinx(entry, lane) ||
      formatter(entry, lane)
    );
  },
};

function docstyle(entry: Entry, lane: LaneView): boolean {
  const found = entry.text.endsWith(':') ? DOCSTYLE.exec(entry.text) : null;
  const file = found === null ? null : asPath(found[1] ?? '');
  if (found === null || file === null) return false;
  const finding = lane.report(entry, { tool: 'pydocstyle', file, row: Number(found[2]), message: entry.text });
  lane.open({
    take(next) {
      const message = /^\s+(D\d{3}: .+)$/.exec(next.text)?.[1];
      if (message === undefined) return false;
      finding.message = message;
      finding.endLine = next.number;
      return true;
    },
  });
  return true;
}

function pylint(entry: Entry, lane: LaneView): boolean {
  if (entry.text.startsWith('****')) {
    const module = MODULE.exec(entry.text)?.[1];
    if (module === undefined) return false;
    lane.unit = module;
    return true;
  }
  const found = OLD_PYLINT.exec(entry.text);
  if (found === null) return false;
  const file = lane.unit === '' ? null : `${lane.unit.replaceAll('.', '/')}.py`;
  const severity = found[1] === 'E' || found[1] === 'F' ? 'error' : 'warning';
  lane.report(entry, {
    tool: 'pylint',
    severity,
    file,
    row: Number(found[2]),
    column: found[3] === undefined ? null : Number(found[3]),
    message: found[4] ?? '',
  });
  return true;
}

function bandit(entry: Entry, lane: LaneView): boolean {
  const found = entry.text.startsWith('>> Issue: ') ? ISSUE.exec(entry.text) : null;
  if (found === null) return false;
  lane.open(new BanditIssue(lane, entry, `${found[1]}: ${found[2]}`));
  return true;
}

class BanditIssue implements OpenRecord {
  private readonly lane: LaneView;
  private readonly entry: Entry;
  private readonly message: string;

  constructor(lane: LaneView, entry: Entry, message: string) {
    this.lane = lane;
    this.entry = entry;
    this.message = message;
  }

  take(entry: Entry): boolean {
    const found = LOCATION.exec(entry.text);
    if (found !== null) {
      const place = {
        file: found[1] ?? null,
        row: Number(found[2]),
        column: found[3] === undefined ? null : Number(found[3]),
      };
      this.lane.report(this.entry, { tool: 'bandit', message: this.message, endLine: entry.number, ...place });
      return true;
    }
    return /^\s+(?:Severity|CWE|More Info):/.test(entry.text);
  }
}

function sphinx(entry: Entry, lane: LaneView): boolean {
  const found = /(?:WARNING|ERROR|CRITICAL): /.test(entry.text) ? SPHINX.exec(entry.text) : null;
  const file = found === null ? null : asPath(found[1] ?? '');
  if (found === null || file === null) return false;
  const severity = found[3] === 'WARNING' ? 'warning' : 'error';
  lane.report(entry, {
    tool: 'sphinx',
    severity,
    file,
    row: found[2] === undefined ? null : Number(found[2]),
    message: found[4] ?? '',
  });
  return true;
}

function formatter(entry: Entry, lane: LaneView): boolean {
  const isort = ISORT.exec(entry.text);
  if (isort !== null) {
    lane.report(entry, { tool: 'isort', file: isort[1] ?? null, message: isort[2] ?? '' });
    return true;
  }
  const file = asPath(REFORMAT.exec(entry.text)?.[1] ?? '');
  if (file !== null) {
    lane.report(entry, { tool: 'black', file, message: 'would reformat' });
    return true;
  }
  const ruff = /^error: Failed to (?:parse|format|lint) (\S{1,400}):(\d{1,7}):(\d{1,5}): (.+)$/.exec(entry.text);
  if (ruff !== null) {
    const place = { file: ruff[1] ?? null, row: Number(ruff[2]), column: Number(ruff[3]) };
    lane.report(entry, { tool: 'ruff', message: ruff[4] ?? '', poison: true, ...place });
    return true;
  }
  const unparsed = UNPARSED.exec(entry.text);
  if (unparsed !== null) {
    const place = { file: unparsed[1] ?? null, row: Number(unparsed[3]), column: Number(unparsed[4]) };
    lane.report(entry, { tool: 'black', message: unparsed[2] ?? '', poison: true, ...place });
    return true;
  }
  const pip = PIP.exec(entry.text)?.[1];
  if (pip === undefined) return false;
  lane.report(entry, { tool: 'pip', message: pip });
  return true;
}
