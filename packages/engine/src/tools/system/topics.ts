import { plural } from '../../text/format.ts';
import { type Listening, listeningByKernel } from './listening.ts';
import { withoutSecrets } from './secrets.ts';
import { amount, table } from './table.ts';

/** What is asked for of a topic: rows at most, and a text or a port that they must have. */
export interface Wanted {
  limit: number;
  matching: string;
  port: number | null;
}

/** The library, loaded when the tool is first used. */
type Facts = typeof import('systeminformation');

const COMMAND = 80;

type Topic = (facts: Facts, wanted: Wanted) => Promise<string>;

/** A port with who listens, as far as that can be read. */
interface Port extends Omit<Listening, 'protocol'> {
  protocol: string;
  pid: number | null;
  process: string;
}

const ports: Topic = async (facts, { limit, matching, port }) => {
  const named = (await facts.networkConnections()).flatMap(
    ({ state, protocol, localAddress, localPort, pid, process }) =>
      state === 'LISTEN' ? [{ protocol, address: localAddress, port: Number(localPort), pid, process }] : [],
  );
  const kernel = listeningByKernel();
  const all: Port[] = [...named, ...unnamed(kernel ?? [], named)];
  const open = all
    .filter((one) => port === null || one.port === port)
    .filter(({ protocol, address, port: number, process }) =>
      `${protocol} ${address} ${number} ${process}`.toLowerCase().includes(matching),
    )
    .sort((a, b) => a.port - b.port);
  if (open.length === 0) return nothing(port, matching, kernel !== null || named.length > 0);
  const rows = open.map((one) => [one.protocol, one.address, one.port, one.pid ?? '-', one.process || '-']);
  const hidden = open.filter(({ pid }) => pid === null).length;
  const note =
    hidden > 0
      ? `\n[who listens on ${plural(hidden, 'port')} could not be read: other users' processes, or no ss, netstat or lsof]`
      : '';
  return `${table(['protocol', 'address', 'port', 'pid', 'process'], rows, limit)}${note}`;
};

/** What the kernel knows of and the programs that name processes did not tell. */
function unnamed(kernel: readonly Listening[], named: readonly Port[]): Port[] {
  const known = new Set(named.map(({ port }) => port));
  return kernel.filter(({ port }) => !known.has(port)).map((one) => ({ ...one, pid: null, process: '' }));
}

function nothing(port: number | null, matching: string, told: boolean): string {
  if (!told)
    return 'Which ports are listened on could not be read, or nothing listens: there is no ss, netstat or lsof.';
  const where = port === null ? '' : ` on TCP port ${port}`;
  return `Nothing listens${where}${matching === '' ? '' : ' that matches'}.`;
}

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
  if (rows.length === 0) return matching === '' ? 'The disks could not be read.' : 'No disk matches.';
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
    .map((one) => ({ ...one, line: withoutSecrets(`${one.command || one.name} ${one.params}`.trim(), COMMAND) }))
    // By what is shown: a text that is hidden can not be searched for.
    .filter(({ name, line, pid }) => `${pid} ${name} ${line}`.toLowerCase().includes(matching))
    .sort((a, b) => b.cpu - a.cpu || b.memRss - a.memRss)
    .map(({ pid, cpu, memRss, user, state, line }) => [
      pid,
      `${cpu.toFixed(1)}%`,
      amount(memRss * 1_024),
      user,
      state,
      line,
    ]);
  if (all === 0) return 'The processes could not be read.';
  if (rows.length === 0) return `${all} processes, none that matches.`;
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
  if (rows.length === 0)
    return matching === '' ? 'The network interfaces could not be read.' : 'No network interface matches.';
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
