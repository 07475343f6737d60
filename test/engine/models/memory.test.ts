import os from 'node:os';
import { describe, expect, it } from 'vitest';
import { cgroupMemory } from '../../../packages/engine/src/models/ollama/cgroup.ts';
import { linuxMemory, readMemory, vmStatAvailable } from '../../../packages/engine/src/models/ollama/memory.ts';

const GIB = 1024 ** 3;

/** Files by their paths; every other can not be read. */
const files = (texts: Record<string, string>) => async (path: string) => texts[path] ?? null;

describe('the memory that control groups leave', () => {
  it('is the limit less what is used, cached files not counted (version 2)', async () => {
    const read = files({
      '/proc/self/cgroup': '0::/tides.service\n',
      '/sys/fs/cgroup/tides.service/memory.max': `${8 * GIB}\n`,
      '/sys/fs/cgroup/tides.service/memory.current': `${5 * GIB}\n`,
      '/sys/fs/cgroup/tides.service/memory.stat': `anon ${3 * GIB}\ninactive_file ${2 * GIB}\nactive_file 7\n`,
    });
    expect(await cgroupMemory(read)).toEqual({ limit: 8 * GIB, available: 5 * GIB });
  });

  it('is that of the tightest group above', async () => {
    const read = files({
      '/proc/self/cgroup': '0::/user.slice/me.scope\n',
      '/sys/fs/cgroup/user.slice/memory.max': `${4 * GIB}\n`,
      '/sys/fs/cgroup/user.slice/memory.current': `${GIB}\n`,
      '/sys/fs/cgroup/user.slice/me.scope/memory.max': 'max\n',
      '/sys/fs/cgroup/user.slice/me.scope/memory.current': `${GIB}\n`,
    });
    expect(await cgroupMemory(read)).toEqual({ limit: 4 * GIB, available: 3 * GIB });
  });

  it('is that of the root in a container, whatever the path is outside of it', async () => {
    const read = files({
      '/proc/self/cgroup': '0::/../../docker/ab12\n',
      '/sys/fs/cgroup/memory.max': `${2 * GIB}\n`,
      '/sys/fs/cgroup/memory.current': `${3 * GIB}\n`,
    });
    expect(await cgroupMemory(read)).toEqual({ limit: 2 * GIB, available: 0 });
  });

  it('is read from version 1 as well', async () => {
    const read = files({
      '/proc/self/cgroup': '9:cpu,cpuacct:/a\n4:memory:/box\n0::/\n',
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
      '/sys/fs/cgroup/memory/box/memory.limit_in_bytes': `${6 * GIB}\n`,
      '/sys/fs/cgroup/memory/box/memory.usage_in_bytes': `${2 * GIB}\n`,
      '/sys/fs/cgroup/memory/box/memory.stat': `cache 9\ntotal_inactive_file ${GIB}\n`,
    });
    expect(await cgroupMemory(read)).toEqual({ limit: 6 * GIB, available: 5 * GIB });
  });

  it.each([
    ['no control groups', {}],
    ['no limit', { '/proc/self/cgroup': '0::/a\n', '/sys/fs/cgroup/a/memory.max': 'max\n' }],
    ['no number', { '/proc/self/cgroup': '0::/a\n', '/sys/fs/cgroup/a/memory.max': 'much\n' }],
  ])('is unlimited with %s', async (_, texts: Record<string, string>) => {
    expect(await cgroupMemory(files(texts))).toBeNull();
  });
});

describe('the memory of a Linux machine', () => {
  const meminfo = 'MemTotal:       33554432 kB\nMemFree:          1048576 kB\nMemAvailable:   20971520 kB\n';

  it('is what the kernel would give up, not what is free', async () => {
    expect(await linuxMemory(32 * GIB, GIB, files({ '/proc/meminfo': meminfo }))).toEqual({
      available: 20 * GIB,
      installed: 32 * GIB,
      unified: false,
    });
  });

  it('stays within the limit of a container', async () => {
    const read = files({
      '/proc/meminfo': meminfo,
      '/proc/self/cgroup': '0::/\n',
      '/sys/fs/cgroup/memory.max': `${12 * GIB}\n`,
      '/sys/fs/cgroup/memory.current': `${2 * GIB}\n`,
    });
    expect(await linuxMemory(32 * GIB, GIB, read)).toEqual({
      available: 10 * GIB,
      installed: 12 * GIB,
      unified: false,
    });
  });

  it('is what is free where the kernel tells no more', async () => {
    expect((await linuxMemory(32 * GIB, GIB, files({}))).available).toBe(GIB);
  });

  it('is read from this machine', async () => {
    const { available, installed } = await readMemory();
    expect(available).toBeGreaterThan(0);
    expect(available).toBeLessThanOrEqual(installed);
    expect(installed).toBeLessThanOrEqual(os.totalmem());
  });
});

describe('vmStatAvailable', () => {
  it('adds the pages that macOS would give up', () => {
    const text = [
      'Mach Virtual Memory Statistics: (page size of 16384 bytes)',
      'Pages free:                               10.',
      'Pages active:                            900.',
      'Pages inactive:                           20.',
      'Pages speculative:                        30.',
      'Pages purgeable:                          40.',
    ].join('\n');
    expect(vmStatAvailable(text)).toBe(100 * 16_384);
  });

  it('gives null for another text', () => {
    expect(vmStatAvailable('no such thing')).toBeNull();
  });
});
