import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../packages/engine/src/config/settings.ts';
import { Toolbench } from './support.ts';

const inspect = async (bench: Toolbench, args: Record<string, unknown>) => (await bench.call('inspect', args)).text;

describe('inspect', () => {
  it('lists the calls of a turn and how they ended, a line each', async () => {
    const bench = new Toolbench();
    await bench.call('run_command', { command: 'echo hi; exit 3' });
    bench.turn = 2;
    await bench.call('read_file', { path: 'nothing' });
    await bench.call('no_such\ntool', { long: 'x'.repeat(500) });
    expect(await inspect(bench, { what: 'calls' })).toBe(
      [
        't2 entry 2 read_file {"path":"nothing"} → refused: there is no file nothing.',
        `t2 entry 3 no_such tool {"long":"${'x'.repeat(108)}… → error: there is no tool no_such tool; there are run_command, read_file, edit_file, memory, inspect, system_info, current_date`,
        't2 entry 4 inspect {"what":"calls"} → this call',
      ].join('\n'),
    );
    expect(await inspect(bench, { what: 'calls', turn: 1 })).toBe(
      't1 entry 1 run_command {"command":"echo hi; exit 3"} → exit status 3, 3 bytes',
    );
    expect(await inspect(bench, { what: 'calls', turn: 9 })).toBe('[no call in turn 9]');
  });

  it('gives every event of a turn, the last events, and those of a kind', async () => {
    const bench = new Toolbench();
    await bench.call('run_command', { command: 'echo hi' });
    const turn = (await inspect(bench, { what: 'turn' })).split('\n');
    expect(turn.map((line) => line.split(' ')[1])).toEqual([
      'tool.call',
      'policy.decision',
      'command.outcome',
      'tool.result',
      'tool.call',
    ]);
    expect(turn[2]).toMatch(/^\d\d:\d\d:\d\d command\.outcome t1 [0-9a-f]{8} \{"command":"echo hi","exitStatus":0/);
    expect(await inspect(bench, { what: 'turn', kind: 'nothing' })).toBe('[no such event in turn 1]');
    expect(await inspect(bench, { what: 'audit', kind: 'command.outcome' })).toBe(turn[2]);
    expect((await inspect(bench, { what: 'audit', last: 3 })).split('\n')).toHaveLength(3);
    expect(await inspect(bench, { what: 'audit', last: 101 })).toMatch(/^error: the arguments of inspect do not fit/);
  });

  it('reaches the turns before the conversation was resumed', async () => {
    const before = new Toolbench();
    await before.call('run_command', { command: 'echo earlier' });
    const after = new Toolbench({ home: before.home, entries: [...before.box.entries] });
    after.turn = 2;
    expect(await inspect(after, { what: 'calls', turn: 1 })).toBe(
      't1 entry 1 run_command {"command":"echo earlier"} → exit status 0, 8 bytes',
    );
    expect(await inspect(after, { what: 'calls' })).toContain('t2 entry 3 inspect');
  });

  it('is bounded as every tool is, its whole kept', async () => {
    const bench = new Toolbench();
    for (let i = 0; i < 20; i++) await bench.call('run_command', { command: `echo ${i} ${'x'.repeat(200)}` });
    const answer = await bench.call('inspect', { what: 'calls' }, 1_024);
    expect(answer.text).toContain(`the whole is kept as output ${answer.id}`);
    expect((await bench.call('memory', { action: 'recall', output: answer.id, tail: 1 })).text).toContain('this call');
  });

  it('gives the settings, and what fills the window', async () => {
    const bench = new Toolbench();
    expect(await inspect(bench, { what: 'config' })).toBe(JSON.stringify(DEFAULT_SETTINGS, null, 2));
    expect(await inspect(bench, { what: 'context' })).toBe('{\n  "parts": []\n}');
    bench.context = null;
    expect(await inspect(bench, { what: 'context' })).toContain('no model is open');
  });

  it('says that nothing is recorded where the audit is off', async () => {
    const bench = new Toolbench({ audit: false });
    await bench.call('run_command', { command: 'true' });
    for (const what of ['calls', 'turn', 'audit'])
      expect(await inspect(bench, { what })).toBe('[the audit is off (audit.enabled): what happens is not recorded]');
  });
});
