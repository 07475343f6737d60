import {
  type AndOr,
  type Assignment,
  type Command,
  type For,
  type Function as FunctionNode,
  forEachChild,
  type HereDoc,
  type ParsedScript,
  type Pipeline,
  parse,
  type Redirection,
  type Select,
  type SyntaxNode,
  type Word,
} from 'unbash';
import {
  type Arg,
  type DefinedFunction,
  exactly,
  type Opened,
  type SetVariable,
  type ShellLine,
  type SimpleCommand,
} from './command.ts';
import { LineState } from './line-state.ts';
import { printedBy } from './printed.ts';
import { type Known, readValue, readWord } from './word.ts';

/** Nesting of one line that is followed; a deeper one is no command that anybody wrote. */
const DEEPEST = 40;

/** Longest line that is read, in characters, and most commands of one. */
const LONGEST = 70_000;
const MOST = 400;
const TOO_MANY = 'it has too many commands to be read';

/** Words of a loop that its body is read for. */
const TURNS = 12;

/** What a line is read with. */
export interface Start {
  home: string;
  directories: readonly string[];
  /** `$0`, `$1`, `$@`: what a text that is run was given. */
  variables?: ReadonlyMap<string, Arg>;
}

/**
 * Reads a command line as a POSIX shell or bash would, into its simple commands, wherever they stand: quotes, substitutions,
 * pipes, lists, redirections, here-documents, variables, functions and control flow. Never throws. The parser is unbash
 * (https://github.com/webpro-nl/unbash), which reads the grammar of GNU Bash and says what it could not.
 */
