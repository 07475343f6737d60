import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Toolbench } from '../engine/tools/support.ts';
import { documentText, ROOT } from './documents.ts';

/** A call that a page makes, and the result that it prints under it, if it prints one. */
const CALL = /^(<!-- call: (\w+) (\{.*\}) -->\n)(```text\n[\s\S]*?```\n)?/gm;

const given = z.record(z.string(), z.unknown());

/** Ids, of which every run has others, by the order in which they come. */
const IDS = ['3f9a2c1b00112233', '81d4e6a05c7f9b20', 'c07b5592e1fa3d48', '5ae83b6d9f041c77'];

/** Makes the calls of a page in their order, in a copy of the demonstration; gives the page with what they answer. */
async function rendered(page: string): Promise<string> {
  const bench = new Toolbench();
  cpSync(join(ROOT, 'test/docs/demo'), bench.directory, { recursive: true });
  const ids = new Map<string, string>();
  const settled = (text: string) =>
    text.replaceAll(bench.directory, '/home/me/tides').replaceAll(/\b[0-9a-f]{16}\b/g, (id) => {
      const stands = ids.get(id) ?? IDS[ids.size] ?? id;
      ids.set(id, stands);
      return stands;
    });
  const parts: string[] = [];
  let end = 0;
  for (const match of page.matchAll(CALL)) {
    const [whole, comment = '', name = '', args = '', shown] = match;
    const { text } = await bench.call(name, given.parse(JSON.parse(args)));
    const result = shown === undefined ? '' : `\`\`\`text\n${settled(text).trimEnd()}\n\`\`\`\n`;
    parts.push(page.slice(end, match.index), comment, result);
    end = match.index + whole.length;
  }
  return [...parts, page.slice(end)].join('');
}

describe('the results on the pages of the tools', () => {
  // Written anew by: npx vitest run test/docs/tools.test.ts -u
  it.each(readdirSync(join(ROOT, 'docs/tools')))('are on %s as the tool answers', async (name) => {
    const path = `docs/tools/${name}`;
    await expect(await rendered(documentText(path))).toMatchFileSnapshot(join(ROOT, path));
  });
});
