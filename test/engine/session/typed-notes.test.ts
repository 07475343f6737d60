import { expect, it } from 'vitest';
import { TypedNotes } from '../../../packages/engine/src/session/typed-notes.ts';

it('a note on what the person ran is one line, however long the command is', () => {
  const notes = new TypedNotes();
  notes.add('git\n  status', 'exit status 0', null);
  notes.add(`echo ${'x'.repeat(100_000)}`, 'exit status 1', 'its output (98 KiB) is kept as output 0123456789abcdef');
  expect(notes.take()).toEqual([
    '[The person ran `git status`: exit status 0.]',
    `[The person ran \`echo ${'x'.repeat(192)}…\`: exit status 1; its output (98 KiB) is kept as output 0123456789abcdef.]`,
  ]);
  expect(notes.take()).toEqual([]);
});

it('of many commands the last are told, and how many there were before', () => {
  const notes = new TypedNotes();
  for (let n = 1; n <= 25; n++) notes.add(`step ${n}`, 'exit status 0', null);
  const told = notes.take();
  expect(told).toHaveLength(21);
  expect(told[0]).toBe('[The person ran 5 commands before these.]');
  expect(told.at(-1)).toBe('[The person ran `step 25`: exit status 0.]');
});
