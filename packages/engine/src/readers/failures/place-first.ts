import { HEAD, PLACE } from './cues.ts';
import type { Entry, Family, LaneView, OpenRecord } from './family.ts';
import type { Place } from './place.ts';
import { extensionOf, toolFor } from './tools.ts';

const MESSAGE = /^\s*(Internal Error|Fatal Error|Error|Warning)(?: at \(\d\))?: ?(.*)$/;
const UNTIL_MESSAGE = 10;

/**
 * gfortran and OCaml put the place, the source and its marker first, and `Error: x` after them; the bundlers and
 * type checkers of JavaScript print a place alone and the message on the next line.
 */
export const placeFirst: Family = {
  cues: PLACE | HEAD,
  first: '',
  read(entry, lane) {
    const ocaml = /^File "([^"]{1,400})", lines? (\d{1,7})(?:-\d{1,7})?, characters (\d{1,5})-\d{1,7}:?$/.exec(
      entry.text,
    );
    if (ocaml !== null) {
      const column = Number(ocaml[3]) + 1;
      lane.open(
        new Until(lane, entry, { file: ocaml[1] ?? '', row: Number(ocaml[2]), column, rest: ':', indent: 0 }, 'ocaml'),
      );
      return true;
    }
    const place = entry.place;
    if (place === null || place.indent > 2) return false;
    const fortran = /^f(?:\d\d|or|tn)?$/.test(extensionOf(place.file)) && place.rest.trim() === ':';
    const script =
      place.column !== null &&
      place.rest.trim() === '' &&
      /^(?:[cm]?[jt]sx?|vue|svelte|astro)$/.test(extensionOf(place.file));
    const haskell = extensionOf(place.file) === 'hs' && place.rest === ':';
    if (place.column !== null && place.rest.trim() === '' && explainedAbove(entry, lane, place)) return true;
    if (haskell) {
      lane.open(new Until(lane, entry, place, 'ghc'));
      return true;
    }
    if (!fortran && !script) return false;
    lane.open(new Until(lane, entry, place, fortran ? 'gfortran' : toolFor(place.file, null)));
    return true;
  },
};

/** cfn-lint and Parcel say first what is wrong, and where on a line of its own. */
function explainedAbove(entry: Entry, lane: LaneView, place: Place): boolean {
  for (let back = 1; back <= 3; back++) {
    const before = lane.previous(back);
    const found = before === null ? null : /^(?:(@parcel\/[\w-]+): |(?=[EWI]\d{4} ))(.+)$/.exec(before.text);
    if (before === null || found === null) continue;
    const { file, row, column } = place;
    const tool = found[1] === undefined ? 'cfn-lint' : 'parcel';
    const severity = /^[WI]\d/.test(found[2] ?? '') ? 'warning' : 'error';
    lane.report(before, { tool, severity, message: found[2] ?? '', file, row, column, endLine: entry.number });
    return true;
  }
  return false;
}

class Until implements OpenRecord {
  private readonly lane: LaneView;
  private readonly entry: Entry;
  private readonly place: Place;
  private readonly tool: string;
  private lines = 0;
  private reported = false;

  constructor(lane: LaneView, entry: Entry, place: Place, tool: string) {
    this.lane = lane;
    this.entry = entry;
    this.place = place;
    this.tool = tool;
  }

  take(entry: Entry): boolean {
    this.lines++;
    if (this.reported) return false;
    if (this.tool === 'ghc') {
      const text = entry.text.trim();
      if (text === '' || !/^\s/.test(entry.text)) return false;
      this.report(entry, text.startsWith('Warning:'), text.replace(/^Warning: ?/, ''));
      return true;
    }
    if (this.tool === 'gfortran' || this.tool === 'ocaml') return this.takeAfterSource(entry);
    const found = /^\s*(Type error|Error|Warn(?:ing)?|SyntaxError|ParseError|Hint): (.+)$/.exec(entry.text);
    if (found === null) return false;
    if (found[1] !== 'Hint') this.report(entry, found[1]?.startsWith('Warn') === true, found[2] ?? '');
    return true;
  }

  private takeAfterSource(entry: Entry): boolean {
    const found = MESSAGE.exec(entry.text) ?? /^(Error|Warning)(?: \d+)?(?: \[[\w-]+\])?: (.+)$/.exec(entry.text);
    if (found !== null) {
      this.report(entry, found[1] === 'Warning', found[2] ?? '');
      return true;
    }
    const at = /^(Internal Error|Fatal Error|Error|Warning) at \(\d\):$/.exec(entry.text);
    return at !== null || (this.lines < UNTIL_MESSAGE && entry.place === null);
  }

  private report(entry: Entry, warning: boolean, message: string): void {
    this.reported = true;
    const { file, row, column } = this.place;
    const text = message === '' ? 'internal error' : message;
    const severity = warning ? 'warning' : 'error';
    this.lane.report(this.entry, {
      tool: this.tool,
      severity,
      file,
      row,
      column,
      message: text,
      endLine: entry.number,
    });
  }
}
