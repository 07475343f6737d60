import { HEAD, PLACE, WORD } from './cues.ts';
import type { Entry, Family, LaneView, OpenRecord } from './family.ts';
import { asPath } from './place.ts';

const MAKE = /^(?:[\w.+-]*make(?:\.exe)?)(?:\[\d{1,3}\])?: (?:(\S.{0,300}?):(\d{1,7}): )?(?:\*\*\* )(.+)$/;
const MAKE_ERROR = /^\[(?:(\S.{0,300}?):(\d{1,7}): )?(.{1,300})\] (?:Error (-?\d+)|(.+))$/;
const MAKEFILE = /^(\S{1,300}):(\d{1,7}): \*\*\* (.+?)(?:\. {2}Stop\.)?$/;
/** make's own complaints: nothing before them explains them. */
const OWN =
  /^(?:No rule to make target|No targets|missing separator|missing `|commands commence|recipe commences|target pattern|multiple target|unterminated|insufficient arguments|Recursive variable|virtual memory|invalid option|unexpected)/;
const NINJA = /^(?:ninja: (?:error: (.+)|build stopped: .+)|FAILED: (.+))$/;
const CMAKE =
  /^CMake (Error|Warning|Deprecation Warning)(?: \(dev\))?(?: (?:at|in) (\S.{0,400}?(?:\.txt|\.cmake(?:\.in)?))(?::(\d{1,7}))?(?: \(([^)]{1,120})\))?)?:?(?: (.+))?$/;

/** make, ninja and CMake. Lines that only pass a failure on are wrappers. */
export const make: Family = {
  cues: HEAD | PLACE | WORD,
  first: '',
  read(entry, lane) {
    if (entry.text.startsWith('CMake ')) return cmake(entry, lane);
    if (entry.text.includes('*** ')) return gnu(entry, lane);
    return ninja(entry, lane);
  },
};

function gnu(entry: Entry, lane: LaneView): boolean {
  const file = MAKEFILE.exec(entry.text);
  if (file !== null && asPath(file[1] ?? '') !== null) {
    lane.report(entry, { tool: 'make', file: file[1] ?? null, row: Number(file[2]), message: file[3] ?? '' });
    return true;
  }
  const found = MAKE.exec(entry.text);
  if (found === null) return false;
  const message = found[3] ?? '';
  if (/\(ignored\)$|^Waiting for unfinished jobs|^Deleting (?:intermediate )?file|^Archive /.test(message)) return true;
  const target = MAKE_ERROR.exec(message);
  const row = target?.[2] ?? found[2];
  const kind = target === null && OWN.test(message) ? 'diagnostic' : 'wrapper';
  lane.report(entry, {
    tool: 'make',
    kind,
    file: target?.[1] ?? found[1] ?? null,
    row: row === undefined ? null : Number(row),
    message,
  });
  return true;
}

function ninja(entry: Entry, lane: LaneView): boolean {
  const found = NINJA.exec(entry.text);
  if (found === null) return false;
  const own = found[1] !== undefined && !/^subcommand/.test(found[1]);
  const failed = found[2];
  if (failed !== undefined && !/\.\w{1,8}\b|\//.test(failed)) return false;
  const message = found[1] ?? failed ?? entry.text;
  // What failed is named before its own output: that output is the cause, and this line only when there is none.
  lane.report(entry, { tool: 'ninja', kind: own ? 'diagnostic' : failed === undefined ? 'wrapper' : 'weak', message });
  return true;
}

function cmake(entry: Entry, lane: LaneView): boolean {
  const found = CMAKE.exec(entry.text);
  if (found === null) return false;
  const severity = found[1] === 'Error' ? 'error' : 'warning';
  const command = found[4] === undefined ? '' : `${found[4]}: `;
  const message = found[5] ?? '';
  const file = found[2] ?? null;
  const row = found[3] === undefined ? null : Number(found[3]);
  const finding = lane.report(entry, {
    tool: 'cmake',
    severity,
    file,
    row,
    message: message === '' ? `${command}…` : message,
  });
  lane.open(new CMakeText(finding, command, message !== ''));
  return true;
}

/** The indented text under the header is the message; the call stack after it belongs to it. */
class CMakeText implements OpenRecord {
  private readonly finding: { message: string; endLine: number };
  private readonly command: string;
  private hasMessage: boolean;

  constructor(finding: { message: string; endLine: number }, command: string, hasMessage: boolean) {
    this.finding = finding;
    this.command = command;
    this.hasMessage = hasMessage;
  }

  take(entry: Entry): boolean {
    const text = entry.text.trim();
    if (text === '') return true;
    if (!/^ {2}|^Call Stack|^This warning is for project/.test(entry.text)) return false;
    if (!this.hasMessage) this.finding.message = `${this.command}${text}`;
    this.hasMessage = true;
    this.finding.endLine = entry.number;
    return true;
  }
}
