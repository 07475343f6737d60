import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { triage } from './read.ts';

interface Kind {
  name: string;
  log: string;
  /** `file:row` of each finding, the file by its last part. */
  places: readonly string[];
}

/** Blocks of `@@ name`, the tool's output, and `=> places`. */
function kinds(): Kind[] {
  const text = readFileSync(new URL('cases/kinds.txt', import.meta.url), 'utf8');
  return text.split(/^@@ /m).flatMap((block) => {
    const found = /^(.+)\n([\s\S]*?)\n=>(.*)\n/.exec(block);
    if (found === null) return [];
    const places = (found[3] ?? '')
      .trim()
      .split(' ')
      .filter((place) => place !== '');
    return [{ name: found[1] ?? '', log: found[2] ?? '', places }];
  });
}

const lastPart = (path: string) => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

describe('the places that the output of a tool names', () => {
  it.each(kinds())('are found in what $name prints', ({ log, places }) => {
    const { failures, warnings } = triage(log);
    const found = [...failures, ...warnings].map(({ file, row }) => `${lastPart(file ?? '')}:${row}`);
    expect(found).toEqual(expect.arrayContaining(places.map(lastPart)));
  });

  it('knows two hundred kinds', () => {
    expect(kinds().length).toBeGreaterThan(195);
  });
});
