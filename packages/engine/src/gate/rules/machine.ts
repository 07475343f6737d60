import { dangerous, denied, moderate, safe } from '../rating.ts';
import { argumentsOf, has, operands } from './arguments.ts';
import { interactive, session } from './launchers.ts';
import { verbs } from './packages.ts';
import type { Rule } from './rule.ts';

const kill: Rule = (command) => {
  const [first] = argumentsOf(command);
  const asks = first === undefined || /^(?:-l|-L|--list(?:=.*)?|--table|-0|-s0)$/.test(first.text);
  return asks ? [safe()] : [dangerous('it ends processes')];
};

const systemctl: Rule = verbs(
  /^(?:status|list-\w+|show|is-\w+|cat|get-default)$/,
  /^(?:stop|disable|mask|kill|isolate|reboot|poweroff|halt|suspend|hibernate|emergency|rescue|edit)$/,
  'it stops services or the machine',
);

const crontab: Rule = (command) =>
  has(command, 'l') && !has(command, 'er') ? [safe()] : [dangerous('it changes what runs later')];

const wisp: Rule = (command) => {
  const [verb = '', sub = ''] = operands(command).map((one) => one.text);
  if (verb === 'approvals' && sub !== '' && sub !== 'list') return [denied('it would change wisp’s own approvals')];
  if (verb === 'config' && /^(?:set|unset)$/.test(sub)) return [denied('it would change wisp’s own settings')];
  return /^(?:approvals|config|outputs|show|recall|summarise|logs|models|tools|doctor|triage|completions)$/.test(verb)
    ? [safe()]
    : [moderate('it starts wisp', `wisp ${verb}`.trim())];
};

const date: Rule = (command) => (has(command, 's', '--set') ? [dangerous('it sets the clock')] : [safe()]);

const hostname: Rule = (command) => (operands(command).length > 0 ? [dangerous('it renames the machine')] : [safe()]);

/** Changes the machine for everybody on it. */
const machine: Rule = () => [dangerous('it changes the machine')];

/** Programs that change the machine, its processes and services, or that run others for a person. */
export const MACHINE_PROGRAMS: Readonly<Record<string, Rule>> = {
  date,
  hostname,
  ip: (command) =>
    operands(command).some(({ text }) => /^(?:add|del|delete|set|flush|change|replace|exec)$/.test(text))
      ? [dangerous('it changes the machine')]
      : [safe()],
  ifconfig: (command) => (operands(command).length > 1 ? [dangerous('it changes the machine')] : [safe()]),
  kill,
  tmux: session,
  screen: session,
  expect: interactive,
  chroot: () => [dangerous('it leaves the system that it runs in')],
  nsenter: () => [dangerous('it leaves the system that it runs in')],
  unshare: () => [dangerous('it leaves the system that it runs in')],
  setcap: () => [dangerous('it gives a program rights')],
  alias: (command, context) => [
    moderate('it gives a command another meaning'),
    ...argumentsOf(command).flatMap(({ text }) => context.script(text.replace(/^[^=]*=?/, ''))),
  ],
  pkill: () => [dangerous('it ends processes')],
  killall: () => [dangerous('it ends processes')],
  xkill: () => [dangerous('it ends processes')],
  less: interactive,
  more: interactive,
  most: interactive,
  man: interactive,
  info: interactive,
  vi: interactive,
  vim: interactive,
  nvim: interactive,
  view: interactive,
  emacs: interactive,
  nano: interactive,
  ed: interactive,
  ex: interactive,
  top: interactive,
  htop: interactive,
  gdb: interactive,
  lldb: interactive,
  crontab,
  at: () => [dangerous('it runs something later')],
  batch: () => [dangerous('it runs something later')],
  systemctl,
  service: (command) =>
    operands(command)[1]?.text === 'status' ? [safe()] : [dangerous('it stops or starts services')],
  launchctl: (command) =>
    /^(?:list|print)$/.test(operands(command)[0]?.text ?? '') ? [safe()] : [dangerous('it changes services')],
  defaults: (command) =>
    operands(command)[0]?.text === 'read' ? [safe()] : [dangerous('it changes settings of the system')],
  mount: (command) =>
    operands(command).length === 0 ? [safe()] : [dangerous('it changes what the machine has mounted')],
  umount: machine,
  iptables: machine,
  nft: machine,
  ufw: machine,
  useradd: machine,
  userdel: machine,
  usermod: machine,
  groupadd: machine,
  passwd: machine,
  chsh: machine,
  visudo: machine,
  insmod: machine,
  rmmod: machine,
  modprobe: machine,
  ldconfig: machine,
  'update-alternatives': machine,
  history: (command) => (has(command, 'cdw') ? [dangerous('it drops the history of the shell')] : [safe()]),
  wisp,
  'wisp-tui': () => [moderate('it starts wisp', 'wisp-tui')],
};
