import { PLACE, WORD } from './cues.ts';
import type { Entry, Family, Finding, LaneView, OpenRecord } from './family.ts';
import { asPath } from './place.ts';
import { isPoison, subjectOf } from './poison.ts';

const HEADER =
  /^(?:Uncaught |\[?UnhandledPromiseRejection[^:]{0,60}: )?((?:[A-Za-z_$][\w$.]{0,60})?(?:Error|Exception)(?: \[[A-Z_\d]{2,60}\])?)(?:: (.*))?$/;
const FRAME =
  /^\s{4}at (?:async )?(?:(?:new )?[^()]{1,200} (?:\[as [^\]]{1,80}\] )?\()?(?:file:\/\/)?((?:[A-Za-z]:)?[^\s():][^():]{0,400}):(\d{1,7}):(\d{1,5})\)?(?: \{)?$/;
const ANY_FRAME = /^\s{4,}at \S/;
const PLACE_LINE = /^(?:file:\/\/)?((?:[A-Za-z]:)?[\\/][^:]{1,400}):(\d{1,7})$/;
/** Sass and Solidity begin as Node does, but name the place in a frame. */
const PLACE_AFTER = /^\s*(?:--> )?(\S{1,400}\.(?:s[ac]ss|sol))[ :](\d{1,7}):(\d{1,5})(?::| {2}root stylesheet)?$/;
const FOREIGN =
  /^node:|^internal\/|node_modules|^<anonymous>|^native$|^(?:module|events|net|fs|timers|vm|bootstrap_node|util|stream|_stream_\w+|child_process|assert)\.js$/;
const HEADER_LINES = 12;

/**
 * Uncaught errors of Node: `/p/a.js:12`, the source and its caret, `TypeError: x`, the stack, `Node.js v20.1.0`. The place is
 * the first frame outside Node and node_modules. A logged error has the same stack: only what surrounds it makes it certain.
 */
export const node: Family = {
  cues: WORD | PLACE,
  first: '',
  read(entry, lane) {
    const place = PLACE_LINE.exec(entry.text);
    if (place !== null) {
      lane.open(new Thrown(lane, entry, place[1] ?? '', Number(place[2])));
      return true;
    }
    const header = HEADER.exec(entry.text);
    if (header === null) return false;
    const thrown = new Thrown(lane, entry, null, null);
    thrown.take(entry);
    lane.open(thrown);
    return true;
  },
};

class Thrown implements OpenRecord {
  private readonly lane: LaneView;
  private readonly entry: Entry;
  private readonly file: string | null;
  private readonly row: number | null;
  private message: string | null = null;
  private finding: Finding | null = null;
  private end: number;
  private lines = 0;

  constructor(lane: LaneView, entry: Entry, file: string | null, row: number | null) {
    this.lane = lane;
    this.entry = entry;
    this.file = file;
    this.row = row;
    this.end = entry.number;
  }

  take(entry: Entry): boolean {
    this.lines++;
    if (this.finding !== null) return this.takeStack(entry);
    if (ANY_FRAME.test(entry.text)) return this.takeFrame(entry);
    const after = PLACE_AFTER.exec(entry.text);
    if (after !== null && this.message !== null) {
      this.end = entry.number;
      this.report(after[1] ?? null, Number(after[2]), Number(after[3]));
      return true;
    }
    if (this.lines > HEADER_LINES) return false;
    const header = HEADER.exec(entry.text);
    if (header !== null && this.message === null) {
      this.message = header[2] === undefined ? (header[1] ?? '') : `${header[1] ?? ''}: ${header[2]}`;
      this.end = entry.number;
      return true;
    }
    // The message may go on over lines; without a place in front of it, only a require stack is taken for that.
    return this.file !== null || /^(?:Require stack:|- \S|\s+\S|\d{1,7} │)/.test(entry.text);
  }

  close(): void {
    if (this.finding !== null || this.message === null) return;
    // A name alone is any word that ends so.
    if (this.file === null && !this.message.includes(': ')) return;
    if (this.file === null)
      this.lane.report(this.entry, { tool: 'node', kind: 'weak', message: this.message, endLine: this.end });
    else this.report(this.file, this.row, null);
  }

  private takeFrame(entry: Entry): boolean {
    if (this.message === null) return false;
    const frame = FRAME.exec(entry.text);
    const usable = frame !== null && asPath(frame[1] ?? '') !== null;
    this.end = entry.number;
    if (this.file !== null && !FOREIGN.test(this.file)) this.report(this.file, this.row, null);
    else if (usable) this.report(frame[1] ?? null, Number(frame[2]), Number(frame[3]));
    else this.report(null, null, null);
    return true;
  }

  private takeStack(entry: Entry): boolean {
    if (
      this.finding === null ||
      !/^\s{4,}at |^\s+\[cause\]|^\s*[\w[].{0,80}: .{0,400},?$|^\s*\}?$|^Node\.js v\d/.test(entry.text)
    )
      return false;
    const frame = FRAME.exec(entry.text);
    const foreign =
      this.finding.file === null || FOREIGN.test(this.finding.file) || this.finding.file.includes('node_modules');
    if (frame !== null && foreign && !FOREIGN.test(frame[1] ?? '') && asPath(frame[1] ?? '') !== null) {
      this.finding.file = frame[1] ?? null;
      this.finding.row = Number(frame[2]);
      this.finding.column = Number(frame[3]);
    }
    if (/^Node\.js v\d/.test(entry.text)) this.finding.kind = 'diagnostic';
    else if (entry.text.trim() === '' || !/^\s{4,}at |^\s+\[cause\]/.test(entry.text))
      return /^\s+\w+: |^\s*\}?$/.test(entry.text);
    this.finding.endLine = entry.number;
    return true;
  }

  private report(file: string | null, row: number | null, column: number | null): void {
    const message = this.message ?? '';
    const kind = 'crash';
    this.finding = this.lane.report(this.entry, {
      tool: 'node',
      kind,
      message,
      file,
      row,
      column,
      endLine: this.end,
      poison: isPoison(message),
      subject: subjectOf(message),
    });
  }
}
