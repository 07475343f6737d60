import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  conversationNames,
  listConversations,
  newestOf,
  readConversation,
  sweepConversations,
  writeConversation,
} from '../../../packages/engine/src/session/conversation-files.ts';
import { ConversationKeeper, type Unsaved } from '../../../packages/engine/src/session/conversation-keeper.ts';
import type { SavedConversation } from '../../../packages/engine/src/session/saved-conversation.ts';

const SESSION = '0123456789abcdef';
const TIME = '2026-05-04T10:00:00.000Z';

const CONTENT: Unsaved = {
  created: TIME,
  directory: '/tides',
  model: 'tidepool:7b',
  turn: 2,
  asked: 'When is high water?',
  sessions: [SESSION],
  inputTokens: 600,
  outputTokens: 24,
  turns: [
    { turn: 1, time: TIME, asked: 'When is high water?', outcome: 'ok', seconds: 1, ran: null },
    { turn: 2, time: TIME, asked: 'And low?', outcome: 'error', seconds: 0.5, ran: 'run_command' },
  ],
  calls: [{ id: SESSION, session: SESSION, by: 'model', turn: 2, title: 'run_command ls', kept: true }],
  typed: ['[The person ran `ls`: exit status 0.]'],
  thread: {
    version: 1,
    dropped: 0,
    digests: [{ turn: 1, text: 'turn 1: …' }],
    turns: [
      {
        turn: 2,
        asked: 'And low?',
        digest: 'turn 2: …',
        messages: [
          { role: 'user', content: 'And low?' },
          { role: 'assistant', content: '', calls: [{ id: 'a', name: 'run_command', arguments: { command: 'ls' } }] },
          { role: 'tool', content: 'exit status: 0', name: 'run_command', callId: 'a' },
          { role: 'assistant', content: 'At noon.' },
        ],
      },
    ],
  },
};

const named = (name: string): SavedConversation => ({ version: 1, name, saved: TIME, ...CONTENT });

