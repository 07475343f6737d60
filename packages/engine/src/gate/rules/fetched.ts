import { type Places, pathsOf } from '../paths.ts';
import type { SimpleCommand } from '../shell/command.ts';
import { argumentsOf, fromOperand, has, nameOf, operands, programName } from './arguments.ts';
import { INTERPRETERS, NETWORK, SHELLS } from './names.ts';
import { savedTo } from './network.ts';

/** Whether a command brings what the network sends to its output, itself or by what it runs: `timeout 9 curl …`. */
export function isNetwork({ words: [program, ...rest] }: SimpleCommand): boolean {
  return program !== undefined && [program, ...rest].some(({ text }) => NETWORK.has(programName(text)));
}

/** Whether what a command reads, or is given as words, comes from the network. */
export function isFedByNetwork({ upstream, words, input, opens }: SimpleCommand): boolean {
  const made = [
    ...words,
    ...(input ? [input] : []),
    ...opens.filter((one) => one.mode === 'read').map((one) => one.file),
  ];
  return [...upstream, ...made.flatMap((one) => one.made)].some(isNetwork);
}

/** Whether a later command of the line runs a file that an earlier one saved from the network: `curl -o f URL; sh f`. */
export function runsFetched(commands: readonly SimpleCommand[], places: Places): boolean {
  const fetched = new Set<string>();
  for (const command of commands) {
    const at = {
      ...places,
      directory: command.directories[0] ?? places.directory,
      others: command.directories.slice(1),
    };
    if (runFiles(command).some((file) => pathsOf(file, at).some((path) => fetched.has(path)))) return true;
    for (const file of savedFiles(command)) for (const path of pathsOf(file, at)) fetched.add(path);
  }
  return false;
}

function savedFiles(command: SimpleCommand): string[] {
  const brings = isNetwork(command);
  if (!brings && !isFedByNetwork(command)) return [];
  const opened = command.opens.filter((one) => one.mode === 'write').map((one) => one.file.text);
  if (nameOf(command) === 'tee') return [...opened, ...operands(command).map((one) => one.text)];
  if (!brings) return opened;
  const byAddress = nameOf(command) === 'wget' || has(command, 'O', '--remote-name');
  const addresses = argumentsOf(command).filter(({ text }) => text.includes('://'));
  return [
    ...opened,
    ...savedTo(command).map((one) => one.text),
    ...(byAddress ? addresses.map(({ text }) => text.replace(/[?#].*$/s, '').replace(/^.*\//s, '')) : []),
  ];
}

/** Programs that run the rest of their words. */
const PREFIX = /^(?:env|nohup|timeout|time|nice|ionice|setsid|stdbuf|exec|command|builtin|xargs)$/;

/** Files that a command runs: as its program, or as the script of a shell or an interpreter in it. */
function runFiles({ words }: SimpleCommand): string[] {
  const at = words.findIndex(({ text }, i) => i === words.length - 1 || !isBefore(text));
  const [program, ...rest] = words.slice(Math.max(at, 0));
  if (!program) return [];
  const found = program.text.includes('/') ? [program.text] : [];
  const name = programName(program.text);
  const runs = SHELLS.has(name) || INTERPRETERS.has(name) || /^(?:\.|source|python[\d.]+)$/.test(name);
  const [script] = runs ? fromOperand(rest, '-o -O -W -X -I -r') : [];
  return script ? [...found, script.text] : found;
}

function isBefore(text: string): boolean {
  return PREFIX.test(programName(text)) || /^(?:-|\d|\w+=)/.test(text);
}
