import { setImmediate } from 'node:timers/promises';
import type { Outbound } from '@wisp/protocol';
import { OutputSummary } from '../../readers/summary/output-summary.ts';
import type { Conversation } from '../../session/conversation.ts';
import { type StoredOutput, StoreError } from '../../store/stored-output.ts';
import { clip } from '../../text/format.ts';
import { openCall } from './open-call.ts';

type Points = Extract<Outbound, { type: 'points' }>;
type Point = Points['points'][number];

/** Most points of one answer, and bytes of each: a line of the protocol holds all of them. */
const MOST = 500;
const TEXT_BYTES = 300;

/** Outputs whose points are remembered. */
const REMEMBERED = 8;

/** Answers `points`: what the exact readers find notable, in the order of lines; without a model. */
export class OutputPoints {
  readonly #conversation: Conversation;
  readonly #known = new Map<string, Point[]>();

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  /** Rejects with the signal's reason when it is raised. */
  async of(id: string, asked: string, signal: AbortSignal): Promise<Points> {
    const answer = (points: Point[], error?: string): Points => ({
      type: 'points',
      id,
      output: asked,
      points,
      ...(error === undefined ? {} : { error }),
    });
    const opened = openCall(this.#conversation, asked);
    if (!('output' in opened)) return answer([], `${opened.reason}: ${opened.sentence}`);
    const { output } = opened;
    try {
      const key = `${output.record.id} ${output.identity}`;
      const points = this.#known.get(key) ?? (await pointsOf(output, signal));
      this.#remember(key, points);
      return answer(points);
    } catch (error) {
      if (error instanceof StoreError) return answer([], `damaged: ${error.message}`);
      throw error;
    } finally {
      output.close();
    }
  }

  #remember(key: string, points: Point[]): void {
    this.#known.delete(key);
    this.#known.set(key, points);
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
  }
}

/** The failures that a format states and the lines that the readers would show, each line once. */
async function pointsOf(output: StoredOutput, signal: AbortSignal): Promise<Point[]> {
  const summary = new OutputSummary();
  for (let page = 1; page <= output.pages; page++) {
    signal.throwIfAborted();
    const bytes = output.page(page)?.bytes;
    if (bytes) summary.push(bytes);
    // 16 MiB are read in a second or two: others have their turn between pages.
    await setImmediate();
  }
  const { facts } = summary.finish('notable', 4_096);
  const points = new Map<number, Point>();
  const add = (line: number, text: string, failure: boolean) => {
    if (!points.has(line)) points.set(line, { line, text: clip(text.trim(), TEXT_BYTES), failure });
  };
  for (const { line, message } of facts.report.failures.slice(0, MOST))
    add(line, lineText(output, line).trim() || message, true);
  for (const { anchorLine } of facts.excerpts) add(anchorLine, lineText(output, anchorLine), false);
  for (const { line } of facts.report.tallies) add(line, lineText(output, line), false);
  for (const { line, failed } of facts.outline) add(line, lineText(output, line), failed);
  return [...points.values()].sort((a, b) => a.line - b.line).slice(0, MOST);
}

function lineText(output: StoredOutput, line: number): string {
  const start = output.lineOffset(line);
  const end = Math.min(output.lineOffset(line + 1), start + TEXT_BYTES);
  return output.read(start, end).toString('utf8').split('\n', 1)[0] ?? '';
}
