import { dangerous, denied, moderate, safe } from '../rating.ts';
import { argumentsOf, has, nameOf, operands } from './arguments.ts';
import { ratingOfReads } from './files.ts';
import { verbs } from './packages.ts';
import type { Rule } from './rule.ts';

const kill: Rule = (command) =>
  has(command, 'lL', '--list') || (operands(command).length === 0 && !has(command, '', '-0'))
    ? [safe()]
    : argumentsOf(command).some(({ text }) => text === '-0')
      ? [safe()]
      : [dangerous('it ends processes')];

const systemctl: Rule = verbs(
  /^(?:status|list-\w+|show|is-\w+|cat|get-default)$/,
  /^(?:stop|disable|mask|kill|isolate|reboot|poweroff|halt|suspend|hibernate|emergency|rescue|edit)$/,
  'it stops services or the machine',
);

const crontab: Rule = (command) =>
  has(command, 'l') && !has(command, 'er') ? [safe()] : [dangerous('it changes what runs later')];

const pager: Rule = (command, { places }) => [
  moderate('it can run other programs', nameOf(command)),
  ...ratingOfReads(operands(command), places),
];

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
  pkill: () => [dangerous('it ends processes')],
  killall: () => [dangerous('it ends processes')],
  xkill: () => [dangerous('it ends processes')],
  less: pager,
  more: pager,
  most: pager,
  man: pager,
  info: pager,
  vi: pager,
  vim: pager,
  nvim: pager,
  view: pager,
  emacs: pager,
  nano: pager,
  ed: pager,
  ex: pager,
  top: pager,
  htop: pager,
  gdb: pager,
  lldb: pager,
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
