import { StringDecoder } from 'node:string_decoder';
import { budgetBytes } from '../budget/tool-budget.ts';
import { detectJson } from '../readers/json-shape/detect.ts';
import { JSONShape } from '../readers/json-shape/json-shape.ts';
import { renderJsonShape } from '../readers/json-shape/render.ts';
import { readInput } from './read-input.ts';
import { print } from './run.ts';

/** Bytes that decide whether the input is one document or JSON Lines. */
const DETECTED_BYTES = 64 * 1024;

export interface JsonShapeOptions {
  /** The whole report as JSON, not bounded. */
  json: boolean;
  /** Tokens of the window that the structure is for; null for the smallest budget. */
  window: number | null;
}

/** `wisp json-shape FILE` (`-` for stdin): the structure of JSON or JSON Lines, within the budget. Resolves to the exit code. */
export async function jsonShapeCommand(file: string, options: JsonShapeOptions): Promise<number> {
  const decoder = new StringDecoder('utf8');
  let head: Buffer = Buffer.alloc(0);
  let shape: JSONShape | null = null;
  const begin = (): JSONShape => {
    const begun = new JSONShape(detectJson(head) ?? 'json');
    begun.push(decoder.write(head));
    return begun;
  };
  const problem = await readInput(file, (chunk) => {
    if (shape !== null) {
      shape.push(decoder.write(chunk));
      return;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length >= DETECTED_BYTES) shape = begin();
  });
  if (problem !== null) return fail(problem);
  const report = (shape ?? begin()).finish();
  if (report.documents === 0 && report.endedAt === null) {
    return fail(`${file === '-' ? 'standard input' : file} is ${report.error ?? 'empty'}`);
  }
  await print(options.json ? `${JSON.stringify(report)}\n` : renderJsonShape(report, budgetBytes(options.window)));
  return 0;
}

function fail(problem: string): number {
  process.stderr.write(`wisp json-shape: ${problem}.\n`);
  return 1;
}
