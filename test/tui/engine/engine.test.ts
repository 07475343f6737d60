import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outbound } from '@wisp/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { EngineClient } from '../../../packages/tui/src/engine/client.ts';
import { EngineProcess } from '../../../packages/tui/src/engine/process.ts';
import { prepareEnvironment } from '../../../packages/tui/src/environment.ts';
import { FAKE_ENGINE } from '../pty.ts';

const folder = mkdtempSync(join(tmpdir(), 'wisp-tui-engine-'));
afterAll(() => rmSync(folder, { recursive: true }));

function script(name: string, text: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, text);
  return path;
}

describe('the engine as a child', () => {
  it('is spoken to in lines, and ends when its input does', async () => {
    const engine = new EngineProcess(FAKE_ENGINE, ['--model', 'x']);
    const client = new EngineClient(engine);
    const types: string[] = [];
    for await (const line of client.lines()) {
      types.push(line.type);
      if (line.type === 'status' && types.length === 2) client.send({ type: 'message', text: 'say hello' });
      else if (line.type === 'status') break;
    }
    expect(types).toEqual(['hello', 'status', 'turn', 'delta', 'activity', 'turn', 'status']);
    expect(await engine.close()).toEqual({ code: 0, signal: null, words: '' });
  });

  it('counts what is no line of the protocol and goes on', async () => {
    const engine = new EngineProcess(
      script('stray', `console.log('hello'); console.log('{"type":"note","text":"x","level":"info"}');`),
      [],
    );
    const client = new EngineClient(engine);
    const lines: Outbound[] = [];
    for await (const line of client.lines()) lines.push(line);
    expect(lines).toEqual([{ type: 'note', text: 'x', level: 'info' }]);
    expect(client.strayLines).toBe(1);
  });

  it('is given its options', async () => {
    const engine = new EngineProcess(script('args', 'process.stderr.write(JSON.stringify(process.argv.slice(2)))'), [
      '--yes',
    ]);
    engine.output.resume();
    expect((await engine.ended).words).toBe('["chat","--json","--yes"]');
  });

  it('keeps the last of what it says on stderr, however much that is', async () => {
    const engine = new EngineProcess(
      script('noisy', `process.stderr.write('x'.repeat(1e6) + 'the end', () => process.exit(7))`),
      [],
    );
    engine.output.resume();
    const end = await engine.ended;
    expect(end).toMatchObject({ code: 7, signal: null });
    expect(end.words.length).toBeLessThanOrEqual(8_192);
    expect(end.words.endsWith('the end')).toBe(true);
  });

  it('is ended by force when nothing else helps', async () => {
    const deaf = script('deaf', `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('ready');`);
    const engine = new EngineProcess(deaf, []);
    await new Promise((resolve) => engine.output.once('data', resolve));
    expect(await engine.close()).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  it('that cannot be started says why', async () => {
    const engine = new EngineProcess(join(folder, 'missing.mjs'), []);
    engine.output.resume();
    const end = await engine.ended;
    expect(end.code).toBe(1);
    expect(end.words).toContain('Cannot find module');
  });
});

describe('the environment of Ink', () => {
  it('is told of NO_COLOR, and not of CI', () => {
    const environment: NodeJS.ProcessEnv = { NO_COLOR: '1', CI: 'true', INK_SCREEN_READER: 'true', PATH: '/bin' };
    prepareEnvironment(environment);
    expect(environment).toEqual({ FORCE_COLOR: '0', PATH: '/bin' });
    const forced: NodeJS.ProcessEnv = { NO_COLOR: '', FORCE_COLOR: '3' };
    prepareEnvironment(forced);
    expect(forced).toEqual({ FORCE_COLOR: '3' });
  });
});
