import { clip, size } from '../text/format.ts';
import { type ToolAnswer, WHOLE_WHEN_NOT_KEPT } from '../tools/toolbox.ts';

/** Largest result that stays whole after its turn when the whole is kept elsewhere, in bytes. */
const WHOLE_WHEN_KEPT = 512;
const BEGINNING_WHEN_KEPT = 100;
const BEGINNING_WHEN_NOT = 400;

/** A line of a command's result that frames the output and is none of it. */
const FRAME = /^(?:exit status: .{0,100}|stdout:|stderr:|\s*)$/;

/**
 * What stands for a tool's result once its turn is over: the result itself when it is small, else one line with the call's
 * id, the output's size, how it ended and how it begins.
 */
export function afterTurn(tool: string, answer: ToolAnswer): string {
  const whole = answer.stored ? WHOLE_WHEN_KEPT : WHOLE_WHEN_NOT_KEPT;
  if (Buffer.byteLength(answer.text) <= whole) return answer.text;
  const length = size(Math.max(answer.bytes, Buffer.byteLength(answer.text)));
  const begins = clip(firstLine(answer.text), answer.stored ? BEGINNING_WHEN_KEPT : BEGINNING_WHEN_NOT);
  const first = begins === '' ? '' : `, begins: ${begins}`;
  const again = answer.way === null ? '' : `; to see it, ${answer.way}`;
  const { entry, id, outcome } = answer;
  return `[entry ${entry}: output of ${tool} call ${id} not repeated: ${length}, ${outcome}${first}${again}]`;
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
