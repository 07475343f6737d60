import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { HistoryFile } from '../../../packages/tui/src/app/history-file.ts';

function home(): string {
  const path = mkdtempSync(join(tmpdir(), 'wisp-history-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

it('keeps lines for the next conversation, in order, for the user alone', async () => {
  const at = home();
  const file = new HistoryFile(at);
  for (const line of ['one', 'two\nlines', '漢字']) file.add(line);
  await file.settled();
  expect(await new HistoryFile(at).read()).toEqual(['one', 'two\nlines', '漢字']);
  expect(statSync(join(at, 'history.jsonl')).mode & 0o777).toBe(0o600);
});

it('survives a torn line and lines that are none', async () => {
  const at = home();
  appendFileSync(join(at, 'history.jsonl'), '"good"\n{"a":1}\n"to\n12\n"last"\n"torn');
  expect(await new HistoryFile(at).read()).toEqual(['good', 'last']);
});

it('is cut to its newest lines when it has grown', async () => {
  const at = home();
  appendFileSync(join(at, 'history.jsonl'), `${JSON.stringify('x'.repeat(4_000))}\n`.repeat(600));
  expect(await new HistoryFile(at).read()).toHaveLength(500);
  expect(readFileSync(join(at, 'history.jsonl'), 'utf8').split('\n')).toHaveLength(501);
});

it('does without a file that can not be read or written', async () => {
  const at = home();
  mkdirSync(join(at, 'history.jsonl'));
  const file = new HistoryFile(at);
  file.add('lost');
  await file.settled();
  expect(await file.read()).toEqual([]);
});
