import type { Places } from '../paths.ts';
import type { Finding } from '../rating.ts';
import type { Arg, SimpleCommand } from '../shell/command.ts';

/** What a rule may use besides the command. */
export interface RuleContext {
  places: Places;
  /** Rates a command that this one runs. */
  inner: (command: SimpleCommand) => Finding[];
  /** Rates a text that this one runs as a shell line; `given`: its `$0`, `$1`, …. */
  script: (text: string, given?: readonly Arg[]) => Finding[];
}

/** Rates one command by the program that it runs. */
export type Rule = (command: SimpleCommand, context: RuleContext) => Finding[];