export function readShellLine(line: string, start: Start): ShellLine {
  const nothing = { commands: [], functions: new Map() };
  if (line.length > LONGEST) return { ...nothing, problems: ['it is too long to be read'] };
  if (line.includes('\0')) return { ...nothing, problems: ['it holds a NUL character'] };
  const reader = new LineReader(start);
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
  readonly functions = new Map<string, DefinedFunction>();
  readonly #home: string;
  readonly #state: LineState;
  #backgrounds = 0;

  constructor({ home, directories, variables }: Start) {
    this.#home = home;
    this.#state = new LineState(home, directories, variables ?? new Map());
  }

  visit(node: SyntaxNode, depth: number, upstream: readonly SimpleCommand[] = []): void {
    if (depth > DEEPEST) {
      this.problems.push('it is nested too deeply to be read');
      return;
    }
    if (this.commands.length >= MOST) {
      if (!this.problems.includes(TOO_MANY)) this.problems.push(TOO_MANY);
      return;
    }
    switch (node.type) {
      case 'Pipeline':
        this.#pipeline(node, depth, upstream);
        break;
      case 'Command':
        this.#command(node, depth, upstream);
        break;
      case 'AndOr':
        this.#andOr(node, depth, upstream);
        break;
      case 'For':
      case 'Select':
        this.#loop(node, depth, upstream);
        break;
      case 'Redirected': {
        // The files of a compound command are opened for all of it.
        const opens = this.#opens(node.redirects, depth);
        if (opens.length > 0) this.#add({ words: [], variables: [], opens, input: null, upstream });
        this.visit(node.command, depth + 1, upstream);
        break;
      }
      case 'Function':
        this.#function(node, depth);
        break;
      case 'TestBinary':
        for (const word of [node.left, node.right]) this.#arithmetic(word, depth);
        break;
      default:
        if (node.type === 'Script') this.#script(node);
        if (isApart(node)) this.#state.apart(() => this.#children(node, depth, upstream));
        else this.#children(node, depth, upstream);
    }
  }

  #children(node: SyntaxNode, depth: number, upstream: readonly SimpleCommand[]): void {
    if (node.type === 'Statement' && node.background) this.#backgrounds++;
    forEachChild(node, (child) => this.visit(child, depth + 1, upstream));
  }

  #function({ name, body }: FunctionNode, depth: number): void {
    const [from, before] = [this.commands.length, this.#backgrounds];
    this.#state.called(() => this.visit(body, depth + 1));
    this.functions.set(name.value, { from, to: this.commands.length, background: this.#backgrounds > before });
  }

  #script({ errors }: ParsedScript): void {
    for (const { message } of errors ?? []) this.problems.push(`it is not whole: ${message}`);
  }

  #pipeline({ commands }: Pipeline, depth: number, upstream: readonly SimpleCommand[]): void {
    let before = upstream;
    for (const command of commands) {
      const from = this.commands.length;
      const read = () => this.visit(command, depth + 1, before);
      if (commands.length > 1) this.#state.apart(read);
      else read();
      before = [...before, ...this.commands.slice(from)];
    }
  }

  #andOr({ commands, operators }: AndOr, depth: number, upstream: readonly SimpleCommand[]): void {
    this.#state.list(
      commands.map((command, index) => ({
        read: () => this.visit(command, depth + 1, upstream),
        operator: operators[index],
      })),
    );
  }

  /** A body is read once for each word that its variable takes. */
  #loop({ name, wordlist, body }: For | Select, depth: number, upstream: readonly SimpleCommand[]): void {
    const words = (wordlist ?? []).flatMap((word) => this.#words(word, depth));
    const given = wordlist ? words : (this.#state.variables.get('@')?.text ?? '').split(' ').map(exactly);
    const turns: (Arg | null)[] = given.slice(0, TURNS);
    if (given.length !== turns.length || turns.length === 0) turns.push(null);
    for (const value of turns) {
      this.#add({ words: [], variables: [{ name: name.value, value }], opens: [], input: null, upstream });
      this.#state.remember([{ name: name.value, value }]);
      this.visit(body, depth + 1, upstream);
    }
  }

  #command(node: Command, depth: number, upstream: readonly SimpleCommand[]): void {
    const variables = node.prefix.flatMap((part) => (part.type === 'Assignment' ? [this.#variable(part, depth)] : []));
    const words = node.name ? this.#words(node.name, depth) : [];
    const set: SetVariable[] = [];
    const into: number[] = [];
    for (const part of node.args) {
      if (part.type === 'Word') {
        const from = this.commands.length;
        words.push(...this.#words(part, depth));
        if (part.text.startsWith('>(')) for (let at = from; at < this.commands.length; at++) into.push(at);
        continue;
      }
      const { name, value } = this.#variable(part, depth);
      set.push({ name, value });
      words.push(value ? { ...value, text: `${name}=${value.text}` } : { ...exactly(part.text), exact: false });
    }
    const from = this.commands.length;
    const opens = this.#opens(node.redirects, depth);
    if (node.redirects.some((one) => 'target' in one && one.target?.text.startsWith('>(')))
      for (let at = from; at < this.commands.length; at++) into.push(at);
    const command = { words, variables, opens, input: this.#input(node.redirects, depth), upstream };
    this.#add(command);
    this.#feed(into);
    this.#state.remember(words.length === 0 ? variables : set);
    this.#state.follow(words);
  }

  /** `tee >(sh)`: what the newest command prints, and what it is fed, goes to these commands. */
  #feed(indexes: readonly number[]): void {
    const source = this.commands.at(-1);
    for (const at of indexes) {
      const command = this.commands[at];
      if (command && source)
        this.commands[at] = { ...command, upstream: [...command.upstream, ...source.upstream, source] };
    }
  }

  #variable({ name, value, append, index }: Assignment, depth: number): SetVariable {
    if (index) this.#value(index, depth);
    if (value.type === 'Word') {
      const read = this.#value(value, depth);
      const before = append ? this.#state.variables.get(name) : undefined;
      return { name, value: before ? { ...read, text: before.text + read.text, exact: false } : read };
    }
    const elements = value.elements.flatMap((element) => this.#words(element, depth));
    return { name, value: elements[0] ? { ...elements[0], text: elements.map((one) => one.text).join(' ') } : null };
  }

  #opens(redirects: readonly Redirection[], depth: number): Opened[] {
    return redirects.flatMap((redirect) => {
      if (redirect.type !== 'Redirect' || !redirect.target) return [];
      const { operator } = redirect;
      const file = this.#value(redirect.target, depth);
      // `2>&1` and `>&-` name descriptors; `>& file` is bash for both streams.
      if (operator.endsWith('&') && /^(?:\d+-?|-)$/.test(file.text)) return [];
      return [{ file, mode: operator === '<' || operator === '<&' ? 'read' : 'write' } as const];
    });
  }

  #input(redirects: readonly Redirection[], depth: number): Arg | null {
    const last = redirects.findLast((one) => one.type === 'HereDoc' || one.type === 'HereString');
    if (last?.type === 'HereString') return last.target ? this.#value(last.target, depth) : exactly('');
    return last?.type === 'HereDoc' ? this.#hereDocument(last, depth) : null;
  }

  #hereDocument({ body }: HereDoc, depth: number): Arg {
    const parts = body.parts ?? [];
    const from = this.commands.length;
    for (const part of parts) this.visit(part, depth + 1);
    const exact = parts.every((part) => part.type === 'Literal');
    return { text: body.text, exact, made: this.commands.slice(from) };
  }

  #words(node: Word, depth: number): Arg[] {
    return readWord(node, this.#known(node, depth));
  }

  #value(node: Word, depth: number): Arg {
    return readValue(node, this.#known(node, depth));
  }

  /** What is known where a word stands; the commands in the word become commands of the line. */
  #known(node: Word, depth: number): Known {
    const made = new Map<SyntaxNode, readonly SimpleCommand[]>();
    const read = (child: SyntaxNode): void => {
      const from = this.commands.length;
      if (child.type === 'DoubleQuoted' || child.type === 'LocaleString') forEachChild(child, read);
      else this.visit(child, depth + 1);
      made.set(child, this.commands.slice(from));
    };
    forEachChild(node, read);
    return {
      home: this.#home,
      directory: this.#state.directory,
      variables: this.#state.variables,
      substituted: (part) => {
        const commands = made.get(part) ?? [];
        const [only] = commands;
        const printed = part.type === 'CommandExpansion' && only && commands.length === 1 ? printedBy(only) : null;
        return { text: printed, made: commands };
      },
    };
  }

  /** bash evaluates the index of a name in a comparison of numbers: `[[ 'a[$(cmd)]' -eq 0 ]]`. */
  #arithmetic(word: Word, depth: number): void {
    if (/\[[^\]]*(?:\$\(|`)/.test(this.#value(word, depth).text))
      this.problems.push('it holds a text that the shell may run');
  }

  #add(command: Omit<SimpleCommand, 'directories'>): void {
    this.commands.push({ ...command, directories: this.#state.directories });
  }
}

/** Whether a part of a line runs in another process, or beside the rest. */
function isApart(node: SyntaxNode): boolean {
  return node.type === 'Statement'
    ? node.background === true
    : /^(?:Subshell|CommandExpansion|ProcessSubstitution|ArithmeticCommandExpansion|Coproc)$/.test(node.type);
}
