import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaceIn } from '../../../packages/engine/src/tools/edit/replace.ts';
import { Toolbench } from './support.ts';

const edit = (bench: Toolbench, args: Record<string, unknown>) =>
  bench.call('edit_file', { path: 'f', content: '', ...args });
const file = (bench: Toolbench, name = 'f') => join(bench.directory, name);

describe('edit_file', () => {
  it('writes a new file and replaces an old one, and says what it did', async () => {
    const bench = new Toolbench();
    expect((await edit(bench, { mode: 'write', content: 'one\ntwo\n' })).text).toBe(
      'f: 2 lines written (8 bytes now, new).',
    );
    expect((await edit(bench, { mode: 'write', content: 'three' })).text).toBe(
      'f: 1 line written (5 bytes now, 8 bytes before).',
    );
    expect(readFileSync(file(bench), 'utf8')).toBe('three');
    expect(bench.told('file.write')).toEqual([
      { path: file(bench), mode: 'write', created: true, bytesBefore: 0, bytesAfter: 8 },
      { path: file(bench), mode: 'write', created: false, bytesBefore: 8, bytesAfter: 5 },
    ]);
  });

  it('adds to the end, on a line of its own', async () => {
    const bench = new Toolbench();
    await edit(bench, { mode: 'append', content: 'a' });
    await edit(bench, { mode: 'append', content: 'b\n' });
    await edit(bench, { mode: 'append', content: 'c\n' });
    expect(readFileSync(file(bench), 'utf8')).toBe('a\nb\nc\n');
  });

  it('replaces a text that stands there once, or once on a line', async () => {
    const bench = new Toolbench();
    writeFileSync(file(bench), 'x = 1\ny = 1\nz = 2\n');
    expect((await edit(bench, { mode: 'replace', find: 'z = 2', content: 'z = 3' })).text).toBe(
      'f: line 3 now: "z = 3" (18 bytes now, 18 bytes before).',
    );
    expect((await edit(bench, { mode: 'replace', find: '= 1', content: '= 9' })).text).toBe(
      'error: f was not changed: the text stands in 2 places, at line 1, 2: give more of it, or the "line" of the one to replace.',
    );
    await edit(bench, { mode: 'replace', find: '= 1', line: 2, content: '= 9' });
    await edit(bench, { mode: 'replace', line: 1, content: 'w = 0' });
    expect(readFileSync(file(bench), 'utf8')).toBe('w = 0\ny = 9\nz = 3\n');
    expect((await edit(bench, { mode: 'replace', find: 'y  =  9', content: '' })).text).toContain(
      'line 2 is nearest: "y = 9"',
    );
    expect((await edit(bench, { mode: 'replace', line: 9, content: '' })).text).toContain(
      'there is no line 9: the file has 3 lines',
    );
    expect((await edit(bench, { mode: 'replace', content: '' })).text).toContain('give "find"');
  });

  it('keeps line ends, mode and links', async () => {
    const bench = new Toolbench();
    writeFileSync(file(bench, 'real'), 'a\r\nb\r\n');
    chmodSync(file(bench, 'real'), 0o750);
    symlinkSync('real', file(bench));
    await edit(bench, { mode: 'replace', find: 'a\nb', content: 'c\nd' });
    expect(readFileSync(file(bench, 'real'), 'utf8')).toBe('c\r\nd\r\n');
    expect(statSync(file(bench, 'real')).mode & 0o777).toBe(0o750);
    expect(readdirSync(bench.directory).sort()).toEqual(['f', 'real']);
  });

  it.each([
    ['a directory', (path: string) => mkdirSync(path), 'it is a directory'],
    ['a pipe', (path: string) => execFileSync('mkfifo', [path]), 'no regular file'],
    ['a link to nothing', (path: string) => symlinkSync('/no/such/dir/x', path), 'it is a link to nothing'],
  ])('refuses %s', async (_, make, why) => {
    const bench = new Toolbench();
    make(file(bench));
    expect((await edit(bench, { mode: 'write', content: 'x' })).text).toMatch(
      new RegExp(`^error: f can not be written: .*(?:${why})`),
    );
  });

  it('refuses a file in no directory, a replacement in no file or in what is no text', async () => {
    const bench = new Toolbench();
    expect((await edit(bench, { path: 'no/f', mode: 'write' })).text).toContain('make it first');
    expect((await edit(bench, { mode: 'replace', find: 'x' })).text).toContain('there is no file f');
    writeFileSync(file(bench), Buffer.from([0x61, 0, 0x62]));
    expect((await edit(bench, { mode: 'replace', find: 'a' })).text).toContain('no text in UTF-8');
    writeFileSync(file(bench), Buffer.from([0x61, 0xff, 0x62]));
    expect((await edit(bench, { mode: 'replace', find: 'a' })).text).toContain('no text in UTF-8');
  });

  it('asks the person, and writes nothing when they say no', async () => {
    const bench = new Toolbench();
    bench.answer = 'no';
    expect((await edit(bench, { mode: 'write', content: 'x' })).text).toBe(
      'error: writing f is not approved: the person said no. Do it another way, or say what you need it for.',
    );
    expect(readdirSync(bench.directory)).toEqual([]);
    expect(bench.told('policy.decision')).toMatchObject([{ command: `write ${file(bench)}`, verdict: 'disapproved' }]);
  });

  it('leaves the old file, and nothing else, when the disk is full half-way', async ({ skip }) => {
    const bench = new Toolbench();
    const disk = join(bench.directory, 'disk');
    mkdirSync(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'wisp-test', disk]);
    if (mounted.status !== 0) skip('a file system can not be mounted here');
    try {
      writeFileSync(join(disk, 'f'), 'old\n'.repeat(20_000));
      const answer = await edit(bench, { path: 'disk/f', mode: 'append', content: 'x'.repeat(200_000) });
      expect(answer.text).toMatch(/^error: disk\/f was not written \(.*\)\. It is as it was before\.$/);
      expect(readFileSync(join(disk, 'f'), 'utf8')).toBe('old\n'.repeat(20_000));
      expect(readdirSync(disk)).toEqual(['f']);
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it('adds to a file of 1 GiB in bounded memory', async () => {
    const bench = new Toolbench();
    writeFileSync(file(bench), '');
    truncateSync(file(bench), 1024 ** 3);
    const before = process.memoryUsage.rss();
    const answer = await edit(bench, { mode: 'append', content: 'end\n' });
    expect(answer.text).toBe('f: 1 line added (2 GiB now, 1 GiB before).');
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 ** 2);
    expect(statSync(file(bench)).size).toBe(1024 ** 3 + 5);
  }, 60_000);
});

describe('a replacement', () => {
  it('changes one place and nothing else, whatever the text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'é', '$', '&'), maxLength: 60 });
    fc.assert(
      fc.property(text, text, text, text, (before, find, after, content) => {
        const whole = `${before}⟦${find}⟧${after}`;
        const replaced = replaceIn(whole, { find: `⟦${find}⟧`, line: null, content });
        expect('text' in replaced && replaced.text).toBe(before + content + after);
      }),
    );
  });
});
