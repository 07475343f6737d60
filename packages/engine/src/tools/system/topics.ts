import { amount, table, withoutSecrets } from './table.ts';

/** What is asked for of a topic: rows at most, and a text or a port that they must have. */
interface Wanted {
  limit: number;
  matching: string;
  port: number | null;
}

/** The library, loaded when the tool is first used. */
type Facts = typeof import('systeminformation');

const COMMAND = 80;

type Topic = (facts: Facts, wanted: Wanted) => Promise<string>;

const ports: Topic = async (facts, { limit, matching, port }) => {
  const open = (await facts.networkConnections()).filter(
    ({ state, localPort }) => state === 'LISTEN' && (port === null || Number(localPort) === port),
  );
  const rows = open
    .map(
      ({ protocol, localAddress, localPort, pid, process }) =>
        [protocol, localAddress, Number(localPort), pid ?? 0, process ?? ''] as const,
    )
    .filter((row) => row.join(' ').toLowerCase().includes(matching))
    .sort((a, b) => a[2] - b[2]);
  if (rows.length === 0)
    return port === null ? 'Nothing listens, or this user may not see it.' : `Nothing listens on port ${port}.`;
  return table(['protocol', 'address', 'port', 'pid', 'process'], rows, limit);
};

const disk: Topic = async (facts, { limit, matching }) => {
  const rows = (await facts.fsSize())
    .filter(({ fs, mount, size }) => size > 0 && `${fs} ${mount}`.toLowerCase().includes(matching))
    .sort((a, b) => a.available - b.available)
    .map(({ fs, mount, size, used, available, use }) => [
      mount,
      fs,
      amount(size),
      amount(used),
      amount(available),
      `${Math.round(use)}%`,
    ]);
  return table(['mounted on', 'device', 'size', 'used', 'free', 'full'], rows, limit);
};

const memory: Topic = async (facts) => {
  const { total, available, used, swaptotal, swapused } = await facts.mem();
  return [
    `memory: ${amount(total)}, ${amount(available)} available, ${amount(used)} used (with caches)`,
    swaptotal > 0 ? `swap: ${amount(swaptotal)}, ${amount(swapused)} used` : 'swap: none',
  ].join('\n');
};

const processes: Topic = async (facts, { limit, matching }) => {
  const { all, list } = await facts.processes();
  const rows = list
    .filter(({ name, command, pid }) => `${pid} ${name} ${command}`.toLowerCase().includes(matching))
    .sort((a, b) => b.cpu - a.cpu || b.memRss - a.memRss)
    .map(({ pid, cpu, memRss, user, state, name, command, params }) => [
      pid,
      `${cpu.toFixed(1)}%`,
      amount(memRss * 1_024),
      user,
      state,
      withoutSecrets(`${command || name} ${params}`.trim(), COMMAND),
    ]);
  return `${all} processes\n${table(['pid', 'cpu', 'memory', 'user', 'state', 'command'], rows, limit)}`;
};

const battery: Topic = async (facts) => {
  const { hasBattery, percent, isCharging, acConnected, timeRemaining } = await facts.battery();
  if (!hasBattery) return 'This machine has no battery.';
  const left = timeRemaining !== null && timeRemaining > 0 ? `, ${timeRemaining} minutes left` : '';
  return `battery: ${percent}%, ${isCharging ? 'charging' : acConnected ? 'plugged in' : 'discharging'}${left}`;
};

const network: Topic = async (facts, { limit, matching }) => {
  const found = await facts.networkInterfaces();
  const rows = [found]
    .flat()
    .filter(({ iface, ip4, ip6 }) => `${iface} ${ip4} ${ip6}`.toLowerCase().includes(matching))
    .map(({ iface, operstate, ip4, ip6, type }) => [iface, operstate, ip4 || '-', ip6 || '-', type]);
  return table(['interface', 'state', 'IPv4', 'IPv6', 'type'], rows, limit);
};

const system: Topic = async (facts) => {
  const [os, cpu, load, graphics] = await Promise.all([
    facts.osInfo(),
    facts.cpu(),
    facts.currentLoad(),
    facts.graphics(),
  ]);
  const gpus = graphics.controllers.map(({ vendor, model, vram }) =>
    `${vendor} ${model}${vram ? `, ${vram} MiB` : ''}`.trim(),
  );
  return [
    `system: ${os.distro} ${os.release} (${os.platform} ${os.kernel}, ${os.arch}), host ${os.hostname}`,
    `processor: ${cpu.manufacturer} ${cpu.brand}, ${cpu.physicalCores} cores, ${cpu.cores} threads, load ${load.avgLoad}`,
    `graphics: ${gpus.length === 0 ? 'none found' : gpus.join('; ')}`,
    `up for: ${Math.floor(facts.time().uptime / 3_600)} hours`,
  ].join('\n');
};

export const TOPICS = { ports, disk, memory, processes, battery, network, system } as const;
