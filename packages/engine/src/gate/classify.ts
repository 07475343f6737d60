/** How much a command can do: only `safe` runs unasked; `denied` never runs. */
export type Level = 'safe' | 'moderate' | 'dangerous' | 'denied';

/** A command line rated: why, and the pattern under which an answer is remembered. */
export interface Rating {
  level: Level;
  reasons: string[];
  /** Program and verb (`npm test`), or the whole line when it is more than one plain command. */
  pattern: string;
}

/** One plain command: words, paths and simple options, nothing that a shell would expand, join or redirect. */
const PLAIN = /^[\w@%+=:,./ -]+$/;

/** Programs that only read, whatever their arguments, besides those that FORBIDDEN names. */
const READ_ONLY = new Set(
  'arch basename cat cmp comm cut date df diff dirname du echo expr false file free grep groups head id ls nl nproc od pgrep pwd readlink realpath seq sha256sum stat tail test tr true tty uname uniq uptime wc which whoami'.split(
    ' ',
  ),
);

/** Verbs of git that only read. */
const GIT_READ_ONLY = new Set(['blame', 'diff', 'log', 'ls-files', 'rev-parse', 'show', 'status']);

/** Programs whose first argument says what they do. */
const HAS_VERBS = new Set(
  'apt bundle cargo composer docker dotnet gem git go helm kubectl make mix npm npx pip pnpm podman poetry rails rustup systemctl terraform uv yarn'.split(
    ' ',
  ),
);

/** Arguments with which a program that reads would write, run something else, or change the system. */
const FORBIDDEN = /^(?:--output(?:=|$)|--ext-diff|--textconv|-s$|--set(?:=|$)|-c$|-C$|--compile)/;

const CREDENTIALS =
  /(?:^|[\s/=])(?:\.ssh|\.gnupg|\.aws|\.netrc|\.env|\.npmrc|id_(?:rsa|ed25519|ecdsa)|credentials)(?:[\s/.]|$)/;

const DENIED: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[;&|(`]|\$\()\s*(?:\S*\/)?(?:sudo|doas|su|pkexec)\b/, 'it asks for another user’s rights'],
  [
    /\brm\b(?=.*\s-\w*[rR])(?=.*\s(?:\/|~|\$HOME|\/\*|~\/\*|"\$HOME"|\$\{HOME\})(?:\s|\/?$|;|&|\|))/,
    'it would remove the root or the home directory',
  ],
  [/\b(?:curl|wget)\b[^|;&]*\|\s*(?:\S*\/)?(?:ba|z|da|k|fi)?sh\b/, 'it runs what the network sends'],
  [
    /(?:^|[;&|(\s])(?:mkfs(?:\.\w+)?|fdisk|parted|wipefs|shutdown|reboot|halt|poweroff)\b/,
    'it changes disks or stops the machine',
  ],
  [/\bdd\b.*\bof=\/dev\/(?!null\b)/, 'it writes to a device'],
  [/:\s*\(\s*\)\s*\{.*\|.*&.*\}/, 'it starts processes without end'],
];

const DANGEROUS: readonly (readonly [RegExp, string])[] = [
  [/\brm\b.*\s-\w*[rRf]/, 'it removes files without asking'],
  [/\bgit\s+(?:push\b.*(?:--force|-f\b)|reset\s+--hard|clean\b.*-\w*f)/, 'it drops work that git holds'],
  [/\b(?:chmod|chown|chgrp)\b.*-R/, 'it changes rights of a whole tree'],
  [/\b(?:kill|pkill|killall)\b/, 'it ends processes'],
  [/>\s*\/(?:etc|usr|bin|lib|boot|dev\/sd)/, 'it writes to the system'],
];

/** Rates a command line for the first gate: known to be read-only, on the short deny list, or to be asked about. */
export function classify(line: string): Rating {
  const text = line.trim();
  const denied = DENIED.filter(([shape]) => shape.test(text)).map(([, reason]) => reason);
  if (denied.length > 0) return { level: 'denied', reasons: denied, pattern: text };
  const plain = PLAIN.test(text);
  const words = text.split(/\s+/);
  const pattern = plain ? patternOf(words) : text;
  const dangerous = DANGEROUS.filter(([shape]) => shape.test(text)).map(([, reason]) => reason);
  if (dangerous.length > 0) return { level: 'dangerous', reasons: dangerous, pattern };
  if (CREDENTIALS.test(text)) return { level: 'moderate', reasons: ['it may read credentials'], pattern: text };
  if (!plain) return { level: 'moderate', reasons: ['it is more than one plain command'], pattern };
  if (isReadOnly(words)) return { level: 'safe', reasons: ['it only reads'], pattern };
  return { level: 'moderate', reasons: [`${words[0] ?? 'it'} is not known to only read`], pattern };
}

function isReadOnly([program = '', ...args]: string[]): boolean {
  if (args.some((arg) => FORBIDDEN.test(arg))) return false;
  if (program === 'git') return GIT_READ_ONLY.has(args[0] ?? '');
  return READ_ONLY.has(program);
}

function patternOf([program = '', verb = '']: string[]): string {
  return HAS_VERBS.has(program) && /^[a-z][\w:-]*$/.test(verb) ? `${program} ${verb}` : program;
}
