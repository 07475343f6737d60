import type { Places } from './paths.ts';
import { dangerous, denied, type Finding, moderate, type Rating, ratingOf, safe } from './rating.ts';
import { argumentsOf, operands, programName } from './rules/arguments.ts';
import { ratingOfReads, ratingOfRedirections } from './rules/files.ts';
import { git } from './rules/git.ts';
import { busybox, interpreter, shell, source } from './rules/interpreters.ts';
import { DISKS, ELEVATING, HAS_VERBS, HAS_VERSION, INTERPRETERS, POWER, READ_ONLY, SHELLS } from './rules/names.ts';
import { PROGRAMS } from './rules/programs.ts';
import type { Rule } from './rules/rule.ts';
import { patternOf, unknownProgram } from './rules/unknown.ts';
import { steering, WRAPPERS } from './rules/wrappers.ts';
import { exactly, type SimpleCommand } from './shell/command.ts';
import { readShellLine } from './shell/read-line.ts';

/** Texts within texts that are followed: `sh -c 'sh -c …'`. */
const DEEPEST = 8;

/** Directories of programs that the machine's owner put there: a program named by its path in another one is not known. */
const PROGRAM_DIRECTORIES = /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$|^\/opt\/homebrew\/bin\/[^/]+$/;

/**
 * Rates a command line (features G7): it is read as a shell reads it, each simple command in it is rated by rules, wrappers
 * are looked through, and the highest rating counts. What can not be read is at least moderate. Rules are for programs, not
 * for texts: quoting, paths and nesting change nothing.
 */
export function classify(line: string, places: Places): Rating {
  return ratingOf(new Classifier(places).line(line, 0), line.trim());
}

class Classifier {
  readonly #places: Places;

  constructor(places: Places) {
    this.#places = places;
  }

  line(text: string, depth: number): Finding[] {
    if (depth > DEEPEST) return [dangerous('it is a text within a text too often to be followed')];
    const { home, directory } = this.#places;
    const { commands, problems, functions } = readShellLine(text, { home, directory });
    const findings = commands.flatMap((command) => this.#command(command, functions, depth));
    if (callsItself(commands, functions, text)) findings.push(denied('it starts processes without end'));
    return [...problems.map((problem) => moderate(problem)), ...findings];
  }

  #command(command: SimpleCommand, functions: ReadonlySet<string>, depth: number): Finding[] {
    const findings = [
      ...command.variables.flatMap(({ name, value }) =>
        steering(name, value?.text ?? '', (text) => this.line(text, depth + 1)),
      ),
      ...ratingOfRedirections(command, this.#places),
    ];
    const [program] = command.words;
    if (!program) return findings;
    return [...findings, ...this.#program(command, program.text, program.exact, functions, depth)];
  }

  #program(
    command: SimpleCommand,
    text: string,
    exact: boolean,
    functions: ReadonlySet<string>,
    depth: number,
  ): Finding[] {
    if (!exact)
      return [moderate('which program it runs can not be told before'), ...this.#guessed(command, text, depth)];
    // What a function of the line does is rated where it is defined.
    if (functions.has(text)) return [safe()];
    if (text.includes('/') && !PROGRAM_DIRECTORIES.test(text)) {
      const known = this.#named(command, programName(text), depth).filter((one) => one.level !== 'safe');
      const pattern = HAS_VERBS.has(text) ? patternOf(command) : text;
      return [moderate(`it runs the program ${text}`, pattern), ...known.filter((one) => one.level !== 'moderate')];
    }
    return this.#named(command, programName(text), depth);
  }

  /** A program that a variable names: what the line has set it to may be more than one word. */
  #guessed(command: SimpleCommand, text: string, depth: number): Finding[] {
    if (!/\s/.test(text)) return this.#named(command, programName(text), depth);
    const words = [
      ...text
        .trim()
        .split(/\s+/)
        .map((one) => ({ ...exactly(one), exact: false })),
      ...argumentsOf(command),
    ];
    return depth > DEEPEST ? [] : this.#named({ ...command, words }, programName(words[0]?.text ?? ''), depth + 1);
  }

  #named(command: SimpleCommand, name: string, depth: number): Finding[] {
    if (ELEVATING.has(name)) return [denied('it asks for another user’s rights')];
    if (DISKS.has(name) || name.startsWith('mkfs.')) return [denied('it changes disks')];
    if (POWER.has(name) || (name === 'init' && /^[06]$/.test(argumentsOf(command)[0]?.text ?? '')))
      return [denied('it stops the machine')];
    const rule = this.#ruleOf(command, name);
    if (rule) return rule(command, this.#context(depth));
    if (READ_ONLY.has(name)) return atLeastSafe(ratingOfReads(operands(command), this.#places));
    return unknownProgram(command, name, this.#context(depth));
  }

  #ruleOf(command: SimpleCommand, name: string): Rule | null {
    if (HAS_VERSION.has(name) && asksForVersion(command)) return () => [safe()];
    if (name === 'busybox') return busybox;
    if (name === '.' || name === 'source') return source;
    if (name === 'git') return git;
    if (name === 'command' && /^-[vV]+$/.test(argumentsOf(command)[0]?.text ?? '')) return () => [safe()];
    const own = PROGRAMS.get(name);
    const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
    if (wrapper) return withReads(wrapper);
    if (own) return own;
    if (SHELLS.has(name)) return shell;
    return INTERPRETERS.has(name) || /^(?:python|perl|ruby|node|php|lua)[\d.]+$/.test(name) ? interpreter : null;
  }

  #context(depth: number) {
    return {
      places: this.#places,
      inner: (command: SimpleCommand) => this.#command(command, new Set(), depth + 1),
      script: (text: string) => this.line(text, depth + 1),
    };
  }
}

/** What a wrapper is given may be a file that it reads (`find ~/.ssh`). */
function withReads(rule: Rule): Rule {
  return (command, context) => [...rule(command, context), ...ratingOfReads(operands(command), context.places)];
}

function atLeastSafe(findings: Finding[]): Finding[] {
  return findings.length === 0 ? [safe()] : findings;
}

function asksForVersion(command: SimpleCommand): boolean {
  const [only, ...rest] = argumentsOf(command);
  return (
    rest.length === 0 &&
    only !== undefined &&
    only.exact &&
    /^(?:--version|-version|-V|-v|version|--help|-h|help)$/.test(only.text)
  );
}

/** A function that runs itself in a pipe or in the background: `:(){ :|:& };:`. */
function callsItself(commands: readonly SimpleCommand[], functions: ReadonlySet<string>, text: string): boolean {
  return commands.some(({ words: [program], upstream }) => {
    const name = program?.text ?? '';
    return functions.has(name) && upstream.some((one) => one.words[0]?.text === name) && text.includes('&');
  });
}
