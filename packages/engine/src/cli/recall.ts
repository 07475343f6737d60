import { budgetBytes } from '../budget/tool-budget.ts';
import { type MatchPage, matchPage } from '../memory/matching.ts';
import { type RecallPage, recallPage } from '../memory/recall.ts';
import { WHOLE, type Wrong, wrongAnswer } from '../memory/request.ts';
import { readRequestFields } from '../memory/request-fields.ts';
import type { Reader, Subject } from '../memory/subject.ts';
import { findOutput } from '../store/find.ts';
import { openVerified } from '../store/open-verified.ts';
import { StoreError } from '../store/stored-output.ts';
import { print } from './run.ts';

export interface RecallOptions {
  /** Line and byte inside it to begin with, both from 1. */
  from: number | null;
  byte: number | null;
  /** A regular expression, without regard to case. */
  matching: string | null;
  /** `A-B`. */
  lines: string | null;
  head: number | null;
  tail: number | null;
  /** Tokens of the window that the page is for; null for the smallest budget. */
  window: number | null;
  /** One JSON object instead of the text. */
  json: boolean;
}

/**
 * `wisp recall ID`: a page of a stored output of any session, filtered as is asked, with the command for the next page.
 * Resolves to the exit code: 1 when there is no such output or no such place in it, with a sentence on stderr.
 */
export async function recallCommand(home: string, id: string, options: RecallOptions): Promise<number> {
  const found = findOutput(home, id);
  if ('problem' in found) return fail(`${found.problem}; wisp outputs lists what is kept`);
  const { window } = options;
  try {
    const stored = openVerified(found.directory, found.id);
    try {
      const reader: Reader = { voice: 'command-line', room: budgetBytes(window), window };
      const page = await pageOf({ stored, entry: null, file: null }, options, reader);
      if ('problem' in page) return fail(wrongAnswer('command-line', page, window));
      await print(options.json ? `${JSON.stringify(report(found.session, stored.record, page))}\n` : `${page.text}\n`);
      return 0;
    } finally {
      stored.close();
    }
  } catch (error) {
    if (error instanceof StoreError) return fail(error.message);
    throw error;
  }
}

async function pageOf(
  subject: Subject,
  options: RecallOptions,
  reader: Reader,
): Promise<RecallPage | MatchPage | Wrong> {
  const request = readRequestFields({ ...options, output: subject.stored.record.id });
  if ('problem' in request) return request;
  const clauses = request.action === 'recall' ? request.clauses : WHOLE;
  const { pattern } = clauses;
  return pattern === null
    ? recallPage(subject, clauses, reader)
    : matchPage(subject, { ...clauses, pattern }, reader, new AbortController().signal);
}

/**
 * The documented form of `--json`: the output, the rows of the page (`byte` is 1 but where a row begins inside its line), and
 * where the next page begins, null at the end; for a filter its counts, of lines that match and of matches.
 */
function report(session: string, record: Subject['stored']['record'], page: RecallPage | MatchPage) {
  const { id, tool, time, lines, bytes, cut, totalBytes } = record;
  const { rows, next } = page;
  const matching =
    'total' in page
      ? (({ lines, total, before, rest, literal }) => ({ lines, total, before, rest, literal: literal !== null }))(page)
      : null;
  return { id, session, tool, time, lines, bytes, cut, totalBytes, rows, next, matching };
}

function fail(problem: string): number {
  process.stderr.write(`wisp recall: ${problem}\n`);
  return 1;
}
