import type { Command } from 'commander';
import { bashScript } from './completions/bash.ts';
import { fishScript } from './completions/fish.ts';
import { type CommandRow, completionTable } from './completions/table.ts';
import { zshScript } from './completions/zsh.ts';
import { print } from './run.ts';

const SCRIPTS: ReadonlyMap<string, (table: readonly CommandRow[]) => string> = new Map([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
]);

/** `wisp completions SHELL`: the script that completes this program's command line, made from its own definition. */
export async function printCompletions(program: Command, shell: string): Promise<number> {
  const script = SCRIPTS.get(shell);
  if (!script) return 2;
  await print(script(completionTable(program)));
  return 0;
}
