import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export const WISP = join(import.meta.dirname, '../../packages/engine/bin/wisp.js');

/** A directory that goes when the test has finished. */
export function scratch(): string {
  const path = mkdtempSync(join(tmpdir(), 'wisp-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export interface WispResult {
  stdout: string;
  stderr: string;
  status: number | null;
  signal: NodeJS.Signals | null;
}

/** Runs the built `wisp` in `home`; `onStart` gets the process, to send it signals; `env` is added to the environment. */
export async function wisp(
  home: string,
  args: readonly string[],
  onStart?: (child: ReturnType<typeof spawn>) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<WispResult> {
  const child = spawn(process.execPath, [WISP, ...args], {
    env: { ...process.env, WISP_HOME: home, OLLAMA_HOST: '127.0.0.1:1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  onStart?.(child);
  const [status, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, ended) => resolve([code, ended]));
  });
  return { stdout: Buffer.concat(out).toString('utf8'), stderr: Buffer.concat(err).toString('utf8'), status, signal };
}
