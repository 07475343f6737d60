import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { confining } from '../../../packages/engine/src/session/confining.ts';
import { scratch } from '../../support/wisp.ts';

it('makes the home before the first command, so that no command makes it', () => {
  const home = join(scratch(), 'home');
  confining(scratch(), home, () => {});
  expect(existsSync(home)).toBe(true);
  expect(statSync(home).mode & 0o777).toBe(0o700);
});

it.skipIf(process.platform !== 'linux')('tells the person once that commands run unconfined, and why', async () => {
  vi.stubEnv('PATH', '/nowhere');
  try {
    const notes: string[] = [];
    const sandbox = confining(scratch(), join(scratch(), 'home'), (text) => notes.push(text));
    const argv = ['/bin/sh', '-c', ':'] as const;
    expect(await sandbox.wrap(argv)).toBe(argv);
    expect(await sandbox.wrap(argv)).toBe(argv);
    expect(notes).toEqual([
      'Commands run unconfined, though the setting sandbox is auto: bubblewrap does not run here: it is not installed. Install bubblewrap (the program bwrap); in a container or where user namespaces are closed it can not work.',
    ]);
  } finally {
    vi.unstubAllEnvs();
  }
});
