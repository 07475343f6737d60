import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Toolbench } from './support.ts';

const edit = async (bench: Toolbench, args: Record<string, unknown>) =>
  (await bench.call('edit_file', { path: 'f', content: '', ...args })).text;
const file = (bench: Toolbench, name = 'f') => join(bench.directory, name);
const text = (bench: Toolbench, name = 'f') => readFileSync(file(bench, name), 'utf8');

describe('edit_file', () => {
  it('writes a new file and replaces an old one, and says what it did', async () => {
    const bench = new Toolbench();
    expect(await edit(bench, { mode: 'write', content: 'one\ntwo\n' })).toBe(
      'f: 2 lines written (8 bytes, a new file).',
    );
    expect(await edit(bench, { mode: 'write', content: 'three' })).toBe('f: 1 line written (5 bytes, 8 before).');
    expect(text(bench)).toBe('three');
    const path = realpathSync(file(bench));
    expect(bench.told('file.write')).toEqual([
      { path, mode: 'write', created: true, bytesBefore: 0, bytesAfter: 8 },
      { path, mode: 'write', created: false, bytesBefore: 8, bytesAfter: 5 },
    ]);
  });

  it('adds to the end, on a line of its own', async () => {
    const bench = new Toolbench();
    await edit(bench, { mode: 'append', content: 'a' });
    expect(await edit(bench, { mode: 'append', content: 'b\n' })).toBe('f: 1 line added (4 bytes, 1 before).');
    await edit(bench, { mode: 'append', content: 'c\n' });
    await edit(bench, { mode: 'append', content: '' });
    expect(text(bench)).toBe('a\nb\nc\n');
  });

  it('writes what stands in the call, whatever the characters', async () => {
    const bench = new Toolbench();
    const content = '\ufeffé你🙂\r\n\0$&$1`\\n';
    await edit(bench, { mode: 'write', content });
    expect(text(bench)).toBe(content);
    expect(await edit(bench, { mode: 'write', content: 'half \ud83d' })).toBe(
      'error: the content for f has half of a character in it (UTF-16).',
    );
    expect(text(bench)).toBe(content);
  });

  it('replaces a text that stands there once, or once on a line, and quotes the line', async () => {
    const bench = new Toolbench();
    writeFileSync(file(bench), 'x = 1\ny = 1\nz = 2\n');
    expect(await edit(bench, { mode: 'replace', find: 'z = 2', content: 'z = 3' })).toBe(
      'f: line 3 now "z = 3" (18 bytes, 18 before).',
    );
    expect(await edit(bench, { mode: 'replace', find: '= 1', content: '= 9' })).toBe(
      'error: f was not changed: the text stands in 2 places, lines 1, 2: give more of it, or the "line" of the one to replace.',
    );
    await edit(bench, { mode: 'replace', find: '= 1', line: 2, content: '= 9' });
    expect(await edit(bench, { mode: 'replace', line: 1, content: 'w = 0\nv = 0' })).toBe(
      'f: lines 1–2 now "w = 0\\nv = 0" (24 bytes, 18 before).',
    );
    expect(text(bench)).toBe('w = 0\nv = 0\ny = 9\nz = 3\n');
  });

  it('quotes three lines and 200 bytes at the most', async () => {
    const bench = new Toolbench();
    writeFileSync(file(bench), 'here\n');
    const answer = await edit(bench, { mode: 'replace', find: 'here', content: `${'é'.repeat(500)}\n`.repeat(50) });
    expect(answer).toMatch(/^f: lines 1–51 now "é+… \(50,051 bytes, 5 before\)\.$/);
    expect(Buffer.byteLength(answer)).toBeLessThan(260);
  });

  it('keeps line ends, the mode, and the links that lead to a file', async () => {
    const bench = new Toolbench();
    mkdirSync(file(bench, 'there'));
    writeFileSync(file(bench, 'there/real'), 'a\r\nb\r\n');
    chmodSync(file(bench, 'there/real'), 0o751);
    symlinkSync('there', file(bench, 'way'));
    symlinkSync('way/real', file(bench));
    await edit(bench, { mode: 'replace', find: 'a\nb', content: 'c\nd' });
    expect(text(bench, 'there/real')).toBe('c\r\nd\r\n');
    expect(statSync(file(bench, 'there/real')).mode & 0o7777).toBe(0o751);
    expect(readdirSync(file(bench, 'there'))).toEqual(['real']);
    expect(bench.told('file.write')).toMatchObject([{ path: realpathSync(file(bench, 'there/real')) }]);
  });

  it('says that other names of a file keep what was there', async () => {
    const bench = new Toolbench();
    writeFileSync(file(bench), 'old');
    linkSync(file(bench), file(bench, 'other'));
    expect(await edit(bench, { mode: 'write', content: 'new' })).toBe(
      'f: 1 line written (3 bytes, 3 before). It had 2 names (hard links); the others keep what was there.',
    );
    expect([text(bench), text(bench, 'other')]).toEqual(['new', 'old']);
  });

  it('asks the person, and writes nothing when they say no', async () => {
    const bench = new Toolbench();
    bench.answer = 'no';
    expect(await edit(bench, { mode: 'write', content: 'x' })).toBe(
      'error: writing f is not approved: the person said no. Do it another way, or say what you need it for.',
    );
    expect(readdirSync(bench.directory)).toEqual([]);
    expect(bench.told('policy.decision')).toMatchObject([{ command: `write ${file(bench)}`, verdict: 'disapproved' }]);
    expect(bench.told('file.write')).toEqual([]);
  });

  it('writes what was there when the person answered, and not where a link led meanwhile', async () => {
    const bench = new Toolbench();
    writeFileSync(file(bench), 'one\n');
    bench.beforeAnswer = () => writeFileSync(file(bench), 'one\ntwo\n');
    expect(await edit(bench, { mode: 'append', content: 'three\n' })).toBe('f: 1 line added (14 bytes, 8 before).');
    bench.beforeAnswer = () => {
      writeFileSync(file(bench, 'elsewhere'), 'mine');
      symlinkSync('elsewhere', file(bench, 'g'));
    };
    expect(await edit(bench, { path: 'g', mode: 'write', content: 'x' })).toBe(
      'error: g leads elsewhere now: ask again.',
    );
    expect(text(bench, 'elsewhere')).toBe('mine');
  });
});
