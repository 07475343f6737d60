import { HEAD, PLACE, WORD } from './cues.ts';
import type { Entry, Family, Finding, LaneView, OpenRecord } from './family.ts';
import { asPath, parsePlace } from './place.ts';
import { isPoison, subjectOf } from './poison.ts';

const WEBPACK = /^(?:\[tsl\] )?(ERROR|WARNING|Error|Warning) in (?:\[at-loader\] )?(\S.*)$/;
const WEBPACK_PLACE = /^(\S.{0,400}?)(?: (\d{1,7}):(\d{1,5})(?:-\d{1,7}(?::\d{1,5})?)?)?(?: \([^)]{0,120}\))?$/;
const ESBUILD =
  /^(?:✘|✗|X|▲|>) (?:\[(ERROR|WARNING)\] )?(?:(\S.{0,400}?):(\d{1,7}):(\d{1,5}): (error|warning): )?(.+)$/;
const ESBUILD_PLACE = /^ {4}(\S.{0,400}?):(\d{1,7}):(\d{1,5}):$/;
const VITE =
  /^\[(vite(?::[\w-]+)?|rollup|plugin:[\w:-]+|commonjs[\w-]*|plugin [\w:-]+)\]:? (?:(\S.{0,400}?):? )?\(?(.+)$/;
const ROLLUP = /^(?:\[!\] |\(!\) )(.+)$/;
const ROLLUP_PLACE = /^(\S.{0,400}?) \((\d{1,7}):(\d{1,5})\)$/;
const BIOME =
  /^(\S.{0,400}?)(?::(\d{1,7}):(\d{1,5}))? (lint\/\S+|parse|format|assist\/\S+|organizeImports|suppressions\/\S+)(?: {1,2}FIXABLE)?(?: .{0,60})? ━{3,}$/;
const BODY_LINES = 40;
const HELP =
  /^(?:BREAKING CHANGE: webpack|resolve '| @ |\s+@ |Did you mean|You may need|If you want|This is no longer)/;

/** webpack, esbuild, Vite, Rollup and Biome: a header, then the place or the message on one of the next lines. */
export const bundlers: Family = {
  cues: WORD | HEAD | PLACE,
  first: '',
  read(entry, lane) {
    return webpack(entry, lane) || esbuild(entry, lane) || rollup(entry, lane) || biome(entry, lane);
  },
};

function webpack(entry: Entry, lane: LaneView): boolean {
  const found = WEBPACK.exec(entry.text);
  if (found === null) return false;
  const rest = found[2] ?? '';
  const spaced = / \d{1,7}:\d/.test(rest);
  const placed = spaced ? null : parsePlace(rest);
  const plain = placed === null ? WEBPACK_PLACE.exec(rest) : null;
  const file = placed?.file ?? asPath(plain?.[1] ?? '') ?? asPath((plain?.[1] ?? '').replace(/^.*!/, ''));
  if (file === null && !/^(?:multi |chunk |\w+$|ENTRY|Entry module)/.test(rest)) return false;
  const number = (value: string | undefined) => (value === undefined ? null : Number(value));
  const finding = lane.report(entry, {
    tool: 'webpack',
    severity: found[1]?.toLowerCase() === 'warning' ? 'warning' : 'error',
    message: rest,
    file,
    row: placed?.row ?? number(plain?.[2]),
    column: placed?.column ?? number(plain?.[3]),
  });
  lane.open(new WebpackBody(finding));
  return true;
}

class WebpackBody implements OpenRecord {
  private readonly finding: Finding;
  private worded = false;
  private lines = 0;

  constructor(finding: Finding) {
    this.finding = finding;
  }

  take(entry: Entry): boolean {
    const text = entry.text;
    if (
      ++this.lines > BODY_LINES ||
      text.trim() === '' ||
      WEBPACK.test(text) ||
      /^webpack |^\s*\d+ errors? /.test(text)
    )
      return false;
    if (!this.worded && !HELP.test(text)) {
      this.finding.message = text
        .replace(/^Module (?:not found|parse failed|build failed[^:]*): (?:Error: )?/, (m) => m)
        .trim();
      this.finding.poison = isPoison(text);
      this.finding.subject = subjectOf(text);
      this.worded = true;
    }
    const own = /\((\d{1,7}):(\d{1,5})\)$/.exec(text);
    if (own !== null && this.finding.row === null) {
      this.finding.row = Number(own[1]);
      this.finding.column = Number(own[2]);
    }
    this.finding.endLine = entry.number;
    return true;
  }
}

function esbuild(entry: Entry, lane: LaneView): boolean {
  const found = ESBUILD.exec(entry.text);
  if (found === null || (found[1] === undefined && found[5] === undefined)) return false;
  const message = found[6] ?? '';
  const severity = found[1] === 'WARNING' || found[5] === 'warning' ? 'warning' : 'error';
  const finding = lane.report(entry, {
    tool: 'esbuild',
    severity,
    message,
    file: found[2] ?? null,
    row: found[3] === undefined ? null : Number(found[3]),
    column: found[4] === undefined ? null : Number(found[4]),
    subject: subjectOf(message),
    poison: isPoison(message),
  });
  lane.open({
    take(next) {
      const place = ESBUILD_PLACE.exec(next.text);
      if (place !== null && finding.file === null) {
        finding.file = place[1] ?? null;
        finding.row = Number(place[2]);
        finding.column = Number(place[3]);
      }
      if (next.text !== '' && !next.text.startsWith('  ')) return false;
      if (next.text !== '') finding.endLine = next.number;
      return true;
    },
  });
  return true;
}

function rollup(entry: Entry, lane: LaneView): boolean {
  const found = ROLLUP.exec(entry.text);
  const vite = found === null ? VITE.exec(entry.text) : null;
  const message =
    found?.[1] ??
    (vite !== null && /failed to resolve|could not resolve|is not exported|Unexpected|Error|Failed/i.test(entry.text)
      ? entry.text
      : undefined);
  if (message === undefined) return false;
  const severity = entry.text.startsWith('(!)') ? 'warning' : 'error';
  const finding = lane.report(entry, {
    tool: vite === null ? 'rollup' : 'vite',
    severity,
    message,
    subject: subjectOf(message),
  });
  let lines = 0;
  lane.open({
    take(next) {
      const place = ROLLUP_PLACE.exec(next.text);
      const row = place === null ? parsePlace(next.text.replace(/^file: /, '')) : null;
      if (++lines > 8 || (place === null && row === null && !/^\d{1,7}: |^\s|^https?:|^file: /.test(next.text)))
        return false;
      if (finding.file === null && (place !== null || row !== null)) {
        finding.file = place?.[1] ?? row?.file ?? null;
        finding.row = place === null ? (row?.row ?? null) : Number(place[2]);
        finding.column = place === null ? (row?.column ?? null) : Number(place[3]);
      }
      finding.endLine = next.number;
      return true;
    },
  });
  return true;
}

function biome(entry: Entry, lane: LaneView): boolean {
  if (!entry.text.endsWith('━━━')) return false;
  const found = BIOME.exec(entry.text);
  if (found === null) return false;
  const rule = found[4] ?? '';
  const finding = lane.report(entry, {
    tool: 'biome',
    message: rule,
    file: found[1] ?? null,
    row: found[2] === undefined ? null : Number(found[2]),
    column: found[3] === undefined ? null : Number(found[3]),
  });
  let worded = false;
  lane.open({
    take(next) {
      if (next.text !== '' && !next.text.startsWith('  ')) return false;
      const message = /^ {2}(?:×|!|✖|ℹ) (.+)$/.exec(next.text);
      if (message !== null && !worded) {
        worded = true;
        finding.message = `${rule}: ${message[1] ?? ''}`;
      }
      finding.endLine = next.number;
      return true;
    },
  });
  return true;
}