function home(): string {
  const path = mkdtempSync(join(tmpdir(), 'wisp-home-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const pathOf = (at: string, name: string) => join(at, 'conversations', `${name}.json`);

describe('the file of a conversation', () => {
  test('gives back what was written', async () => {
    const at = home();
    const mark = await writeConversation(at, named('tides'));
    expect(await readConversation(at, 'tides')).toEqual({ saved: named('tides'), mark });
    expect(readdirSync(join(at, 'conversations'))).toEqual(['tides.json']);
  });

  test('that was damaged anywhere is read or refused with a sentence, and never throws', async () => {
    const at = home();
    await writeConversation(at, named('tides'));
    const text = JSON.stringify(named('tides'));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length),
        fc.nat(40),
        fc.constantFrom('', '0', '"', '}', ']', 'null', '-1', '{}', '\u0000'),
        async (from, length, put) => {
          writeFileSync(pathOf(at, 'tides'), text.slice(0, from) + put + text.slice(from + length));
          const read = await readConversation(at, 'tides');
          if ('problem' in read) expect(read.problem).toMatch(/ is damaged.*Remove it, or restore it$/s);
          else expect(read.saved.name).toBe('tides');
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each([
    ['a call that has no result', (turn: object) => ({ ...turn, messages: [{ role: 'user', content: '' }] })],
    ['a turn that stands twice', (turn: object) => turn],
  ])('with %s is refused', async (_, change) => {
    const at = home();
    await writeConversation(at, named('tides'));
    const { thread } = CONTENT;
    const [turn = {}] = thread?.turns ?? [];
    const wrong = { ...named('tides'), thread: { ...thread, turns: [turn, change(turn)] } };
    writeFileSync(pathOf(at, 'tides'), JSON.stringify(wrong));
    expect(await readConversation(at, 'tides')).toEqual({ problem: expect.stringContaining(' is damaged at thread') });
  });

  test('is no link, no pipe, no directory and no giant', async () => {
    const at = home();
    await writeConversation(at, named('real'));
    symlinkSync(pathOf(at, 'real'), pathOf(at, 'link'));
    execFileSync('mkfifo', [pathOf(at, 'pipe')]);
    mkdirSync(pathOf(at, 'directory'));
    writeFileSync(pathOf(at, 'giant'), '');
    truncateSync(pathOf(at, 'giant'), 64 * 1024 * 1024 + 1);
    for (const [name, why] of [
      ['link', 'can not be read (ELOOP)'],
      ['pipe', 'is no regular file'],
      ['directory', 'is no regular file'],
      ['giant', 'is larger than 64 MiB'],
      ['.hidden', 'is no name of a conversation'],
      ['a b', 'is no name of a conversation'],
      ['../../etc/passwd', 'is no name of a conversation'],
    ] as const)
      expect(await readConversation(at, name)).toEqual({ problem: expect.stringContaining(why) });
    expect(await conversationNames(at)).toEqual(expect.arrayContaining(['real', 'giant']));
    expect(await conversationNames(at)).toHaveLength(2);
  });
});

describe('the saved conversations', () => {
  test('are listed the newest first, and found by their directory', async () => {
    const at = home();
    expect(await listConversations(at)).toEqual([]);
    expect(await newestOf(at, '/tides')).toBeNull();
    for (const [index, name] of ['neap', 'ebb', 'spring'].entries()) {
      await writeConversation(at, { ...named(name), directory: name === 'spring' ? '/sea' : '/tides' });
      utimesSync(pathOf(at, name), 0, 1_000 + index);
    }
    writeFileSync(pathOf(at, 'torn'), '{');
    writeFileSync(join(at, 'conversations', 'notes.txt'), '');
    const listed = await listConversations(at);
    expect(listed.map(({ name }) => name)).toEqual(['torn', 'spring', 'ebb', 'neap']);
    expect(listed[0]).toEqual({ name: 'torn', problem: expect.stringContaining('is damaged') });
    expect(await newestOf(at, '/tides')).toBe('ebb');
    expect(await newestOf(at, '/nowhere')).toBeNull();
  });

  test('that nobody named are swept by age, a few at a time, but for the one that goes on', async () => {
    const at = home();
    const DAY = 86_400_000;
    const automatic = Array.from({ length: 20 }, (_, n) => `2026-05-04-${String(n).padStart(8, '0')}`);
    for (const name of ['tides', ...automatic]) {
      await writeConversation(at, named(name));
      utimesSync(pathOf(at, name), 0, 0);
    }
    const [spare = ''] = automatic;
    await sweepConversations(at, { days: 0, now: 40 * DAY, spare });
    expect(await conversationNames(at)).toHaveLength(21);
    await sweepConversations(at, { days: 30, now: 30 * DAY, spare });
    expect(await conversationNames(at)).toHaveLength(21);
    await sweepConversations(at, { days: 30, now: 31 * DAY, spare });
    expect(await conversationNames(at)).toHaveLength(5);
    await sweepConversations(at, { days: 30, now: 31 * DAY, spare });
    expect((await conversationNames(at)).toSorted()).toEqual([spare, 'tides']);
  });
});

describe('the keeper of a conversation', () => {
  function keeper(at: string) {
    const notes: string[] = [];
    const now = () => new Date(TIME);
    return {
      notes,
      keeper: new ConversationKeeper({ home: at, session: SESSION, now, onNote: (text) => notes.push(text) }),
    };
  }

  test('says once that nothing can be saved, and saves again when it can', async () => {
    const at = home();
    const { notes, keeper: one } = keeper(at);
    writeFileSync(join(at, 'conversations'), '');
    await one.save(CONTENT);
    await one.save(CONTENT);
    expect(notes).toEqual([
      'The conversation is not being saved: a file is in the place of the directory of conversations (ENOTDIR). It goes on.',
    ]);
    expect(one.savedAs).toBeNull();
    expect(await one.saveAs('tides', CONTENT, false)).toMatch(/^It was not saved: /);
    expect(one.name).toBeNull();
    rmSync(join(at, 'conversations'));
    await one.save(CONTENT);
    expect(one.savedAs).toBe('2026-05-04-01234567');
  });

  test('saves again what was removed while it went on, under the same name', async () => {
    const at = home();
    const { notes, keeper: one } = keeper(at);
    expect(await one.saveAs('tides', CONTENT, false)).toBeNull();
    rmSync(pathOf(at, 'tides'));
    await one.save(CONTENT);
    expect(await conversationNames(at)).toEqual(['tides']);
    expect(notes).toEqual([]);
  });

  test('gives each thread of a session a name of its own', async () => {
    const at = home();
    const { keeper: one } = keeper(at);
    await one.save(CONTENT);
    one.begin();
    await one.save(CONTENT);
    expect((await conversationNames(at)).toSorted()).toEqual(['2026-05-04-01234567', '2026-05-04-01234567-2']);
  });
});
