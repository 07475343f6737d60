import { describe, expect, it } from 'vitest';
import { ThreadRecord } from '../../../packages/engine/src/agent/thread.ts';
import { requestWeight } from '../../../packages/engine/src/models/prompt-size.ts';
import { answer } from './support.ts';

const call = (id: string) => ({ id, name: 'run_command', arguments: { command: 'make' } });

function filled(turns: number): ThreadRecord {
  const thread = new ThreadRecord('Be brief.');
  for (let turn = 0; turn < turns; turn++) {
    thread.begin(`Prompt ${turn}`);
    for (let round = 0; round < 3; round++) {
      const made = call(`c${turn}-${round}`);
      thread.reply({ text: '', thinking: 'hm', calls: [made] });
      thread.result(made, answer('line of output\n'.repeat(1000), { stored: true }));
    }
    thread.reply({ text: 'Done.', thinking: 'so', calls: [] });
    thread.finish('', '');
  }
  return thread;
}

describe('ThreadRecord', () => {
  it('counts the bytes of what it composes', () => {
    const thread = filled(3);
    expect(thread.weight).toBe(requestWeight({ messages: thread.compose(), tools: [] }));
    thread.begin('One more: é');
    thread.reply({ text: 'ß', thinking: 'hm', calls: [call('c')] });
    thread.result(call('c'), 'a');
    expect(thread.weight).toBe(requestWeight({ messages: thread.compose(), tools: [] }));
  });

  it('keeps what it composed before as the beginning of what it composes next', () => {
    const thread = filled(2);
    const before = thread.compose();
    thread.begin('Next');
    thread.reply({ text: 'a', thinking: '', calls: [] });
    thread.finish('', '');
    expect(thread.compose().slice(0, before.length)).toEqual(before);
  });

  it('forgets a turn that is dropped', () => {
    const thread = filled(1);
    const before = [thread.compose(), thread.weight];
    thread.begin('Too long');
    thread.drop();
    expect([thread.compose(), thread.weight]).toEqual(before);
  });

  it('composes 200 turns of three calls in a few milliseconds', () => {
    const thread = filled(200);
    const times = Array.from({ length: 9 }, () => {
      const start = process.cpuUsage();
      expect(thread.compose()).toHaveLength(1 + 200 * 8);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    }).sort((a, b) => a - b);
    expect(times[4]).toBeLessThan(5);
  });
});
