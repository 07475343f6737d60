import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { anchorsOf, documents, documentText, linksOf, ROOT, subcommands } from './documents.ts';

test('the README states the command that installs and starts, and the one that installs and tests', () => {
  const lines = documentText('README.md').split('\n');
  const commands = lines.filter((line) => line.startsWith('npm ci && ')).map((line) => line.split('#')[0]?.trim());
  expect(commands).toEqual(['npm ci && npm start', 'npm ci && npm test']);
});

test('every link between the documents leads to a file that is there', () => {
  const broken = documents()
    .flatMap(linksOf)
    .filter(({ path }) => !existsSync(join(ROOT, path)));
  expect(broken).toEqual([]);
});

test('every link to a heading leads to a heading that is there', () => {
  const broken = documents()
    .flatMap(linksOf)
    .filter(({ anchor, path }) => anchor !== null && !anchorsOf(documentText(path)).has(anchor));
  expect(broken).toEqual([]);
});

test('every subcommand that a document names exists', async () => {
  const known = new Set(await subcommands());
  const named = documents().flatMap(({ path, text }) =>
    [...text.matchAll(/(?:^\$ |`|npx )wisp ([a-z][a-z-]*)/gm)].map(([, name = '']) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
});

test('every script of npm that a document names exists', () => {
  const scripts: Readonly<Record<string, string>> = manifest.scripts;
  const named = documents().flatMap(({ path, text }) =>
    [...text.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[a-z]+)\b/g)].map(([, name = '']) => ({ path, name })),
  );
  expect(named.filter(({ name }) => !scripts[name])).toEqual([]);
});

test('every decision is listed, and no number is left out or used twice', () => {
  const records = readdirSync(join(ROOT, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name));
  const numbers = records.map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  const listed = linksOf({ path: 'docs/decisions/README.md', text: documentText('docs/decisions/README.md') });
  expect(listed.map(({ target }) => target)).toEqual(records);
});

test('the parts of the docs that are generated are as their generator writes them', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/docs.ts', '--check'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('the examples of the docs print what the docs say', { timeout: 120_000 }, () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/examples.ts', '--check'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
