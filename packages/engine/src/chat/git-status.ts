import { execFile } from 'node:child_process';

/** What the status line says of a directory's repository; `branch` null outside one. */
export interface GitStatus {
  branch: string | null;
  added: number;
  removed: number;
}

const NONE: GitStatus = { branch: null, added: 0, removed: 0 };

/** Longest wait for git: a status line is not worth more. */
const TIMEOUT_MS = 2_000;

const MOST_BYTES = 4 * 1024 * 1024;

/** Branch of a directory, and how many lines are added and removed against its last commit. Never throws. */
export async function gitStatus(directory: string): Promise<GitStatus> {
  const git = (...args: string[]): Promise<string | null> =>
    new Promise((resolve) => {
      const options = { cwd: directory, timeout: TIMEOUT_MS, maxBuffer: MOST_BYTES };
      execFile('git', args, options, (error, stdout) => resolve(error ? null : stdout.trimEnd()));
    });
  const [branch, changes] = await Promise.all([
    git('rev-parse', '--abbrev-ref', 'HEAD'),
    git('diff', '--numstat', '--no-ext-diff', 'HEAD'),
  ]);
  if (branch === null) return NONE;
  const counts = (changes ?? '').split('\n').map((line) => line.split('\t'));
  const sum = (column: number) => counts.reduce((n, row) => n + (Number(row[column]) || 0), 0);
  return { branch: branch === 'HEAD' ? 'detached' : branch, added: sum(0), removed: sum(1) };
}
