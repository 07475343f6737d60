import { clip, grouped, plural } from '../text/format.ts';
import { joinAnswers, linesOf } from './condense-prompts.ts';
import type { Condensed } from './condenser.ts';
import { requestIn } from './request.ts';
import { askFor, nameOf, type Reader, SMALLEST_ROOM, type Subject } from './subject.ts';

/** What a question is answered with where there is no model to ask. */
export function noModel(subject: Subject, reader: Reader): string {
  return `there is no model to ask about ${nameOf(subject)}. What needs none: ${otherWays(subject, reader)}`;
}

/** Most of a question and of a reason that an answer repeats, in bytes. */
const QUESTION_BYTES = 200;
const REASON_BYTES = 300;

/** Most of the list of lines that a combined answer draws on, in bytes. */
const SOURCES_BYTES = 400;

/**
 * The answer to a question about an output, within the reader's room: what the chunks said with the lines that they drew
 * on, or the combined answer; how many were asked and answered, why others were not, and the ways to what was not asked.
 */
export function condensedText(subject: Subject, question: string, condensed: Condensed, reader: Reader): string {
  const room = Math.max(SMALLEST_ROOM, reader.room);
  const header = `[${nameOf(subject)}; asked: ${clip(question.replaceAll(/\s+/g, ' '), QUESTION_BYTES)}]\n`;
  const notes = notesOf(subject, condensed, reader)
    .map((note) => `\n[${note}]`)
    .join('');
  const left = room - Buffer.byteLength(header) - Buffer.byteLength(notes);
  const { combined, answers } = condensed;
  const body = combined === null ? joinAnswers(answers, left) : clip(combined, left);
  return `${header}${body === '' ? notes.trimStart() : body + notes}`;
}

function notesOf(subject: Subject, condensed: Condensed, reader: Reader): string[] {
  const { chunks, asked, answered, answers, combined, failure, notCombined, leftOut } = condensed;
  const notes: string[] = [];
  if (chunks === 0) notes.push('the output is empty: there is nothing to ask about');
  else if (combined !== null)
    notes.push(
      `combined from ${plural(answers.length, 'answer')}, of ${clip(answers.map(linesOf).join(', '), SOURCES_BYTES)}`,
    );
  const nothing = answered - answers.length;
  if (answered > 0) {
    const found = nothing > 0 ? `; ${grouped(nothing)} of them found nothing here` : '';
    notes.push(`${grouped(answered)} of ${plural(asked, 'chunk')} answered${found}`);
  }
  if (failure !== null)
    notes.push(
      `${plural(asked - answered, 'chunk')} of ${grouped(asked)} not answered: ${clip(failure, REASON_BYTES)}`,
    );
  if (notCombined !== null)
    notes.push(`the answers could not be combined and are shortened instead: ${clip(notCombined, REASON_BYTES)}`);
  if (leftOut) {
    const scope = { kind: 'lines', from: leftOut.fromLine, to: leftOut.toLine } as const;
    const way = subject.file === null ? `: ${askFor(subject, { pattern: null, scope, from: null }, reader)}` : '';
    notes.push(`it has ${grouped(chunks)} chunks, and ${linesOf(leftOut)} were not asked${way}`);
  }
  if (answers.length === 0 && chunks > 0) notes.push(`other ways: ${otherWays(subject, reader)}`);
  return notes;
}

function otherWays(subject: Subject, reader: Reader): string {
  const output = subject.file ?? subject.stored.record.id;
  const summarise = requestIn(
    reader.voice,
    { action: 'summarise', target: { output }, overview: false },
    reader.window,
  );
  if (subject.file !== null) return summarise;
  return `${summarise}; ${askFor(subject, { pattern: 'error', scope: null, from: null }, reader)}`;
}
