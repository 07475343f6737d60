import type { Places } from './paths.ts';
import { dangerous, denied, type Finding, moderate, type Rating, ratingOf, safe } from './rating.ts';
import { argumentsOf, programName } from './rules/arguments.ts';
import { isNetwork, runsFetched } from './rules/fetched.ts';
import { ratingOfReads, ratingOfRedirections, scriptPattern } from './rules/files.ts';
import { worse } from './rules/launchers.ts';
import { DISKS, ELEVATING, HAS_VERBS, NAMES_ONLY, POWER, READ_ONLY } from './rules/names.ts';
import { ruleOf } from './rules/programs.ts';
import type { RuleContext } from './rules/rule.ts';
import { patternOf, unknownProgram } from './rules/unknown.ts';
import { steering, steeringByBuiltin } from './rules/wrappers.ts';
import { type Arg, type DefinedFunction, NOWHERE, ranBy, type SimpleCommand } from './shell/command.ts';
import { positional } from './shell/line-state.ts';
import { posixReading } from './shell/posix.ts';
import { readShellLine } from './shell/read-line.ts';

/** Texts within texts that are followed: `sh -c 'sh -c …'`. */
const DEEPEST = 8;

/** Commands that are rated for one line, those in the texts that it runs included. */
const MOST = 5_000;

/** Directories of programs that the machine's owner put there: a program named by its path in another one is not known. */
const PROGRAM_DIRECTORIES = /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$|^\/opt\/homebrew\/bin\/[^/]+$/;

const FROM_NETWORK = 'it runs what the network sends';

/**
 * Rates a command line (features G7): it is read as a shell reads it, each simple command in it is rated by rules, wrappers
 * are looked through, and the highest rating counts. What can not be read is at least moderate. Rules are for programs, not
 * for texts: quoting, paths and nesting change nothing.
 */
export function classify(line: string, places: Places): Rating {
  const text = line.trim();
  // Good where it was approved: the same words mean other files elsewhere.
  return ratingOf(
    new Classifier(places).line(line, { directories: [places.directory], depth: 0 }),
    `${text} in ${places.directory}`,
  );
}

/** Where a text is run from, and what it is given. */
interface Setting {
  directories: readonly string[];
  depth: number;
  given?: readonly Arg[] | undefined;
}

class Classifier {
  readonly #places: Places;
  #rated = 0;

  constructor(places: Places) {
    this.#places = places;
  }

