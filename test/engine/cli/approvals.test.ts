import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ApprovalStore } from '../../../packages/engine/src/gate/approval-store.ts';
import { documentText } from '../../docs/documents.ts';
import { scratch, wisp } from '../../support/wisp.ts';

const listed = z.array(
  z.strictObject({
    id: z.string(),
    pattern: z.string(),
    scope: z.enum(['project', 'always']),
    directory: z.string().nullable(),
    created: z.iso.datetime(),
    expires: z.iso.datetime(),
  }),
);

/** A home with three approvals that are good and one that has ended. */
async function approved(): Promise<string> {
  const home = scratch();
  const store = new ApprovalStore(home);
  const past = new ApprovalStore(home, () => new Date('2020-01-01T00:00:00Z'));
  await past.add({ patterns: ['make old'], scope: 'always', directory: '/tides', days: 30 });
  await store.add({ patterns: ['npm test', 'write files here'], scope: 'project', directory: '/tides', days: 30 });
  await store.add({ patterns: ['git commit'], scope: 'always', directory: '/tides', days: 7 });
  return home;
}

async function approvalsOf(home: string) {
  const { stdout, stderr, status } = await wisp(home, ['approvals', '--json']);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return listed.parse(JSON.parse(stdout));
}

const patterns = async (home: string) => (await approvalsOf(home)).map(({ pattern }) => pattern);

describe('wisp approvals', () => {
  test('says that nothing is approved where nothing is, and makes nothing', async () => {
    const home = join(scratch(), 'home');
    const plain = await wisp(home, ['approvals']);
    expect(plain).toMatchObject({ stdout: 'Nothing is approved beyond its session.\n', stderr: '', status: 0 });
    expect(await approvalsOf(home)).toEqual([]);
    expect(statSync(home, { throwIfNoEntry: false })).toBeUndefined();
  });

  test('lists what is good now, oldest first, a line each with its id, its place and its end', async () => {
    const home = await approved();
    const all = await approvalsOf(home);
    expect(all.map(({ pattern, scope, directory }) => ({ pattern, scope, directory }))).toEqual([
      { pattern: 'npm test', scope: 'project', directory: '/tides' },
      { pattern: 'write files here', scope: 'project', directory: '/tides' },
      { pattern: 'git commit', scope: 'always', directory: null },
    ]);
    const days = all.map(({ created, expires }) => (Date.parse(expires) - Date.parse(created)) / 86_400_000);
    expect(days).toEqual([30, 30, 7]);
    const { stdout } = await wisp(home, ['approvals']);
    const lines = all.map(({ id, pattern, directory, expires }) => {
      const where = directory === null ? 'everywhere' : `in ${directory}`;
      return `${id}  ${pattern}  ${where}, until ${expires.slice(0, 10)}\n`;
    });
    expect(stdout).toBe(lines.join(''));
  });

  test('has the JSON form that docs/cli.md names', async () => {
    const [first] = await approvalsOf(await approved());
    const section = documentText('docs/cli.md').split('## `wisp approvals`')[1]?.split('\n## ')[0] ?? '';
    expect(Object.keys(first ?? {})).toEqual([...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, field]) => field));
  });

  test('shows a pattern without what would drive the terminal', async () => {
    const home = scratch();
    const pattern = 'printf \x1b]0;x\x07\n\u202eevil';
    await new ApprovalStore(home).add({ patterns: [pattern], scope: 'always', directory: '/', days: 1 });
    const { stdout } = await wisp(home, ['approvals']);
    expect(stdout).toMatch(/^[0-9a-f]{16} {2}printf {2}\]0;x {3}evil {2}everywhere, until [\d-]{10}\n$/);
    expect((await approvalsOf(home))[0]?.pattern).toBe(pattern);
  });
});

describe('wisp approvals revoke', () => {
  test('takes those back that are named, by the beginning of their ids, and says which', async () => {
    const home = await approved();
    const [first, second, third] = await approvalsOf(home);
    const { stdout, status } = await wisp(home, ['approvals', 'revoke', first?.id ?? '', third?.id.slice(0, 8) ?? '']);
    expect(status).toBe(0);
    expect(stdout.split('\n').map((line) => line.slice(0, 16))).toEqual([first?.id, third?.id, '2 approvals revo', '']);
    expect(await approvalsOf(home)).toEqual([second]);
  });

  test('holds in a process that runs already, and leaves the file to its owner alone', async () => {
    const home = await approved();
    const running = new ApprovalStore(home);
    expect(running.covers(['git commit'], '/elsewhere')).toBe(true);
    await wisp(home, ['approvals', 'revoke', '--all']);
    expect(running.covers(['git commit'], '/elsewhere')).toBe(false);
    expect(await patterns(home)).toEqual([]);
    expect(statSync(running.path).mode & 0o777).toBe(0o600);
  });

  test.each([['0123456789abcdef'], ['abc'], ['']])('takes nothing back for %j, which names none', async (id) => {
    const home = await approved();
    const { stdout, stderr, status } = await wisp(home, ['approvals', 'revoke', id]);
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
    expect(stderr).toBe('wisp approvals: no approval has an id that begins so; wisp approvals lists them\n');
    expect(await patterns(home)).toEqual(['npm test', 'write files here', 'git commit']);
  });

  test('without an id and without --all shows how it is called', async () => {
    const { stdout, stderr, status } = await wisp(await approved(), ['approvals', 'revoke']);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain('Usage: wisp approvals revoke [options] [id...]');
  });
});

test('a damaged file approves nothing, is named, and is not written over', async () => {
  const home = scratch();
  const path = join(home, 'approvals.json');
  mkdirSync(home, { recursive: true });
  writeFileSync(path, '{"version": 1, "approvals": [{"id": "x"}]}');
  const problem = `wisp approvals: ${path} is damaged: nothing in it counts. Remove it to begin anew\n`;
  for (const args of [['approvals'], ['approvals', '--json'], ['approvals', 'revoke', '--all']])
    expect(await wisp(home, args)).toMatchObject({ stdout: '', stderr: problem, status: 1 });
  expect(readFileSync(path, 'utf8')).toBe('{"version": 1, "approvals": [{"id": "x"}]}');
});
