import type { Severity } from '../line.ts';
import { HEAD, WORD } from './cues.ts';
import type { Entry, Family, LaneView, OpenRecord } from './family.ts';
import { asPath } from './place.ts';
import { severityOf } from './severity.ts';

const ROW =
  /^\s{0,12}(?:(?<before>ERROR|WARNING): )?(?<r>\d{1,7}):(?<c>\d{1,5})(?:-\d{1,7}:\d{1,5})?\s+(?:(?<s>error|warning|warn|info|suggestion|fatal|Error|Warning|Info|✖|✘|×|⚠|‼|ℹ|!)[: ]?\s*)?(?<m>\S.*)$/;
const TABLE_ROW = /^ {0,6}:?(?<r>\d{1,7}) {2,8}(?:\| (?<s>ERROR|WARNING) +\| )?(?<m>\S.*)$/;
const PIPE_ROW = /^ {0,6}(?<r>\d{1,7}) \| (?<s>ERROR|WARNING) +\| (?<m>\S.*)$/;
const SQLFLUFF = /^== \[(.{1,400})\] FAIL$/;
const SQLFLUFF_ROW = /^L: {0,6}(?<r>\d{1,7}) \| P: {0,6}(?<c>\d{1,5}) \| +(?<m>\S.*)$/;
const CONTINUED = /^\s{4,}\S|^\s*$/;

/**
 * Linters that print a file's path alone and then a line a finding: `12:5  error  message  rule` (ESLint stylish, stylelint,
 * yamllint, remark-lint, next lint, tslint), PHP_CodeSniffer's and PHPStan's tables.
 */
export const stylish: Family = {
  cues: WORD | HEAD,
  first: ' \t0123456789EWF=',
  read(entry, lane) {
    if (/^(?:FILE: |== \[|\s*\d)/.test(entry.text) || /^\s{0,4}(?:ERROR|WARNING): \d/.test(entry.text))
      return open(entry, lane);
    const table = /^ {1,3}Line {2,}(\S.*?)\s*$/.exec(entry.text);
    const path = table === null ? null : tablePath(table[1] ?? '');
    if (path === null) return false;
    lane.open(new Rows(lane, path, 'phpstan'));
    return true;
  },
};

function open(entry: Entry, lane: LaneView): boolean {
  const sniffed = /^FILE: (\S.*?)\s*$/.exec(entry.text);
  if (sniffed !== null) {
    lane.open(new Rows(lane, sniffed[1] ?? '', 'phpcs'));
    return true;
  }
  const fluff = SQLFLUFF.exec(entry.text);
  if (fluff !== null) {
    lane.open(new Rows(lane, fluff[1] ?? '', 'sqlfluff'));
    return true;
  }
  const row = ROW.exec(entry.text);
  if (row === null || (row.groups?.s === undefined && row.groups?.before === undefined)) return false;
  for (let back = 1; back <= 6; back++) {
    const before = lane.previous(back);
    if (before === null) return false;
    if (before.text.trim() === '' || ROW.test(before.text)) continue;
    const path = pathLine(before.text);
    if (path === null) return false;
    const rows = new Rows(lane, path, 'eslint');
    lane.open(rows);
    return rows.take(entry);
  }
  return false;
}

/** The path when the line holds nothing else. */
function pathLine(text: string): string | null {
  const trimmed = text.trim();
  if (/:\d+$/.test(trimmed) || trimmed.endsWith('.') || text.startsWith('    ')) return null;
  return asPath(trimmed);
}

function tablePath(text: string): string | null {
  return asPath(text.replace(/ \(in context of .*\)$/, ''));
}

class Rows implements OpenRecord {
  private readonly lane: LaneView;
  private readonly tool: string;
  private file: string;

  constructor(lane: LaneView, file: string, tool: string) {
    this.lane = lane;
    this.file = file;
    this.tool = tool;
  }

  take(entry: Entry): boolean {
    if (this.tool !== 'eslint') return this.takeTable(entry);
    const groups = ROW.exec(entry.text)?.groups;
    if (groups !== undefined) {
      this.report(entry, groups, severityFor(groups.before ?? groups.s ?? 'error'));
      return true;
    }
    if (CONTINUED.test(entry.text)) return true;
    const path = pathLine(entry.text);
    if (path === null) return false;
    this.file = path;
    return true;
  }

  private takeTable(entry: Entry): boolean {
    const groups = (
      PIPE_ROW.exec(entry.text) ??
      SQLFLUFF_ROW.exec(entry.text) ??
      (this.tool === 'phpstan' ? TABLE_ROW.exec(entry.text) : null)
    )?.groups;
    if (groups !== undefined) this.report(entry, groups, severityFor(groups.s ?? 'error'));
    const table = /^ {1,3}Line {2,}(\S.*?)\s*$/.exec(entry.text);
    if (table !== null) this.file = tablePath(table[1] ?? '') ?? this.file;
    return groups !== undefined || table !== null || /^\s*[-\s]*$|^L: |^FOUND \d|^\s{4,}|^ +\| +\| /.test(entry.text);
  }

  private report(entry: Entry, groups: Record<string, string | undefined>, severity: Severity | null): void {
    if (severity === null) return;
    this.lane.report(entry, {
      tool: this.tool,
      severity,
      file: this.file,
      row: Number(groups.r),
      column: groups.c === undefined ? null : Number(groups.c),
      message: (groups.m ?? '').replace(/\s{2,}/g, '  '),
    });
  }
}

/** Null for what is neither an error nor a warning. */
function severityFor(word: string): Severity | null {
  if (word === '✖' || word === '✘' || word === '×') return 'error';
  if (word === '⚠' || word === '‼' || word === '!') return 'warning';
  if (word === 'ℹ') return null;
  const severity = severityOf(word);
  return severity === 'note' ? null : severity;
}
