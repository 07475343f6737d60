/** What a control group leaves its processes, in bytes. */
export interface CgroupMemory {
  limit: number;
  available: number;
}

/** Gives a file's text, or null when it can not be read. */
export type ReadText = (path: string) => Promise<string | null>;

interface Names {
  root: string;
  limit: string;
  used: string;
  /** In `memory.stat`: the cached files that the kernel drops before it refuses memory. */
  cached: string;
}

const V2: Names = {
  root: '/sys/fs/cgroup',
  limit: 'memory.max',
  used: 'memory.current',
  cached: 'inactive_file',
};

const V1: Names = {
  root: '/sys/fs/cgroup/memory',
  limit: 'memory.limit_in_bytes',
  used: 'memory.usage_in_bytes',
  cached: 'total_inactive_file',
};

/** Version 1 writes "no limit" as the largest whole number of pages. */
const NO_LIMIT = 2 ** 60;
const MOST_LEVELS = 32;

/**
 * The memory that this process's control groups leave it, its own and every one above it, as a container or a service has
 * them (Linux, docs/admin-guide/cgroup-v2 and cgroup-v1/memory); null where nothing is limited.
 */
export async function cgroupMemory(read: ReadText): Promise<CgroupMemory | null> {
  const groups = (await read('/proc/self/cgroup')) ?? '';
  const levels = [
    ...levelsOf(/^0::(\/[^\n]{0,4095})$/m.exec(groups)?.[1], V2),
    ...levelsOf(/^\d{1,9}:(?:[^:\n]{1,200},)?memory(?:,[^:\n]{1,200})?:(\/[^\n]{0,4095})$/m.exec(groups)?.[1], V1),
  ];
  const all = await Promise.all(levels.map(({ directory, names }) => level(directory, names, read)));
  const limited = all.filter((one) => one !== null);
  if (limited.length === 0) return null;
  const least = (key: keyof CgroupMemory) => Math.min(...limited.map((one) => one[key]));
  return { limit: least('limit'), available: least('available') };
}

/** The group's directory and all above it. In a container the path may be the host's: then the root has the limits. */
function levelsOf(path: string | undefined, names: Names): { directory: string; names: Names }[] {
  if (path === undefined) return [];
  const parts = path.split('/').filter((part) => part !== '' && part !== '..');
  const directories = parts.map((_, at) => `${names.root}/${parts.slice(0, at + 1).join('/')}`);
  return [names.root, ...directories].slice(-MOST_LEVELS).map((directory) => ({ directory, names }));
}

async function level(directory: string, names: Names, read: ReadText): Promise<CgroupMemory | null> {
  const limit = bytesOf(await read(`${directory}/${names.limit}`));
  if (limit === null || limit >= NO_LIMIT) return null;
  const used = bytesOf(await read(`${directory}/${names.used}`)) ?? 0;
  const stat = (await read(`${directory}/memory.stat`)) ?? '';
  const cached = bytesOf(new RegExp(`^${names.cached} (\\d{1,20})$`, 'm').exec(stat)?.[1] ?? null) ?? 0;
  return { limit, available: Math.max(0, Math.min(limit, limit - used + cached)) };
}

/** `max`, which is no number, stands for no limit. */
function bytesOf(text: string | null): number | null {
  const digits = text?.trim() ?? '';
  return /^\d{1,20}$/.test(digits) ? Number(digits) : null;
}
