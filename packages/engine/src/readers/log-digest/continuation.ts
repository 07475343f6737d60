/** Frames, causes and elisions of the stack traces of the usual languages. */
const FRAME =
  /^\s+(?:at |\.{3} \d+ (?:more|common)|File "|from \S|in \S+ \(|#\d+ |\d+: |--> |\^)|^(?:Caused by:|Suppressed:|\s*\.\.\. \d+ more|\tat |Traceback \(most recent call last\):|During handling of the above|The above exception was)/;
const THROWN =
  /^(?:[\w$]+[.:])*[\w$]*(?:Exception|Error|Throwable|Panic)\b(?::|$)|^(?:panic|fatal error|goroutine \d+ \[)|^thread '[^']*' .*panicked|^Unhandled /;

/** Unindented lines without a timestamp that are still taken for the text of the record before them. */
const MOST_UNMARKED = 60;

/**
 * Decides, line by line, which lines go on with the record before: in a log with timestamps every line without one (a stack
 * trace, a dump), in other logs what has the form of a stack frame.
 */
export class Continuations {
  private unmarked = 0;
  private begun = false;
  private inTrace = false;

  /**
   * True when `line` continues the record before it. `marked` says that it has the log's own header, `timed` that the
   * log's lines have timestamps, `failing` that the record before is an error already.
   */
  continues(line: string, marked: boolean, timed: boolean, failing: boolean): boolean {
    if (isBlank(line)) return this.begun;
    const wasTrace = this.inTrace;
    const frame = !marked && FRAME.test(line);
    this.inTrace = frame || (wasTrace && !marked && /^\s/.test(line));
    if (!this.begun || marked) {
      this.begun = true;
      this.unmarked = 0;
      return false;
    }
    if (frame) return true;
    const indented = /^\s/.test(line);
    if (indented && (timed || wasTrace)) return true;
    // The exception that ends a trace is what the trace is about: a record of its own unless an error led to it.
    if (THROWN.test(line)) return timed && failing && !wasTrace;
    if (!timed || ++this.unmarked > MOST_UNMARKED) return false;
    return true;
  }
}

/** Looks at the first character before at the rest: nearly all lines have something there. */
function isBlank(line: string): boolean {
  return line === '' || (line.charCodeAt(0) <= 32 && line.trim() === '');
}

/** True when a line, whatever the log, is not the start of a record: indented, empty, or a part of a stack trace. */
export function looksContinued(line: string): boolean {
  return line === '' || /^\s/.test(line) || FRAME.test(line) || THROWN.test(line);
}