  line(text: string, { directories, depth, given }: Setting): Finding[] {
    if (depth > DEEPEST) return [dangerous('it is a text within a text too often to be followed')];
    const posix = posixReading(text);
    // What both shells would do is rated; what only one could not read is no reason to ask.
    const also = posix === null ? [] : this.#read(posix, { directories, depth, given }).filter(isGrave);
    return [...this.#read(text, { directories, depth, given }), ...also];
  }

  #read(text: string, { directories, depth, given }: Setting): Finding[] {
    const [zero, ...rest] = given ?? [];
    const variables = new Map(given ? [...(zero ? [['0', zero] as const] : []), ...positional(rest)] : []);
    const read = readShellLine(text, { home: this.#places.home, directories, variables });
    const findings = read.commands.flatMap((command) => this.#command(command, read.functions, depth));
    if (callsItself(read.commands, read.functions)) findings.push(denied('it starts processes without end'));
    if (runsFetched(read.commands, this.#places)) findings.push(denied(FROM_NETWORK));
    for (const [name, body] of read.functions) findings.push(...this.#called(name, body, read.commands, depth));
    return [...read.problems.map((problem) => moderate(problem)), ...findings];
  }

  #command(command: SimpleCommand, functions: ReadonlyMap<string, DefinedFunction>, depth: number): Finding[] {
    if (++this.#rated > MOST) return [dangerous('it runs too many commands to be followed')];
    const context = this.#context(command, depth);
    const findings = [
      ...command.variables.flatMap(({ name, value }) =>
        // How a command's own words are split is settled before it runs.
        name === 'IFS' && command.words.length > 0 ? [] : steering(name, value?.text ?? '', context.script),
      ),
      ...steeringByBuiltin(command, context),
      ...ratingOfRedirections(command, context.places),
    ];
    const [program] = command.words;
    if (!program) return findings;
    return [...findings, ...this.#program(command, program, functions, context)];
  }

  #program(
    command: SimpleCommand,
    { text, exact, made }: Arg,
    functions: ReadonlyMap<string, DefinedFunction>,
    context: RuleContext,
  ): Finding[] {
    if (made.some(isNetwork)) return [denied(FROM_NETWORK)];
    const named = () => this.#named(command, programName(text), context);
    if (!exact) return [moderate('which program it runs can not be told before'), ...named()];
    // What a function of the line does is rated where it is defined.
    if (functions.has(text)) return [safe()];
    if (text.includes('/') && !PROGRAM_DIRECTORIES.test(text)) {
      const pattern = HAS_VERBS.has(text)
        ? patternOf(command)
        : scriptPattern('', command.words[0] ?? { text, exact, made }, context.places);
      return [moderate(`it runs the program ${text}`, pattern), ...worse(named())];
    }
    return named();
  }

  #named(command: SimpleCommand, name: string, context: RuleContext): Finding[] {
    if (ELEVATING.has(name)) return [denied('it asks for another user’s rights')];
    if (DISKS.has(name) || name.startsWith('mkfs.') || name.startsWith('fsck.')) return [denied('it changes disks')];
    if (POWER.has(name) || (name === 'init' && /^[06]$/.test(argumentsOf(command)[0]?.text ?? '')))
      return [denied('it stops the machine')];
    const rule = ruleOf(command, name);
    if (rule) return rule(command, context);
    if (NAMES_ONLY.has(name)) return [safe()];
    if (READ_ONLY.has(name)) return [safe(), ...ratingOfReads(argumentsOf(command), context.places)];
    return unknownProgram(command, name, context);
  }

  /** What a function that runs its own arguments (`f() { "$@"; }`) is given to run. */
  #called(name: string, { from, to }: DefinedFunction, commands: readonly SimpleCommand[], depth: number): Finding[] {
    const runs = commands.slice(from, to).some(({ words: [first] }) => /^\$\{?[@*1-9]\}?$/.test(first?.text ?? ''));
    if (!runs) return [];
    const calls = commands.filter(({ words: [first, ...rest] }) => first?.text === name && rest.length > 0);
    return calls.flatMap((call) => worse(this.#command(ranBy(call, argumentsOf(call)), new Map(), depth + 1)));
  }

  #context({ directories: [directory = NOWHERE, ...others] }: SimpleCommand, depth: number): RuleContext {
    const places = { ...this.#places, directory, others };
    return {
      places,
      inner: (command) =>
        depth >= DEEPEST
          ? [dangerous('it is a command within a command too often to be followed')]
          : this.#command(command, new Map(), depth + 1),
      script: (text, given) => this.line(text, { directories: [directory, ...others], depth: depth + 1, given }),
    };
  }
}

/** What is worse than asking, or writes a file. */
function isGrave({ level, reason }: Finding): boolean {
  return level === 'denied' || level === 'dangerous' || (level === 'moderate' && reason.startsWith('it writes'));
}

/** A function that runs itself in a pipe or in the background: `:(){ :|:& };:`. */
function callsItself(commands: readonly SimpleCommand[], functions: ReadonlyMap<string, DefinedFunction>): boolean {
  return [...functions].some(([name, { from, to, background }]) =>
    commands.slice(from, to).some(({ words, upstream }) => {
      const piped = upstream.some((one) => one.words[0]?.text === name);
      return words[0]?.text === name && (background || piped);
    }),
  );
}
