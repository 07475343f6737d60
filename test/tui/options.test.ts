import { expect, it } from 'vitest';
import { readOptions } from '../../packages/tui/src/options.ts';

const RUN = {
  kind: 'run',
  engineArgs: [],
  resumeArgs: [],
  alternateScreen: true,
  plain: false,
  theme: null,
  mouse: null,
  animation: true,
};

it.each([
  [[], RUN],
  [
    ['--model', 'x', '--tool', 'a', '--tool', 'b', '--yes'],
    { ...RUN, engineArgs: ['--model', 'x', '--tool', 'a', '--tool', 'b', '--yes'] },
  ],
  [['--resume', 'tides'], { ...RUN, resumeArgs: ['--resume', 'tides'] }],
  [['--continue'], { ...RUN, resumeArgs: ['--continue'] }],
  [
    ['--theme', 'light', '--mouse', '--no-animation', '--no-alt-screen', '--plain'],
    { ...RUN, theme: 'light', mouse: true, animation: false, alternateScreen: false, plain: true },
  ],
  [['--theme', 'neon'], { kind: 'wrong', problem: 'there is no theme "neon"; there are auto, light, dark, none' }],
  [['--help'], { kind: 'help' }],
  [['-v'], { kind: 'version' }],
])('reads %j', (args, options) => {
  expect(readOptions(args)).toEqual(options);
});

it('says what is wrong with an option that it does not know', () => {
  expect(readOptions(['--nonsense'])).toMatchObject({ kind: 'wrong', problem: expect.stringContaining('--nonsense') });
});
