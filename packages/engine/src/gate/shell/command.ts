/** One word of a command as the shell would hand it on. `exact` is false where it depends on what the shell finds: variables, patterns. */
export interface Arg {
  /** Without quotes and escapes; an expansion that is not known stands as it was written. */
  text: string;
  exact: boolean;
  /** Commands whose output the word is, or is made of. */
  made: readonly SimpleCommand[];
}

/** A variable set for a command, or by itself. */
export interface SetVariable {
  name: string;
  value: Arg | null;
}

/** A file that a redirection opens. */
export interface Opened {
  file: Arg;
  mode: 'read' | 'write';
}

/** One simple command of a line, wherever it stands: in a pipe, a list, a function, a substitution. */
export interface SimpleCommand {
  /** The program and its arguments; empty where variables are set or files opened alone. */
  words: readonly Arg[];
  variables: readonly SetVariable[];
  opens: readonly Opened[];
  /** Text that it reads as its input: a here-document or here-string; null where it has none. */
  input: Arg | null;
  /** Commands of the same pipe whose output it reads. */
  upstream: readonly SimpleCommand[];
  /** Where it may run, the most likely first: a `cd` before it may have failed. */
  directories: readonly string[];
}

/** A function of a line: which of the line's commands are its body. */
export interface DefinedFunction {
  from: number;
  to: number;
  /** Whether its body starts something that it does not wait for. */
  background: boolean;
}

/** A line read as a shell would. `problems` say what could not be read: such a line is never rated by its commands alone. */
export interface ShellLine {
  commands: readonly SimpleCommand[];
  problems: readonly string[];
  /** Functions that the line defines. */
  functions: ReadonlyMap<string, DefinedFunction>;
}

/** A directory that nobody can tell before: a `cd` to a variable. */
export const NOWHERE = '/\0';

/** A word that is what it says. */
export function exactly(text: string): Arg {
  return { text, exact: true, made: [] };
}

/** A command that another one runs: with the input and the upstream of the one that runs it. */
export function ranBy(command: SimpleCommand, words: readonly Arg[]): SimpleCommand {
  return { ...command, words, variables: [], opens: [] };
}
