import { LineFeed } from '../../text/line-feed.ts';
import { CauseScan } from '../cause/cause-scan.ts';
import type { JSONShapeReport } from '../json-shape/json-shape.ts';
import { renderJsonShape } from '../json-shape/render.ts';
import { KnownFailures } from '../known-failures.ts';
import { LogDigest } from '../log-digest/log-digest.ts';
import { renderLogDigest } from '../log-digest/render.ts';
import { type OutputFacts, outcomeOf } from './facts.ts';
import { writeFailed } from './failed.ts';
import { OutputFrame } from './frame.ts';
import { JsonContent } from './json-content.ts';
import { LineStore } from './line-store.ts';
import { writeOther } from './other.ts';
import { writeOverview } from './overview.ts';
import { Page } from './page.ts';
import { writeSucceeded } from './succeeded.ts';
import { headline } from './wording.ts';

export type SummaryMode = 'notable' | 'overview';

/** Lines that decide whether an output is a log, and the share of them that must be records of their own. */
const SAMPLED_LINES = 1000;
const RECORDS_SHARE = 0.5;

/** Smallest room that a summary is written for. */
const SMALLEST_BYTES = 256;

/**
 * Summarises an output without a model: by what the exact readers find in it, and by how the run ended. `push` its bytes
 * (as printed, or as stored with the lines that say how a command ended), then `finish` once. What a line of a summary says
 * cites the line of the output that it is from.
 */
export class OutputSummary {
  private readonly frame: OutputFrame;
  private readonly feed = new LineFeed((line) => this.take(line));
  private readonly lines = new LineStore();
  private readonly failures = new KnownFailures();
  private readonly cause = new CauseScan();
  private readonly json = new JsonContent();
  private readonly sample = new LogDigest();
  private bytes = 0;

  /** `exitStatus` when it is known; the output's own first line wins when it says how a command ended. */
  constructor(exitStatus: number | null = null) {
    this.frame = new OutputFrame(exitStatus);
  }

  push(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.feed.push(chunk);
    this.json.push(chunk);
  }

  /** The summary, within `bytes` bytes of UTF-8 (256 at the least), and what it is made from. */
  finish(mode: SummaryMode, bytes: number): { text: string; facts: OutputFacts } {
    this.feed.finish();
    this.frame.finish();
    const facts = this.facts();
    const page = new Page(Math.max(SMALLEST_BYTES, bytes));
    this.write(facts, mode, page);
    return { text: page.text(), facts };
  }

  private take(line: string): void {
    const text = this.frame.isFrame(line) ? '' : line;
    this.lines.push(line);
    this.failures.push(text);
    this.cause.push(text);
    if (this.lines.count <= SAMPLED_LINES) this.sample.push(text);
  }

  private facts(): OutputFacts {
    const { ending, streams } = this.frame;
    const status = ending.words === null ? null : (ending.exitStatus ?? 1);
    const report = this.failures.finish(status);
    const excerpts = this.cause.finish(report, status === 0 ? null : status);
    const { lines, bytes } = this;
    return { lines, bytes, ending, streams, report, excerpts, outline: this.cause.outline };
  }

  private write(facts: OutputFacts, mode: SummaryMode, page: Page): void {
    const outcome = outcomeOf(facts);
    const shape = this.json.finish();
    if (mode === 'overview') writeOverview(facts, page, (room) => this.kinds(shape, room));
    else if (shape !== null && !isRead(facts)) this.writeKinds(facts, shape, page);
    else if (this.isLog(facts)) this.writeKinds(facts, null, page);
    else if (outcome === 'failed') writeFailed(facts, page);
    else if (outcome === 'succeeded') writeSucceeded(facts, page);
    else writeOther(facts, page);
  }

  /**
   * True for a log that is not known to have failed: most lines begin with a time, no test runner counted, and no line is of
   * the frame of a CI log.
   */
  private isLog(facts: OutputFacts): boolean {
    const { ending, outline, report } = facts;
    if (report.tallies.length > 0 || outline.some((mark) => mark.failed)) return false;
    if (ending.words !== null && (ending.exitStatus !== 0 || isRead(facts) || report.warnings.length > 0)) return false;
    const { firstTime, continued, lines } = this.sample.finish();
    return firstTime !== null && lines - continued >= lines * RECORDS_SHARE;
  }

  private writeKinds(facts: OutputFacts, shape: JSONShapeReport | null, page: Page): void {
    page.require(headline(facts));
    if (outcomeOf(facts) === 'failed' && facts.ending.words !== null)
      page.add('No reader of a known format found the failure.');
    page.addAll(this.kinds(shape, page.room()).split('\n').slice(0, -1));
  }

  /** The structure of JSON, or the kinds of line of anything else. */
  private kinds(shape: JSONShapeReport | null, room: number): string {
    if (shape !== null) return renderJsonShape(shape, room);
    const digest = new LogDigest();
    for (const line of this.lines.all()) digest.push(line);
    return renderLogDigest(digest.finish(), room);
  }
}

/** True when a reader of a known format found a failure or a count. */
function isRead({ report }: OutputFacts): boolean {
  return report.tallies.length + report.failures.length > 0;
}
