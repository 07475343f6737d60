import { InvalidArgumentError, Option } from 'commander';
import { TOOL_NAMES } from '../tools/names.ts';

/** Reads a whole number of at least `least`. */
export function whole(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value) || value < least)
      throw new InvalidArgumentError(`It takes a whole number from ${least}.`);
    return value;
  };
}

/** Reads a number of seconds above zero. */
export function positive(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('It takes a number of seconds above 0.');
  return value;
}

export const windowOption = (): Option =>
  new Option('--window <tokens>', 'tokens of the window that the result is for: sets the budget').argParser(whole(1));

export const modelOption = (): Option =>
  new Option('--model <name>', 'ollama:NAME, a bare name, openai:NAME@URL, scripted:FILE, or none').env('WISP_MODEL');

function toolName(name: string, before: string[]): string[] {
  if (TOOL_NAMES.includes(name)) return [...before, name];
  throw new InvalidArgumentError(`There is no tool "${name}"; there are ${TOOL_NAMES.join(', ')}.`);
}

/** May be repeated. */
export const toolOption = (): Option =>
  new Option('--tool <name>', 'offer this tool alone; may be repeated').argParser(toolName).default([], 'all');
