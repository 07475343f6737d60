import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { placesOf } from '../../../packages/engine/src/exec/sandbox/places.ts';
import { Sandbox } from '../../../packages/engine/src/exec/sandbox/sandbox.ts';
import { startFakeOllama } from '../../fake-ollama/server.ts';
import { Engine } from '../../support/engine.ts';
import { runs, say, tell } from './support.ts';

const here = await new Sandbox(placesOf(process.cwd(), '/nowhere', {})).state();

function scratch(inside: string): string {
  const path = realpathSync(mkdtempSync(join(inside, '.wisp-sandbox-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function converse(sandbox: 'auto' | 'off', command: string) {
  const server = await startFakeOllama({ turns: [runs(command), say('Done.')] });
  onTestFinished(() => server.close());
  const home = scratch(tmpdir());
  writeFileSync(join(home, 'config.json'), JSON.stringify({ sandbox }), { mode: 0o600 });
  const places = { home, directory: scratch(tmpdir()) };
  const wisp = new Engine(['--yes'], { OLLAMA_HOST: server.url }, places);
  await wisp.line('status');
  await tell(wisp, 'Do it.');
  return { ...places, result: JSON.stringify(server.chats()[1]?.body.messages) };
}

describe('with the setting sandbox: auto', () => {
  it.skipIf(!here.on)(
    'a command writes in the launch directory and nowhere else, and the model is told why',
    async () => {
      // Temporary directories are open: what is outside lies beside this project's files.
      const outside = join(scratch(process.cwd()), 'made');
      const { directory, result } = await converse('auto', `touch inside && touch ${outside}`);
      expect(existsSync(join(directory, 'inside'))).toBe(true);
      expect(existsSync(outside)).toBe(false);
      expect(result).toContain('exit status: 1');
      expect(result).toContain('commands may write only in the launch directory');
    },
  );

  it.skipIf(here.on)('commands run as they are where nothing can confine them', async () => {
    const { directory } = await converse('auto', 'touch inside');
    expect(existsSync(join(directory, 'inside'))).toBe(true);
  });
});

it('without it a command writes where it may', async () => {
  const outside = join(scratch(process.cwd()), 'made');
  const { result } = await converse('off', `touch ${outside}`);
  expect(existsSync(outside)).toBe(true);
  expect(result).not.toContain('may write only');
});
