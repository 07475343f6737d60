import { join } from 'node:path';
import { expect, test } from 'vitest';
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

test('the JSON form of wisp models has the fields that docs/cli.md names', async () => {
  const server = await startFakeOllama();
  try {
    const models = z.array(object).parse(JSON.parse(await printed(['models', '--json'], { OLLAMA_HOST: server.url })));
    expect(models.map((model) => Object.keys(model))).toEqual([documentedFields('models')]);
  } finally {
    await server.close();
  }
});
