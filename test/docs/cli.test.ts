import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startFakeOllama } from '../fake-ollama/server.ts';
import { documentText, printed, ROOT, subcommands } from './documents.ts';

const DEMO = join(ROOT, 'test/docs/demo');
const object = z.record(z.string(), z.unknown());

/** The part of docs/cli.md under the heading that begins with `wisp NAME`. */
function section(name: string): string {
  const [, ...parts] = documentText('docs/cli.md').split(/^## /m);
  return parts.find((part) => part.startsWith(`\`wisp ${name}`)) ?? '';
}

/** The fields that a section's table of the JSON form names. */
function documentedFields(name: string): string[] {
  return [...section(name).matchAll(/^\| `(\w+)` \|/gm)].map(([, field = '']) => field);
}

test('docs/cli.md has a section for every subcommand', async () => {
  expect((await subcommands()).filter((name) => section(name) === '')).toEqual([]);
});

test.for([
  ['run', ['run', '--json', '--', 'true']],
  ['triage', ['triage', '--json', join(DEMO, 'gauges.txt')]],
  ['condense-log', ['condense-log', '--json', join(DEMO, 'gauges.txt')]],
  ['json-shape', ['json-shape', '--json', join(DEMO, 'gauges.json')]],
] as const)('the JSON form of wisp %s has the fields that docs/cli.md names', async ([name, args]) => {
  const report = object.parse(JSON.parse(await printed(args)));
  expect(Object.keys(report)).toEqual(documentedFields(name));
});

test('the JSON forms of what reads a stored output have the fields that docs/cli.md names', async () => {
  const home = mkdtempSync(join(tmpdir(), 'wisp-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const script = join(home, 'replies.jsonl');
  writeFileSync(script, '{"text":"nothing here"}\n'.repeat(48));
  const kept = z.object({ stored: z.object({ id: z.string() }) });
  const run = await printed(['run', '--json', '--', 'seq', '1', '5000'], { WISP_HOME: home });
  const { id } = kept.parse(JSON.parse(run)).stored;
  for (const args of [
    ['outputs', '--json'],
    ['recall', '--json', id],
    ['summarise', '--json', id],
    ['condense', '--json', '--model', `scripted:${script}`, id, 'which is last?'],
  ] as const) {
    const report = object.parse(JSON.parse(await printed(args, { WISP_HOME: home })));
    expect([args[0], ...Object.keys(report)]).toEqual([args[0], ...documentedFields(args[0])]);
  }
});

test('a reader that stops early is no error', () => {
  const home = mkdtempSync(join(tmpdir(), 'wisp-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const wisp = join(ROOT, 'packages/engine/bin/wisp.js');
  const script = `n() { "$0" ${JSON.stringify(wisp)} "$@"; }
    id=$(n run --json -- seq 1 200000 | sed 's/.*"stored":{"id":"\\([^"]*\\)".*/\\1/')
    n show "$id" | head -1; n outputs | true; n recall "$id" | true`;
  const env = { ...process.env, WISP_HOME: home };
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', script, process.execPath], { encoding: 'utf8', env });
  expect({ stdout, stderr }).toEqual({ stdout: 'exit status: 0\n', stderr: '' });
});

test('the JSON form of wisp models has the fields that docs/cli.md names', async () => {
  const server = await startFakeOllama();
  try {
    const models = z.array(object).parse(JSON.parse(await printed(['models', '--json'], { OLLAMA_HOST: server.url })));
    expect(models.map((model) => Object.keys(model))).toEqual([documentedFields('models')]);
  } finally {
    await server.close();
  }
});
