import type { Severity } from '../line.ts';
import { HEAD, WORD } from './cues.ts';
import type { Entry, Family, Finding, LaneView, OpenRecord } from './family.ts';
import { asPath } from './place.ts';
import { isPoison, subjectOf } from './poison.ts';

const HEADER = /^ {0,4}(error|warning)(?:\[([\w:-]{1,60})\])?: (\S.*)$/;
const ARROW = /^\s*(?:-->|:::|╭─\[|╭▸|┌─|└─|,-\[|┌──\[) ?([^\s[\]].{0,400}?):(\d{1,7})(?::(\d{1,5}))?\]?(?::.*)?\s*$/;
/** Rust and Cargo close with these: they count, they are no findings of their own. */
const TALLY =
  /^(?:aborting due to|could not (?:compile|document)|build failed(?:$|, waiting)|(?:\d+ )?warnings? emitted|.{1,120} generated \d+ warnings?|unused manifest key|test failed, to rerun|doctest failed|\d+ targets? failed|process didn't exit successfully)/;
/** Elixir and Deno name the place without an arrow. */
const BARE_ARROW = /^\s{2,}(?:at file:\/\/)?(\S{1,400}\.(?:exs?|[cm]?[jt]sx?)):(\d{1,7})(?::(\d{1,5}))?(?:: .*)?$/;
const RUFF = /^([A-Z]{1,4}\d{3,4})(?: \[\*\])? (\S.*)$|^(invalid-syntax): (\S.*)$/;
const MIETTE = /^ {1,2}([×⚠!✖]) ([^\s[].*)$/;

/** How many lines may stand between a header and its arrow. */
const UNTIL_ARROW = 12;
const BODY = 200;
const LINKER_SAYS = /undefined (?:symbol|reference)|cannot find -l|duplicate symbol|ld: error:/;
/** Bounds the memory that one compilation takes. */
const SEEN = 5000;

/**
 * A header, then the place behind an arrow: rustc, Clippy and Cargo (`error[E0425]: x` / `  --> src/a.rs:1:2`), Ruff's full
 * output, Deno lint, ty, Elixir (`└─ lib/a.ex:1:2`), and the miette frames of oxlint and others (`╭─[a.js:1:2]`).
 */
export const arrows: Family = {
  cues: WORD | HEAD,
  first: ' ewABCDEFGHIJKLNOPQRSTUWYis',
  read(entry, lane) {
    const header = HEADER.exec(entry.text);
    if (header !== null) return rust(entry, lane, header);
    const ruff = RUFF.exec(entry.text);
    if (ruff !== null) {
      lane.open(
        new Arrow(lane, entry, 'ruff', 'error', `${ruff[1] ?? ruff[3] ?? ''}: ${ruff[2] ?? ruff[4] ?? ''}`, false),
      );
      return true;
    }
    const miette = MIETTE.exec(entry.text);
    if (miette === null) return false;
    lane.open(
      new Arrow(
        lane,
        entry,
        'oxlint',
        miette[1] === '×' || miette[1] === '✖' ? 'error' : 'warning',
        miette[2] ?? '',
        false,
      ),
    );
    return true;
  },
};

function rust(entry: Entry, lane: LaneView, header: RegExpExecArray): boolean {
  const message = header[3] ?? '';
  if (TALLY.test(message)) {
    if (header[1] === 'error') lane.report(entry, { tool: 'cargo', kind: 'wrapper', message });
    lane.seen.clear();
    return true;
  }
  const code = header[2];
  const severity: Severity = header[1] === 'warning' ? 'warning' : 'error';
  lane.open(new Arrow(lane, entry, 'rustc', severity, code === undefined ? message : `${code}: ${message}`, true));
  return true;
}

class Arrow implements OpenRecord {
  private readonly lane: LaneView;
  private readonly entry: Entry;
  private readonly tool: string;
  private readonly severity: Severity;
  private message: string;
  /** Cargo's own errors have no arrow at all. */
  private readonly placeless: boolean;
  private finding: Finding | null = null;
  private lines = 0;
  private framed = false;
  private end: number;

  constructor(lane: LaneView, entry: Entry, tool: string, severity: Severity, message: string, placeless: boolean) {
    this.lane = lane;
    this.entry = entry;
    this.tool = tool;
    this.severity = severity;
    this.message = message;
    this.placeless = placeless;
    this.end = entry.number;
  }

  take(entry: Entry): boolean {
    this.lines++;
    const blank = entry.text.trim() === '';
    if (this.finding === null) return this.lines <= UNTIL_ARROW && this.beforeArrow(entry, blank);
    if (blank || !isFrame(entry.text) || this.lines > BODY || this.isAnother(entry.text)) return false;
    this.finding.endLine = entry.number;
    return true;
  }

  close(): void {
    if (this.finding !== null) return;
    if (this.placeless && !/^\s{2}/.test(this.entry.text)) this.report(null, null, null);
  }

  /** Another record begins, or the linker that rustc ran speaks for itself. */
  private isAnother(text: string): boolean {
    return HEADER.test(text) || (this.message.startsWith('linking with') && LINKER_SAYS.test(text));
  }

  private toolOf(file: string | null): string {
    if (file !== null) return /\.exs?$/.test(file) ? 'elixir' : this.tool;
    return this.framed || this.tool !== 'rustc' ? this.tool : 'program';
  }

  private beforeArrow(entry: Entry, blank: boolean): boolean {
    const arrow = ARROW.exec(entry.text) ?? BARE_ARROW.exec(entry.text);
    const file = arrow === null ? null : asPath(arrow[1] ?? '');
    if (arrow !== null && file !== null) {
      this.end = entry.number;
      this.report(file, Number(arrow[2]), arrow[3] === undefined ? null : Number(arrow[3]));
      return true;
    }
    if (blank || this.isAnother(entry.text)) return false;
    this.end = entry.number;
    this.framed ||= /^\s*\|/.test(entry.text);
    return isFrame(entry.text) || (this.message.startsWith('TS') && this.lines < 6);
  }

  /** The compiler prints nothing twice itself, so what is equal within one compilation is counted apart. */
  private report(file: string | null, row: number | null, column: number | null): void {
    const key = `${file}:${row}:${column} ${this.message}`;
    if (this.lane.seen.size > SEEN) this.lane.seen.clear();
    const occurrence = (this.lane.seen.get(key) ?? 0) + 1;
    this.lane.seen.set(key, occurrence);
    this.finding = this.lane.report(this.entry, {
      tool: this.toolOf(file),
      severity: this.severity,
      message: this.message,
      file,
      row,
      column,
      endLine: this.end,
      poison: isPoison(this.message),
      subject: subjectOf(this.message),
      occurrence,
      kind:
        file !== null || this.framed || /^E\d{4}: /.test(this.message) || this.severity === 'warning'
          ? 'diagnostic'
          : 'weak',
    });
  }
}

/** The source in its margin, the notes beneath it and their continuation. */
function isFrame(text: string): boolean {
  return /^\s*(?:\d{1,7}|LL|\.\.\.)?\s*[|│┆·:╭╰├└┬,`]|^\s|^(?:note|help)\b|^\.\.\.$|^\d{1,7}\s+[|│]|^For more information|^help: /.test(
    text,
  );
}
