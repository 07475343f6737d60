import { dangerous, denied, moderate, safe } from '../rating.ts';
import { ranBy } from '../shell/command.ts';
import { argumentsOf, fromOperand, has, operands, optionValue, verbOf } from './arguments.ts';
import { ratingOfReads, ratingOfWrite } from './files.ts';
import { editor, interactive, session, worse } from './launchers.ts';
import type { Rule } from './rule.ts';
import { verbs } from './verbs.ts';

const kill: Rule = (command) => {
  const [first] = argumentsOf(command);
  const asks = first === undefined || /^(?:-l|-L|--list(?:=.*)?|--table|-0|-s0)$/.test(first.text);
  return asks ? [safe()] : [dangerous('it ends processes')];
};

/** The init system’s own words for stopping the machine. */
const stops =
  (rule: Rule): Rule =>
  (command, context) =>
    argumentsOf(command).some(({ text }) =>
      /^(?:reboot|poweroff|halt|kexec|soft-reboot|PowerOff|Reboot|Halt)$/.test(text),
    )
      ? [denied('it stops the machine')]
      : rule(command, context);

const SYSTEMD_VALUED = '-H -M -t -p -n -o -s --host --machine --type --property --lines --output --signal';

const systemctl: Rule = verbs(
  /^(?:status|list-\w+|show|is-\w+|cat|get-default)$/,
  /^(?:stop|disable|mask|kill|isolate|suspend|hibernate|emergency|rescue|edit)$/,
  'it stops services or the machine',
  SYSTEMD_VALUED,
);

/** A program that only reads but for these words. */
const readsBut =
  (changes: RegExp, why: string): Rule =>
  (command) =>
    argumentsOf(command).some(({ text }) => changes.test(text)) ? [moderate(why)] : [safe()];

const crontab: Rule = (command) =>
  has(command, 'l') && !has(command, 'er') ? [safe()] : [dangerous('it changes what runs later')];

const wisp: Rule = (command, context) => {
  const words = argumentsOf(command).map((one) => one.text);
  const pairs = words.map((text, at) => `${text} ${words[at + 1] ?? ''}`);
  if (pairs.some((pair) => /^approvals (?!list\b|--json\b|-|$)/.test(pair) || pair === 'approvals revoke'))
    return [denied('it would change wisp’s own approvals')];
  if (pairs.some((pair) => /^config (?:set|unset|edit)$/.test(pair)) || words.includes('unset'))
    return [denied('it would change wisp’s own settings')];
  const { verb, rest, sure } = verbOf(command, '--model --host --tools --directory --parallel');
  if (verb === 'run') {
    const inner = fromOperand(rest, '--budget --timeout --directory');
    return inner.length === 0 ? [safe()] : context.inner(ranBy(command, inner));
  }
  if (words.some((text) => text === '--yes' || /^-[a-z]*y/.test(text)))
    return [dangerous('it starts another model whose commands nobody is asked about')];
  return sure &&
    /^(?:approvals|config|outputs|show|recall|summarise|logs|models|tools|doctor|triage|completions)$/.test(verb)
    ? [safe()]
    : [moderate('it starts wisp')];
};

const date: Rule = (command, { places }) => [
  has(command, 's', '--set') ? dangerous('it sets the clock') : safe(),
  ...ratingOfReads(argumentsOf(command), places),
];

/** `ps e` shows the environment of each process, with the keys in it. */
const ps: Rule = (command) =>
  argumentsOf(command).some(({ text }) => /^[a-zA-Z]*e[a-zA-Z]*$|^-[a-zA-Z]*E/.test(text))
    ? [moderate('it shows the environment of other processes')]
    : [safe()];

const hostname: Rule = (command) => (operands(command).length > 0 ? [dangerous('it renames the machine')] : [safe()]);

/** Changes the machine for everybody on it. */
const machine: Rule = () => [dangerous('it changes the machine')];

/** Programs that change the machine, its processes and services, or that run others for a person. */
export const MACHINE_PROGRAMS: Readonly<Record<string, Rule>> = {
  date,
  ps,
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
  vi: editor,
  vim: editor,
  nvim: editor,
  view: editor,
  emacs: editor,
  nano: editor,
  ed: editor,
  ex: editor,
  top: interactive,
  htop: interactive,
  gdb: interactive,
  lldb: interactive,
  crontab,
  at: () => [dangerous('it runs something later')],
  batch: () => [dangerous('it runs something later')],
  systemctl: stops(systemctl),
  loginctl: stops(
    readsBut(/^(?:terminate|kill|lock|unlock|enable|disable|flush|attach|activate)/, 'it changes sessions'),
  ),
  busctl: stops(() => [moderate('it talks to the services of the machine')]),
  'dbus-send': stops(() => [moderate('it talks to the services of the machine')]),
  sysctl: readsBut(/^-[a-zA-Z]*[wp]|^--(?:write|load|system)|=/, 'it changes the kernel’s settings'),
  dmesg: readsBut(/^-[a-zA-Z]*[cCDEn]|^--(?:clear|read-clear|console)/, 'it changes the kernel’s log'),
  ss: readsBut(/^-[a-zA-Z]*[KD]|^--(?:kill|diag)/, 'it closes connections or writes a file'),
  journalctl: readsBut(
    /^--(?:vacuum|rotate|flush|sync|relinquish|setup-keys|update-catalog|cursor-file)/,
    'it changes the journal',
  ),
  getent: readsBut(/shadow/, 'it may read credentials'),
  ldd: () => [moderate('it may run the program that it looks at', 'ldd')],
  fuser: (command) => (has(command, 'k', '--kill') ? [dangerous('it ends processes')] : [safe()]),
  diskutil: (command) =>
    /^(?:list|info|activity)$/.test(operands(command)[0]?.text ?? '') ? [safe()] : [denied('it changes disks')],
  unzip: (command, { places }) => {
    const into = optionValue(command, '-d', '-d');
    if (argumentsOf(command).some(({ text }) => /^-[qvzC]*[lptvZ]/.test(text)) && !into)
      return ratingOfReads(operands(command), places);
    return [moderate('it writes files', 'unzip'), ...(into ? [ratingOfWrite(into, places)] : [])];
  },
  patch: (command, { places }) => [
    moderate('it changes files', 'patch'),
    ...worse(operands(command).map((file) => ratingOfWrite(file, places))),
  ],
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
