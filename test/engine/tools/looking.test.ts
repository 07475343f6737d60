import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withoutSecrets } from '../../../packages/engine/src/tools/system/secrets.ts';
import { Toolbench } from './support.ts';

describe('inspect', () => {
  it('lists the calls of a turn and how they ended', async () => {
    const bench = new Toolbench();
    await bench.call('run_command', { command: 'exit 3' });
    bench.turn = 2;
    await bench.call('read_file', { path: 'nothing' });
    const now = (await bench.call('inspect', { what: 'calls' })).text;
    expect(now).toMatch(
      /^[0-9a-f]{8} read_file \{"path":"nothing"\}\n[0-9a-f]{8} {3}→ there is no file nothing\., 0 bytes\n[0-9a-f]{8} inspect /,
    );
    const before = (await bench.call('inspect', { what: 'calls', turn: 1 })).text;
    expect(before).toMatch(/run_command \{"command":"exit 3"\}\n[0-9a-f]{8} {3}→ exit status 3, 0 bytes$/);
    expect((await bench.call('inspect', { what: 'calls', turn: 9 })).text).toBe('[no call in turn 9]');
  });

  it('gives the last events, and those of a kind', async () => {
    const bench = new Toolbench();
    await bench.call('run_command', { command: 'echo hi' });
    const outcome = (await bench.call('inspect', { what: 'audit', kind: 'command.outcome' })).text;
    expect(outcome).toMatch(/^\d\d:\d\d:\d\d command\.outcome t1 [0-9a-f]{8} \{"command":"echo hi","exitStatus":0/);
    expect((await bench.call('inspect', { what: 'turn', kind: 'nothing' })).text).toBe('[no such event in turn 1]');
    expect((await bench.call('inspect', { what: 'audit', last: 1 })).text.split('\n')).toHaveLength(1);
  });

  it('gives the settings, and what fills the window', async () => {
    const bench = new Toolbench();
    expect((await bench.call('inspect', { what: 'config' })).text).toContain('"outputDays": 30');
    expect((await bench.call('inspect', { what: 'context' })).text).toBe('{\n  "parts": []\n}');
  });
});

describe('system_info', () => {
  it('finds what listens on a port', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const bench = new Toolbench();
    expect((await bench.call('system_info', { topic: 'ports', port })).text).toContain(String(port));
    const free = await bench.call('system_info', { topic: 'ports', port: 1 });
    expect(free.text).toBe('Nothing listens on port 1.');
  });

  it.each([
    ['memory', /^memory: [\d.]+ GiB, /],
    ['disk', /^mounted on +device +size +used +free +full\n/],
    ['system', /^system: /],
    ['network', /^interface /],
    ['battery', /battery/],
  ])('tells of %s', async (topic, shape) => {
    expect((await new Toolbench().call('system_info', { topic })).text).toMatch(shape);
  });

  it('shows the processes that have a text in them, without their secrets', async () => {
    const bench = new Toolbench();
    const { text } = await bench.call('system_info', { topic: 'processes', matching: 'vitest', limit: 3 });
    expect(text).toMatch(/^\d+ processes\n +pid +cpu +memory/);
    expect(withoutSecrets('app --api-key abc123 --token=xyz DB_PASSWORD=hunter2 run', 80)).toBe(
      'app --api-key ••• --token=••• DB_PASSWORD=••• run',
    );
  });
});
