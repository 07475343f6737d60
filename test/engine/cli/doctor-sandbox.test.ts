import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { scratch, wisp } from '../../support/wisp.ts';

const report = z.looseObject({ findings: z.array(z.looseObject({ name: z.string() })) });

/** What wisp doctor says of the sandbox, with this setting, and with only these programs in reach. */
async function sandboxWith(setting: 'auto' | 'off', bwrap: string | null) {
  const [home, programs] = [scratch(), scratch()];
  writeFileSync(join(home, 'config.json'), JSON.stringify({ sandbox: setting }), { mode: 0o600 });
  if (bwrap !== null) writeFileSync(join(programs, 'bwrap'), `#!/bin/sh\n${bwrap}\n`, { mode: 0o755 });
  const before = readdirSync(home);
  const { stdout } = await wisp(home, ['doctor', '--json'], undefined, { PATH: programs });
  expect(readdirSync(home)).toEqual(before);
  return report.parse(JSON.parse(stdout)).findings.filter(({ name }) => name === 'sandbox');
}

const INSTALL =
  'Install bubblewrap (the program bwrap); in a container or where user namespaces are closed it can not work.';

describe.skipIf(process.platform !== 'linux')('wisp doctor, of the sandbox on Linux', () => {
  test('that it confines, when it is asked for and works', async () => {
    expect(await sandboxWith('auto', 'exit 0')).toEqual([
      {
        name: 'sandbox',
        state: 'ok',
        found: 'bubblewrap confines writes outside this directory, temporary files and the cache',
        todo: null,
      },
    ]);
  });

  test('that bubblewrap is missing, and what to do', async () => {
    expect(await sandboxWith('auto', null)).toEqual([
      {
        name: 'sandbox',
        state: 'warn',
        found: 'commands run unconfined: bubblewrap does not run here: it is not installed',
        todo: INSTALL,
      },
    ]);
  });

  test('that the system refuses it, in the system’s words', async () => {
    const refused = 'echo "bwrap: No permissions to create new namespace" >&2; exit 1';
    expect(await sandboxWith('auto', refused)).toEqual([
      {
        name: 'sandbox',
        state: 'warn',
        found: 'commands run unconfined: bubblewrap does not run here: bwrap: No permissions to create new namespace',
        todo: INSTALL,
      },
    ]);
  });

  test('that one which never answers does not run here', async () => {
    expect(await sandboxWith('auto', 'while :; do :; done')).toEqual([
      {
        name: 'sandbox',
        state: 'warn',
        found: 'commands run unconfined: bubblewrap does not run here: it did not answer within 3 s',
        todo: INSTALL,
      },
    ]);
  });

  test('that it is off by the settings, and whether it could be on', async () => {
    const off = { name: 'sandbox', state: 'ok', todo: null };
    expect(await sandboxWith('off', null)).toEqual([{ ...off, found: 'off, by the settings' }]);
    expect(await sandboxWith('off', 'exit 0')).toEqual([
      { ...off, found: 'off, by the settings; it would work here: wisp config set sandbox auto' },
    ]);
  });
});
