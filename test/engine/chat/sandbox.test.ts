import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { placesOf } from '../../../packages/engine/src/exec/sandbox/places.ts';
import { Sandbox } from '../../../packages/engine/src/exec/sandbox/sandbox.ts';
import { startFakeOllama } from '../../fake-ollama/server.ts';
import { Engine } from '../../support/engine.ts';
import { outsideOfSandboxes } from '../../support/outside.ts';
import { runs, say, tell } from './support.ts';

const here = await new Sandbox(placesOf(process.cwd(), '/nowhere', {})).state();

function scratch(inside: string): string {
  const path = realpathSync(mkdtempSync(join(inside, '.wisp-sandbox-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const elsewhere = outsideOfSandboxes();

async function converse(sandbox: 'auto' | 'off', script: string) {
  const server = await startFakeOllama({ turns: [runs('sh ./script'), say('Done.')] });
  onTestFinished(() => server.close());
  const home = scratch(tmpdir());
  writeFileSync(join(home, 'config.json'), JSON.stringify({ sandbox }), { mode: 0o600 });
  const places = { home, directory: scratch(tmpdir()) };
  // What a script does, the gate can not see.
  writeFileSync(join(places.directory, 'script'), script);
  const wisp = new Engine(['--yes'], { OLLAMA_HOST: server.url }, places);
  await wisp.line('status');
  await tell(wisp, 'Do it.');
  return { ...places, result: JSON.stringify(server.chats()[1]?.body.messages) };
}

describe.skipIf(!here.on)('with the setting sandbox: auto', () => {
  it.skipIf(elsewhere === null)('a command writes in the launch directory and nowhere else', async () => {
    const outside = join(scratch(elsewhere ?? ''), 'made');
    const { directory, result } = await converse('auto', `touch inside && touch ${outside}`);
    expect(existsSync(join(directory, 'inside'))).toBe(true);
    expect(existsSync(outside)).toBe(false);
    expect(result).toContain('exit status: 1');
  });

  it('a command can not change what is wisp’s, and the model is told why it failed', async () => {
    const { home, result } = await converse('auto', 'echo {} > "$WISP_HOME/approvals.json"');
    expect(existsSync(join(home, 'approvals.json'))).toBe(false);
    expect(result).toContain('commands may write only in the launch directory');
  });
});

it('without it a command writes where it may', async () => {
  const outside = join(scratch(tmpdir()), 'made');
  const { result } = await converse('off', `touch ${outside}`);
  expect(existsSync(outside)).toBe(true);
  expect(result).not.toContain('may write only');
});

it.skipIf(here.on)('commands run as they are where nothing can confine them', async () => {
  const { directory } = await converse('auto', 'touch inside');
  expect(existsSync(join(directory, 'inside'))).toBe(true);
});
