import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../audit/audit-log.ts';
import { budgetBytes } from '../budget/tool-budget.ts';
import { condensedText, noModel } from '../memory/condensed-text.ts';
import { type Condensed, type CondenserOptions, OutputCondenser } from '../memory/condenser.ts';
import { wrongAnswer } from '../memory/request.ts';
import { condenseRequest } from '../memory/request-text.ts';
import type { Reader, Subject } from '../memory/subject.ts';
import { findOutput } from '../store/find.ts';
import { openOutput } from '../store/open-output.ts';
import { openVerified } from '../store/open-verified.ts';
import { CEILING, OutputStore } from '../store/output-store.ts';
import { StoreError } from '../store/stored-output.ts';
import { readInput } from './read-input.ts';
import { print } from './run.ts';
import { onSignals } from './signals.ts';

export interface CondenseOptions {
  /** Tokens of the window that the chunks and the answer are for; null for the smallest budget. */
  window: number | null;
  /** One JSON object instead of the text. */
  json: boolean;
  /** Asks the model, without tools and without a history; null when there is none. */
  ask: CondenserOptions['ask'] | null;
  /** Requests that the server takes at once. */
  parallel?: number;
}

/** What is asked about, and how to let go of it. */
interface Opened {
  subject: Subject;
  session: string | null;
  close: () => void;
}

/**
 * `wisp condense TARGET QUESTION`: asks a question of all of a stored output, a file or standard input (`-`), chunk by chunk,
 * with its progress on stderr. Resolves to the exit code: 1 when no chunk was answered, 130 when it was interrupted.
 */
export async function condenseCommand(
  home: string,
  target: string,
  question: string,
  { window, json, ask, parallel = 1 }: CondenseOptions,
): Promise<number> {
  const asked = condenseRequest({ output: target }, question);
  if ('problem' in asked) return fail(wrongAnswer('command-line', asked));
  const opened = await openTarget(home, target);
  if ('problem' in opened) return fail(opened.problem);
  const { subject } = opened;
  const reader: Reader = { voice: 'command-line', room: budgetBytes(window), window };
  const onProgress = (text: string) => process.stderr.write(`· ${text}\n`);
  const signals = onSignals();
  try {
    if (ask === null) return fail(noModel(subject, reader));
    const call = { subject, question, room: reader.room, signal: signals.signal, onProgress };
    const condensed = await new OutputCondenser({ ask, parallel }).condense(call);
    const text = condensedText(subject, question, condensed, reader);
    await print(json ? `${JSON.stringify(report(opened, question, condensed, text))}\n` : `${text}\n`);
    return condensed.answered > 0 || condensed.asked === 0 ? 0 : 1;
  } catch (error) {
    if (!signals.signal.aborted) throw error;
    process.stderr.write('wisp condense: interrupted; nothing was answered.\n');
    return 130;
  } finally {
    signals.stop();
    opened.close();
  }
}

/** The documented form of `--json`; `id` and `session` are null for a file. */
function report({ subject, session }: Opened, question: string, condensed: Condensed, text: string) {
  const { chunks, asked, answered, answers, combined, failure, notCombined, leftOut } = condensed;
  const { file } = subject;
  const id = file === null ? subject.stored.record.id : null;
  return {
    id,
    session,
    file,
    question,
    chunks,
    asked,
    answered,
    answers,
    combined,
    failure,
    notCombined,
    leftOut,
    text,
  };
}

/** The output that `target` names, else the file. A file that is called like an output is named with a path: `./3f9a`. */
async function openTarget(home: string, target: string): Promise<Opened | { problem: string }> {
  const found = findOutput(home, target);
  if ('problem' in found) return openFile(target, found.problem);
  try {
    const stored = openVerified(found.directory, found.id);
    return { subject: { stored, entry: null, file: null }, session: found.session, close: () => stored.close() };
  } catch (error) {
    if (error instanceof StoreError) return { problem: error.message };
    throw error;
  }
}

/** Opens a file as an output: a copy of it, in a directory of its own that goes with it. */
async function openFile(file: string, noOutput: string): Promise<Opened | { problem: string }> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const problem = await readInput(file, (chunk) => {
    if (bytes < CEILING) parts.push(chunk.subarray(0, CEILING - bytes));
    bytes += chunk.length;
  });
  if (problem !== null) return { problem: `${noOutput}; and as a file: ${problem}` };
  const directory = mkdtempSync(join(tmpdir(), 'wisp-condense-'));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const id = newId();
  const store = new OutputStore(directory, newId());
  const facts = { id, tool: 'file', time: new Date().toISOString(), cut: bytes > CEILING, totalBytes: bytes };
  const kept = store.keep(parts, facts);
  if ('why' in kept) {
    remove();
    return { problem: `${file} could not be copied to be read in chunks: ${kept.why}` };
  }
  const stored = openOutput(store.directory, id);
  const close = () => {
    stored.close();
    remove();
  };
  return { subject: { stored, entry: null, file }, session: null, close };
}

function fail(problem: string): number {
  process.stderr.write(`wisp condense: ${problem}\n`);
  return 1;
}
