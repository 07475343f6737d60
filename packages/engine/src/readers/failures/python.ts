import { HEAD, WORD } from './cues.ts';
import type { Entry, Family, Finding, LaneView, OpenRecord } from './family.ts';
import { isPoison, subjectOf } from './poison.ts';

const TRACEBACK = /^(\s*(?:[|+][\s|+-]*)?)(?:Exception Group )?Traceback \(most recent call last\):\s*$/;
const FRAME = /^\s*(?:[|+]\s*)*File "([^"]{1,500})", line (\d{1,7})(?:, in (.{1,200}))?$/;
const EXCEPTION = /^\s*(?:[|+]\s*)*((?:[A-Za-z_][\w.]*\.)?[A-Za-z_]\w*)(?:: (.*))?$/;
const CHAINED = /^\s*(?:During handling of the above exception|The above exception was the direct cause)/;
const FOREIGN =
  /site-packages|dist-packages|^<frozen |^<string>|^<stdin>|\/lib(?:64)?\/python\d|[\\/]Lib[\\/]|importlib/;
const MAX_FRAMES = 300;

interface Frame {
  file: string;
  row: number;
}

/**
 * Python's tracebacks. The place is the last frame of the project, else the last one; of chained ones the first is the root.
 * Also a SyntaxError or a py_compile error that starts with its own `File` line.
 */
export const python: Family = {
  cues: WORD | HEAD,
  first: ' T|+E',
  read(entry, lane) {
    const header = TRACEBACK.exec(entry.text);
    if (header !== null) {
      lane.open(new Traceback(lane, entry, (header[1] ?? '').length));
      return true;
    }
    const frame = FRAME.exec(entry.text);
    if (frame === null || frame[3] !== undefined) return false;
    const traceback = new Traceback(lane, entry, entry.text.length - entry.text.trimStart().length);
    traceback.take(entry);
    lane.open(traceback);
    return true;
  },
};

class Traceback implements OpenRecord {
  private readonly lane: LaneView;
  private readonly entry: Entry;
  private readonly indent: number;
  private frames: Frame[] = [];
  private finding: Finding | null = null;
  private between = false;

  constructor(lane: LaneView, entry: Entry, indent: number) {
    this.lane = lane;
    this.entry = entry;
    this.indent = indent;
  }

  take(entry: Entry): boolean {
    if (this.finding !== null) return this.takeChained(entry);
    const frame = FRAME.exec(entry.text);
    if (frame !== null) {
      if (this.frames.length < MAX_FRAMES) this.frames.push({ file: frame[1] ?? '', row: Number(frame[2]) });
      return true;
    }
    if (indentOf(entry.text) > this.indent || entry.text.trim() === '')
      return this.frames.length > 0 || entry.text.trim() !== '';
    const found = this.frames.length > 0 ? EXCEPTION.exec(entry.text) : null;
    if (found === null) return false;
    this.report(entry, found[1] ?? '', found[2] ?? '');
    return true;
  }

  /** Later tracebacks of the chain belong to the first; anything else ends the record. */
  private takeChained(entry: Entry): boolean {
    if (this.finding === null) return false;
    if (CHAINED.test(entry.text)) this.between = true;
    else if (entry.text.trim() === '') return true;
    else if (!this.between) return false;
    if (
      this.between &&
      indentOf(entry.text) <= this.indent &&
      !CHAINED.test(entry.text) &&
      !TRACEBACK.test(entry.text)
    ) {
      this.between = false;
    }
    this.finding.endLine = entry.number;
    return true;
  }

  private report(entry: Entry, name: string, text: string): void {
    const own = this.frames.findLast((frame) => !FOREIGN.test(frame.file)) ?? this.frames.at(-1);
    const message = text === '' ? name : `${name}: ${text}`;
    this.finding = this.lane.report(this.entry, {
      tool: 'python',
      kind: /^(?:\w+\.)*CalledProcessError$/.test(name) ? 'wrapper' : 'crash',
      message,
      file: own?.file ?? null,
      row: own?.row ?? null,
      endLine: entry.number,
      poison:
        isPoison(message) ||
        /^(?:\w*\.)*(?:SyntaxError|IndentationError|ImportError|ModuleNotFoundError)/.test(message),
      subject: subjectOf(message),
    });
  }
}

function indentOf(text: string): number {
  let at = 0;
  while (at < text.length && (text[at] === ' ' || text[at] === '\t')) at++;
  return at;
}
