import { HEAD, WORD } from './cues.ts';
import type { Entry, Family, Finding, LaneView, OpenRecord } from './family.ts';

const PANIC = /^(?:panic: |fatal error: )(.+)$/;
const GOROUTINE = /^goroutine \d+ (?:gp=\S+ m=\S+ )?(?:mp=\S+ )?\[[^\]]{1,120}\]:$/;
const FRAME = /^\t(\S.{0,400}?\.go):(\d{1,7})(?: \+0x[\da-f]+)?$/;
const STANDARD =
  /\/(?:go|golang|src)\/(?:[\d.]+\/)?(?:\S*\/)?src\/(?:runtime|testing|net|internal|sync|reflect|os|io|fmt|log|panic)\b|\/pkg\/mod\/|\/libexec\/src\//;
const GO_COMMAND =
  /^go(?: build| mod| get| install| run| vet)?: ((?:cannot find|finding|updates to go\.mod|errors parsing|inconsistent vendoring|no required module|.*: (?:no matching versions|module .+ found|invalid version|unknown revision|reading |verifying |unrecognized import|cannot find module|malformed|no go files|missing go\.sum|import cycle)|\S+ requires go|module ).*)$/;
const MODULE_ERROR =
  /^(?:no required module provides package|missing go\.sum entry|package \S+ is not in (?:std|GOROOT)|cannot find package "|import cycle not allowed|build constraints exclude all|found packages \S+ \(|ambiguous import)/;
const RACE = /^WARNING: DATA RACE$/;

/** Go's own output without a place at the start: panics, data races, module errors. */
export const go: Family = {
  cues: WORD | HEAD,
  first: 'pfgnmcibaWF',
  read(entry, lane) {
    if (RACE.test(entry.text)) return stack(entry, lane, 'data race', false);
    const panic = PANIC.exec(entry.text);
    if (panic !== null)
      return stack(entry, lane, `${entry.text.startsWith('panic') ? 'panic: ' : ''}${panic[1] ?? ''}`, true);
    const message = GO_COMMAND.exec(entry.text)?.[1] ?? (MODULE_ERROR.test(entry.text) ? entry.text : undefined);
    if (message !== undefined) {
      lane.report(entry, { tool: 'go', message, subject: /package ([^\s;:"]{1,200})/.exec(message)?.[1] ?? null });
      return true;
    }
    const failed = /^FAIL\t(\S+) \[(build|setup) failed\]$/.exec(entry.text);
    if (failed === null) return false;
    lane.report(entry, { tool: 'go', kind: 'wrapper', message: `${failed[1] ?? ''}: ${failed[2] ?? ''} failed` });
    return true;
  },
};

function stack(entry: Entry, lane: LaneView, message: string, needsGoroutine: boolean): boolean {
  lane.open(new Goroutines(lane, entry, message, needsGoroutine));
  return true;
}

/** The stacks under a panic or a race; the place is the first frame outside the standard library. */
class Goroutines implements OpenRecord {
  private readonly lane: LaneView;
  private readonly entry: Entry;
  private readonly message: string;
  private readonly needsGoroutine: boolean;
  private finding: Finding | null = null;
  private lines = 0;
  private placed = false;

  constructor(lane: LaneView, entry: Entry, message: string, needsGoroutine: boolean) {
    this.lane = lane;
    this.entry = entry;
    this.message = message;
    this.needsGoroutine = needsGoroutine;
    if (!needsGoroutine) this.report();
  }

  take(entry: Entry): boolean {
    this.lines++;
    if (this.finding === null) {
      if (GOROUTINE.test(entry.text)) this.report();
      else if (this.lines > 6 || /^(?:FAIL|ok|---|===)\b/.test(entry.text)) return false;
      return true;
    }
    const text = entry.text;
    const frame = FRAME.exec(text) ?? / {6}(\S.{0,400}?\.go):(\d{1,7})(?: \+0x[\da-f]+)?$/.exec(text);
    if (frame !== null) this.place(frame[1] ?? '', Number(frame[2]));
    const own =
      frame !== null ||
      text === '' ||
      GOROUTINE.test(text) ||
      /^\S+\(.*\)$|^created by |^\t|^ {2}|^(?:(?:Previous )?(?:write|read|Write|Read) at |Previous|Goroutine|rax|rip|exit status)/.test(
        text,
      );
    if (!own) return false;
    this.finding.endLine = entry.number;
    return !text.startsWith('exit status');
  }

  close(): void {
    if (this.finding === null && this.needsGoroutine) {
      this.lane.report(this.entry, { tool: 'go', kind: 'weak', message: this.message });
    }
  }

  private report(): void {
    this.finding = this.lane.report(this.entry, {
      tool: 'go',
      kind: 'crash',
      severity: 'fatal',
      message: this.message,
    });
  }

  private place(file: string, row: number): void {
    if (this.finding === null || this.placed) return;
    const standard = STANDARD.test(file);
    if (standard && this.finding.file !== null) return;
    this.finding.file = file;
    this.finding.row = row;
    this.placed = !standard;
  }
}
