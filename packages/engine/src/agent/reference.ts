import { clip, size } from '../text/format.ts';
import { weightOf } from '../text/weight.ts';
import { type ToolAnswer, WHOLE_AFTER_TURN } from '../tools/toolbox.ts';

/** Largest result that stays whole after its turn where the model has no way to it, in bytes. */
const WHOLE_WITHOUT_WAY = 2_048;
const BEGINNING = 100;
const BEGINNING_WITHOUT_WAY = 400;

/** Longest way that is repeated in a reference, in bytes: a model that made a longer request makes it anew. */
const LONGEST_WAY = 300;

/** A line of a command's result that frames the output and is none of it. */
const FRAME = /^(?:exit status: .{0,100}|stdout:|stderr:|\s*)$/;

/**
 * What stands for a tool's result once its turn is over: the result itself when it is small, else one line with the call's
 * id, the output's size, how it ended and how it begins.
 */
export function afterTurn(tool: string, answer: ToolAnswer): string {
  const isReachable = answer.way !== null;
  const whole = isReachable ? WHOLE_AFTER_TURN : WHOLE_WITHOUT_WAY;
  if (Buffer.byteLength(answer.text) <= whole) return answer.text;
  const begins = clip(firstLine(answer.text), isReachable ? BEGINNING : BEGINNING_WITHOUT_WAY);
  return `[${account(tool, answer, 'not repeated', begins === '' ? '' : `, begins: ${begins}`)}]`;
}

/**
 * What stands for a result that is too large for its turn: as much of its beginning as weighs at most `weight`, whole lines,
 * under a line that says so; what stands for it after the turn when that is none.
 */
export function beginningOf(tool: string, answer: ToolAnswer, weight: number): string {
  const settled = afterTurn(tool, answer);
  if (settled === answer.text) return settled;
  const head = `[${account(tool, answer, 'only its beginning fits', '')}]\n`;
  const lines = linesWithin(answer.text, weight - weightOf(head));
  return lines === '' ? settled : `${head}${lines}`;
}

function account(tool: string, answer: ToolAnswer, state: string, begins: string): string {
  const { entry, id, outcome, way, text, bytes } = answer;
  const length = size(Math.max(bytes, Buffer.byteLength(text)));
  const again = way === null || Buffer.byteLength(way) > LONGEST_WAY ? '' : `; to see it, ${way}`;
  return `entry ${entry}: output of ${tool} call ${id} ${state}: ${length}, ${outcome}${begins}${again}`;
}

function linesWithin(text: string, weight: number): string {
  let end = 0;
  let left = weight;
  for (;;) {
    const feed = text.indexOf('\n', end);
    const next = feed === -1 ? text.length : feed + 1;
    left -= weightOf(text.slice(end, next));
    if (left < 0 || next === end) return text.slice(0, end);
    end = next;
  }
}

function firstLine(text: string): string {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? undefined : end).slice(0, 1000);
    if (!FRAME.test(line)) return line.trim();
    if (end === -1) return '';
    start = end + 1;
  }
  return '';
}
