/** How a run ended, as far as its output or its caller says. */
export interface Ending {
  /** Null when a signal ended it or nothing says. */
  exitStatus: number | null;
  /** In words: `exit status 1`, `timed out after 2 s, ended by signal SIGTERM`; null when nothing says. */
  words: string | null;
}

/** A run of lines of one stream. */
export interface StreamLines {
  name: 'stdout' | 'stderr';
  fromLine: number;
  /** 0 while it is still going on. */
  toLine: number;
}

const EXIT_STATUS = /^exit status: (\d{1,3})(?: \(.{1,200}\))?$/;
const OTHER_END =
  /^(?:ended by signal \w+|timed out after .{1,60}|interrupted, .{1,60}|could not be started: .{1,400})$/;

/**
 * Tells the lines that the rendering of a command puts around its output (a line that says how it ended, `stdout:`,
 * `stderr:`) from the output itself. Lines come in order.
 */
export class OutputFrame {
  ending: Ending;
  readonly streams: StreamLines[] = [];
  private lines = 0;
  private isRendering = false;

  constructor(exitStatus: number | null) {
    this.ending = { exitStatus, words: exitStatus === null ? null : `exit status ${exitStatus}` };
  }

  /** True when the line belongs to the frame. */
  isFrame(line: string): boolean {
    this.lines++;
    if (this.lines === 1) return this.readEnding(line);
    if (!this.isRendering) return false;
    if (line === 'stdout:' && this.lines === 2) return this.open('stdout');
    const first = this.lines === 2 || this.streams.at(-1)?.name === 'stdout';
    return line === 'stderr:' && first ? this.open('stderr') : false;
  }

  /** Closes the last stream. */
  finish(): void {
    const last = this.streams.at(-1);
    if (last !== undefined) last.toLine = this.lines;
  }

  private readEnding(line: string): boolean {
    const status = EXIT_STATUS.exec(line)?.[1];
    if (status !== undefined) this.ending = { exitStatus: Number(status), words: `exit status ${status}` };
    else if (OTHER_END.test(line)) this.ending = { exitStatus: null, words: line };
    else return false;
    this.isRendering = true;
    return true;
  }

  private open(name: 'stdout' | 'stderr'): true {
    const last = this.streams.at(-1);
    if (last !== undefined) last.toLine = this.lines - 1;
    this.streams.push({ name, fromLine: this.lines + 1, toLine: 0 });
    return true;
  }
}
