import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listeningByKernel } from '../../../packages/engine/src/tools/system/listening.ts';
import { withoutSecrets } from '../../../packages/engine/src/tools/system/secrets.ts';
import { amount, table } from '../../../packages/engine/src/tools/system/table.ts';
import { Toolbench } from './support.ts';

const ask = async (args: Record<string, unknown>) => (await new Toolbench().call('system_info', args)).text;

describe('system_info', () => {
  it('finds what listens on a port, and says when nothing does', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const [heading, row] = (await ask({ topic: 'ports', port })).split('\n');
    expect(heading).toMatch(/^protocol +address +port +pid +process$/);
    expect(row).toMatch(new RegExp(`^tcp +127\\.0\\.0\\.1 +${port} +${process.pid} `));
    expect(await ask({ topic: 'ports', port: 1 })).toBe('Nothing listens on TCP port 1.');
  });

  it.each([
    ['memory', /^memory: [\d.]+ GiB, /],
    ['disk', /^mounted on +device +size +used +free +full\n/],
    ['system', /^system: /],
    ['network', /^interface /],
    ['battery', /battery/],
  ])('tells of %s', async (topic, shape) => {
    expect(await ask({ topic })).toMatch(shape);
  });

  it('shows the busiest processes, as many as are asked for, or those with a text in them', async () => {
    const lines = (await ask({ topic: 'processes', limit: 3 })).split('\n');
    expect(lines[0]).toMatch(/^\d+ processes$/);
    expect(lines[1]).toMatch(/^ *pid +cpu +memory +user +state +command$/);
    expect(lines).toHaveLength(6);
    expect(lines[5]).toMatch(/^\[\d+ more\]$/);
    expect(await ask({ topic: 'processes', matching: 'no process is called so' })).toMatch(/none that matches\.$/);
  });

  it('answers a wrong topic or port with what there is', async () => {
    expect(await ask({ topic: 'weather' })).toMatch(/^error: the arguments of system_info do not fit: .*"ports"/s);
    expect(await ask({ topic: 'ports', port: 70_000 })).toMatch(/^error: .*65535/s);
  });
});

describe('the command lines of processes', () => {
  it.each([
    ['app --api-key abc123 --token=xyz run', 'app --api-key ••• --token=••• run'],
    ['env DB_PASSWORD=hunter2 PGPASSWORD="p w" app', 'env DB_PASSWORD=••• PGPASSWORD="••• w" app'],
    ['curl -H Authorization: Bearer abc.def http://x', 'curl -H Authorization: Bearer ••• http://x'],
    ['psql postgres://me:pw@db/x', 'psql postgres://•••@db/x'],
    ['curl -u me:pw http://x', 'curl -u ••• http://x'],
    ['x ghp_0123456789abcdefghij sk-proj-0123456789', 'x ••• •••'],
    ['x 0123456789abcdef0123456789abcdef', 'x •••'],
    ['node /srv/app/server.js --port 8080', 'node /srv/app/server.js --port 8080'],
  ])('are shown without secrets: %s', (command, shown) => {
    expect(withoutSecrets(command, 200)).toBe(shown);
  });

  it('are one line of whole characters, without what drives a terminal', () => {
    expect(withoutSecrets('a\n\x1b[31mb\u2028c', 80)).toBe('a [31mb c');
    expect(withoutSecrets('🙂'.repeat(50), 10)).toBe(`${'🙂'.repeat(9)}…`);
  });

  it('are read in time however long they are', () => {
    const began = performance.now();
    for (const hostile of ['-token', 'auth ', 'a1', '://', '-u a']) withoutSecrets(hostile.repeat(100_000), 80);
    expect(performance.now() - began).toBeLessThan(500);
  });
});

describe('the kernel’s table of sockets', () => {
  const HEADING = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n';
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT' });

  it('gives addresses and ports of what listens', () => {
    const tables: Record<string, string> = {
      '/proc/net/tcp': `${HEADING}   0: 0100007F:1F90 00000000:0000 0A 0:0\n   1: 0100007F:1F91 0100007F:A4D1 01 0:0\n`,
      '/proc/net/tcp6': `${HEADING}   0: 00000000000000000000000000000000:0016 0:0 0A 0:0\n   1: 000080FE00000000FF1A5A0201020304:0050 0:0 0A 0:0\n   2: 00000000000000000000000001000000:0277 0:0 0A 0:0\n`,
    };
    expect(listeningByKernel((path) => tables[path] ?? '')).toEqual([
      { protocol: 'tcp', address: '127.0.0.1', port: 8_080 },
      { protocol: 'tcp6', address: '::', port: 22 },
      { protocol: 'tcp6', address: 'fe80:0:0:0:25a:1aff:403:201', port: 80 },
      { protocol: 'tcp6', address: '::1', port: 631 },
    ]);
  });

  it('is null where there is none', () => {
    const none = () => {
      throw missing;
    };
    expect(listeningByKernel(none)).toBeNull();
  });
});

describe('a table', () => {
  it('has aligned columns, numbers to the right, and counts what it leaves out', () => {
    expect(
      table(
        ['name', 'n'],
        [
          ['a\n[held back', 1],
          ['long name', 1_000],
          ['c', 3],
        ],
        2,
      ),
    ).toBe('name             n\na [held back     1\nlong name     1000\n[1 more]');
  });

  it('has sizes as people read them', () => {
    expect([0, 1_023, 1_536, 150 * 1024, 3 * 1024 ** 4].map(amount)).toEqual([
      '0 B',
      '1023 B',
      '1.5 KiB',
      '150 KiB',
      '3.0 TiB',
    ]);
  });
});
