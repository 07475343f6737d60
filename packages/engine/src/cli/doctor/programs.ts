import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Environment } from '../../config/environment.ts';
import { type Finding, ok, type Patient, warn } from './finding.ts';

/** Longest wait for a program to tell its version. */
const VERSION_MS = 3_000;

/** The programs that wisp uses when they are there: a pager and git. */
export async function programs({ settings, env }: Patient): Promise<Finding[]> {
  return [pager(settings.pager, env), await git()];
}

function pager(set: string | undefined, env: Environment): Finding {
  const command = set ?? (env.PAGER || 'less -R');
  const from = set !== undefined ? 'the setting pager' : env.PAGER ? 'PAGER' : 'by default';
  // `LESS=-R less` is a command too: what is before it are no programs.
  const program =
    command
      .trim()
      .split(/\s+/)
      .find((word) => !/^\w+=/.test(word)) ?? '';
  const at = programAt(program, env);
  if (at !== null) return ok('pager', `${command} (${from})`);
  return warn(
    'pager',
    `${command} (${from}): there is no program ${program}`,
    'Install it, or set another: wisp config set pager COMMAND',
  );
}

function git(): Promise<Finding> {
  return new Promise((resolve) => {
    execFile('git', ['--version'], { timeout: VERSION_MS, maxBuffer: 4096 }, (error, stdout) => {
      const version = /\d[\w.]{0,30}/.exec(stdout)?.[0];
      if (error === null && version !== undefined) resolve(ok('git', version));
      else resolve(warn('git', 'there is none', 'Install git to see the branch and the changes of a directory.'));
    });
  });
}

/** Where a program is that a shell would find under this name; null when nowhere. */
function programAt(name: string, env: Environment): string | null {
  const places = name.includes('/') ? [name] : (env.PATH ?? '').split(delimiter).map((place) => join(place, name));
  return places.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Not there, or not ours to run: the next place may have it.
    return false;
  }
}
