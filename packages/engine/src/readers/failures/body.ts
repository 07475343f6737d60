import type { Entry, Finding, OpenRecord } from './family.ts';
import { parseStatement } from './severity.ts';

const BODY_LINES = 40;
const ANOTHER = /^\s*(?:error|warning|fatal error)\b ?[A-Z\d[:]|\b(?:error|warning) [A-Z]{1,6}\d+:/;
const FRAME = /^\s*(?:\d{1,7}\s*)?\||^\s*\d{1,7}\s{2}|^\s*[\^~][\^~\s|+-]*$|^\s+\S/;

/**
 * The lines after a diagnostic that belong to it: notes, the source with its caret, indented elaboration. The first of them
 * is the message when the header has none.
 */
export class DiagnosticBody implements OpenRecord {
  private readonly finding: Finding;
  private lines = 0;
  private worded: boolean;

  constructor(finding: Finding) {
    this.finding = finding;
    this.worded = finding.message.includes(' ');
  }

  take(entry: Entry): boolean {
    if (++this.lines > BODY_LINES || !this.belongs(entry)) return false;
    if (!this.worded) this.addWords(entry.text.trim());
    this.finding.endLine = entry.number;
    return true;
  }

  /** A header that holds only a code, or nothing, is followed by the message. */
  private addWords(text: string): void {
    if (text === '' || !/[A-Za-z]{2}/.test(text)) return;
    this.worded = true;
    if (this.finding.message === '') this.finding.message = text;
    else if (/^(?:[A-Z]+-\d+|-W.+)$/.test(this.finding.message)) this.finding.message += `: ${text}`;
  }

  private belongs(entry: Entry): boolean {
    if (entry.place !== null) return parseStatement(entry.place.rest)?.severity === 'note';
    return FRAME.test(entry.text) && !ANOTHER.test(entry.text);
  }
}
