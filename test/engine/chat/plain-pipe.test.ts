import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch, WISP } from '../../support/wisp.ts';

interface Ended {
  stdout: string;
  stderr: string;
  status: number | null;
}

/** A script of replies for a model of its own. */
function script(...replies: object[]): string {
  const path = join(scratch(), 'script.jsonl');
  writeFileSync(path, replies.map((reply) => `${JSON.stringify(reply)}\n`).join(''));
  return `scripted:${path}`;
}

/** `wisp chat` with pipes on all sides; `command` is what a shell runs around it. */
async function chat(input: string, args: readonly string[], command = '"$@"', home = scratch()): Promise<Ended> {
  const child = spawn('/bin/sh', ['-c', command, 'sh', process.execPath, WISP, 'chat', ...args], {
    cwd: scratch(),
    env: { ...process.env, WISP_HOME: home, OLLAMA_HOST: '127.0.0.1:1' },
  });
  const ended = { stdout: '', stderr: '', status: null as number | null };
  child.stdout.on('data', (chunk) => {
    ended.stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    ended.stderr += String(chunk);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [status] = await once(child, 'close');
  return { ...ended, status: typeof status === 'number' ? status : null };
}

describe('a plain conversation with a pipe', () => {
  test('takes each line as a message, with the replies on stdout and all else on stderr', async () => {
    const model = script(
      { thinking: 'Hm.', text: 'High water is at six.', usage: { inputTokens: 5, outputTokens: 4 } },
      { text: 'Let me look.\n', calls: [{ name: 'run_command', arguments: { command: 'echo low' } }] },
      { text: 'Low water is at noon.' },
    );
    const { stdout, stderr, status } = await chat('When is high water?\n\n  \nAnd low?', ['--model', model]);
    expect(stdout).toBe('High water is at six.\nLet me look.\nLow water is at noon.\n');
    expect(stderr.split('\n').map((line) => line.replace(/\d+\.\d s/, '0.0 s'))).toEqual([
      '· thought for 0.0 s',
      '· run_command echo low',
      '· run_command: exit status 0 · 0.0 s',
      'ran: run_command',
      '',
    ]);
    expect(status).toBe(0);
  });

  test('ends with 1 when the last turn was not answered', async () => {
    const failing = script({ text: 'Yes.' }, { error: 'The sea is closed.' });
    expect(await chat('One.\nTwo.\n', ['--model', failing])).toMatchObject({
      status: 1,
      stdout: 'Yes.\n',
      stderr: expect.stringContaining('The sea is closed.'),
    });
    const recovering = script({ error: 'The sea is closed.' }, { text: 'Yes.' });
    expect(await chat('One.\nTwo.\n', ['--model', recovering])).toMatchObject({ status: 0, stdout: 'Yes.\n' });
  });

  test('refuses what would be asked, since there is nobody to ask', async () => {
    const model = script({ calls: [{ name: 'run_command', arguments: { command: 'touch made' } }] }, { text: 'No.' });
    const { stderr, stdout } = await chat('Make it.\n', ['--model', model]);
    expect(stderr).toMatch(/not run: .*/);
    expect(stdout).toBe('No.\n');
  });

  test('gives the bytes of an output as they are, and ends quietly when its reader does', async () => {
    const input = '!printf "\\033[31mred\\033[0m\\a\\n"; seq 1 60000\n/show\n';
    const { stdout, stderr } = await chat(input, ['--model', 'none', '--plain']);
    const whole = `exit status: 0\nstdout:\n\x1b[31mred\x1b[0m\x07\n${Array.from({ length: 60_000 }, (_, n) => `${n + 1}\n`).join('')}`;
    expect(stdout.endsWith(whole)).toBe(true);
    expect(stderr).toMatch(/^output [0-9a-f]{16} of .*: 60,003 lines, \d+ KiB, whole$/m);
    const head = await chat(input, ['--model', 'none'], '"$@" | head -1');
    expect(head).toMatchObject({ status: 0, stdout: expect.stringMatching(/^.*\n$/) });
    expect(head.stderr).not.toMatch(/EPIPE|Error/);
  });

  test('shows an output of 16 MiB without holding it', async () => {
    const input = '!yes "the tide comes in and goes out" | head -c 16000000\n/show\n';
    const { stdout } = await chat(input, ['--model', 'none'], '"$@" | wc -c');
    expect(Number(stdout)).toBeGreaterThan(16_000_000);
  });

  test('says the commands’ lines and leaves with /quit', async () => {
    const { stdout, status } = await chat('/help\n/quit\n/tools\n', ['--model', 'none']);
    expect(stdout).toMatch(/^\/quit +end the conversation/m);
    expect(stdout).not.toContain('run_command');
    expect(status).toBe(0);
  });

  test('names the option that does not go with another', async () => {
    expect(await chat('', ['--json', '--plain'])).toMatchObject({ status: 2 });
    expect(await chat('', ['--resume', 'a', '--continue'])).toMatchObject({ status: 2 });
    expect(await chat('', ['--continue'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^wisp chat: no conversation of .* is saved/),
    });
  });
});
