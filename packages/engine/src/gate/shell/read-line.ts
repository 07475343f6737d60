import {
  type Assignment,
  type Command,
  forEachChild,
  type HereDoc,
  type ParsedScript,
  type Pipeline,
  parse,
  type Redirection,
  type SyntaxNode,
} from 'unbash';
import { type Arg, exactly, type Opened, type SetVariable, type ShellLine, type SimpleCommand } from './command.ts';
import { type Known, readWord } from './word.ts';

/** Nesting of one line that is followed; a deeper one is no command that anybody wrote. */
const DEEPEST = 40;

/** Longest line that is read, in characters. */
const LONGEST = 100_000;

/**
 * Reads a command line as a POSIX shell or bash would, into its simple commands, wherever they stand: quotes, substitutions,
 * pipes, lists, redirections, here-documents, variable prefixes, functions and control flow. Never throws. The parser is
 * unbash (https://github.com/webpro-nl/unbash), which reads the grammar of GNU Bash and says what it could not.
 */
export function readShellLine(line: string, known: Known): ShellLine {
  if (line.length > LONGEST) return { commands: [], problems: ['it is too long to be read'], functions: new Set() };
  if (line.includes('\0')) return { commands: [], problems: ['it holds a NUL character'], functions: new Set() };
  const reader = new LineReader(line, known);
  try {
    reader.visit(parse(line), 0);
  } catch (error) {
    reader.problems.push(`it could not be parsed (${error instanceof Error ? error.message : String(error)})`);
  }
  return reader;
}

class LineReader implements ShellLine {
  readonly commands: SimpleCommand[] = [];
  readonly problems: string[] = [];
  readonly functions = new Set<string>();
  readonly #source: string;
  readonly #known: Known;
  readonly #variables = new Map<string, string>();

  constructor(source: string, known: Known) {
    this.#source = source;
    this.#known = known;
  }

  visit(node: SyntaxNode, depth: number, upstream: readonly SimpleCommand[] = []): void {
    if (depth > DEEPEST) this.problems.push('it is nested too deeply to be read');
    else if (node.type === 'Pipeline') this.#pipeline(node, depth, upstream);
    else if (node.type === 'Command') this.#command(node, depth, upstream);
    else this.#compound(node, depth, upstream);
  }

  #compound(node: SyntaxNode, depth: number, upstream: readonly SimpleCommand[]): void {
    switch (node.type) {
      case 'Script':
        this.#script(node);
        break;
      case 'Function':
        this.functions.add(node.name.value);
        break;
      case 'Redirected': {
        // The files of a compound command are opened for all of it.
        const opens = this.#opens(node.redirects, depth);
        if (opens.length > 0)
          this.#add({ words: [], variables: [], opens, input: null, upstream, source: this.#text(node) });
        this.visit(node.command, depth + 1, upstream);
        return;
      }
    }
    forEachChild(node, (child) => this.visit(child, depth + 1, upstream));
  }

  #script({ errors }: ParsedScript): void {
    for (const { message } of errors ?? []) this.problems.push(`it is not whole: ${message}`);
  }

  #pipeline({ commands }: Pipeline, depth: number, upstream: readonly SimpleCommand[]): void {
    let before = upstream;
    for (const command of commands) {
      const from = this.commands.length;
      this.visit(command, depth + 1, before);
      before = [...before, ...this.commands.slice(from)];
    }
  }

  #command(node: Command, depth: number, upstream: readonly SimpleCommand[]): void {
    const variables = node.prefix.flatMap((part) => (part.type === 'Assignment' ? [this.#variable(part, depth)] : []));
    const words = node.name ? [this.#word(node.name, depth)] : [];
    for (const part of node.args) {
      if (part.type === 'Word') words.push(this.#word(part, depth));
      else {
        const { name, value } = this.#variable(part, depth);
        words.push(value ? { ...value, text: `${name}=${value.text}` } : { ...exactly(part.text), exact: false });
      }
    }
    if (words.length === 0) this.#remember(variables);
    const opens = this.#opens(node.redirects, depth);
    this.#add({
      words,
      variables,
      opens,
      input: this.#input(node.redirects, depth),
      upstream,
      source: this.#text(node),
    });
  }

  /** What a variable of the line was set to: a word that names it is still not exact, since a loop may run it before. */
  #remember(variables: readonly SetVariable[]): void {
    for (const { name, value } of variables) {
      if (value) this.#variables.set(name, value.text);
      else this.#variables.delete(name);
    }
  }

  #variable({ name, value }: Assignment, depth: number): SetVariable {
    if (value.type === 'Word') return { name, value: this.#word(value, depth) };
    for (const element of value.elements) this.#word(element, depth);
    return { name, value: null };
  }

  #opens(redirects: readonly Redirection[], depth: number): Opened[] {
    return redirects.flatMap((redirect) => {
      if (redirect.type !== 'Redirect' || !redirect.target) return [];
      const { operator } = redirect;
      const file = this.#word(redirect.target, depth);
      // `2>&1` and `>&-` name descriptors; `>& file` is bash for both streams.
      if (operator.endsWith('&') && /^(?:\d+-?|-)$/.test(file.text)) return [];
      return [{ file, mode: operator === '<' || operator === '<&' ? 'read' : 'write' } as const];
    });
  }

  #input(redirects: readonly Redirection[], depth: number): Arg | null {
    const last = redirects.findLast((one) => one.type === 'HereDoc' || one.type === 'HereString');
    if (last?.type === 'HereString') return last.target ? this.#word(last.target, depth) : exactly('');
    return last?.type === 'HereDoc' ? this.#hereDocument(last, depth) : null;
  }

  #hereDocument({ body }: HereDoc, depth: number): Arg {
    const parts = body.parts ?? [];
    const from = this.commands.length;
    for (const part of parts) this.visit(part, depth + 1);
    const exact = parts.every((part) => part.type === 'Literal');
    return { text: body.text, exact, made: this.commands.slice(from) };
  }

  /** A word; the commands in it are commands of the line as well. */
  #word(node: Extract<SyntaxNode, { type: 'Word' }>, depth: number): Arg {
    const from = this.commands.length;
    forEachChild(node, (child) => this.visit(child, depth + 1));
    return { ...readWord(node, { ...this.#known, variables: this.#variables }), made: this.commands.slice(from) };
  }

  #add(command: SimpleCommand): void {
    this.commands.push(command);
  }

  #text({ pos, end }: { pos: number; end: number }): string {
    return this.#source.slice(pos, end);
  }
}
