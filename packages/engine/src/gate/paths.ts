import { isAbsolute, normalize, relative, resolve, sep } from 'node:path';
import type { Arg } from './shell/command.ts';

/** Where a line would run, and what is the person's and wisp's there. */
export interface Places {
  /** The person's home. */
  home: string;
  /** Where the command runs. */
  directory: string;
  /** Where wisp was started: what it may write without leaving its place. */
  launch: string;
  /** wisp's own directory. */
  wisp: string;
}

/** Files that hold secrets, by what their paths look like. */
const CREDENTIALS =
  /(?:^|\/)(?:\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.docker\/config\.json|\.netrc|\.pgpass|\.npmrc|\.pypirc|\.git-credentials|\.config\/gh|\.config\/gcloud|\.password-store|\.vault-token|\.env(?:\.[\w.-]+)?|id_(?:rsa|dsa|ecdsa|ed25519)[\w.-]*|[\w.*?-]*\.(?:pem|p12|pfx|keystore|jks)|credentials(?:\.\w+)?|Cookies|Login Data|key[34]\.db|logins\.json|keychains?)(?:\/|$)|^\/etc\/g?shadow|^\/proc\/[^/]+\/environ/i;

/** Names that look like such a file and hold none: templates, and what is meant to be public. */
const NO_CREDENTIALS = /\.(?:pub|example|sample|template|dist)$/;

export function isCredential(path: string): boolean {
  return CREDENTIALS.test(path) && !NO_CREDENTIALS.test(path);
}

/** True for a pattern that the shell could expand to such a file: one over hidden names, or over a whole home. */
export function mayBeCredential({ text, exact }: Arg, { home, directory }: Places): boolean {
  if (isCredential(text)) return true;
  if (exact || !/[*?[{]/.test(text)) return false;
  const path = resolve(directory, text);
  return /\/\.[^/]*[*?[{]/.test(path) || (path.startsWith(`${home}/`) && /\/\.[^/]/.test(path.slice(home.length)));
}

/** Directories whose loss is the loss of the system or of the person's files. */
const ROOTS = new Set(
  '/ /bin /boot /dev /etc /home /lib /lib64 /opt /proc /root /sbin /srv /sys /usr /var /Users /System /Library /Applications /private'.split(
    ' ',
  ),
);

/** True for the root, a system directory, the home or what holds it: also as all that is in it (`/*`). */
export function isIrreplaceable(arg: Arg, { home, directory }: Places): boolean {
  const text = arg.text.replace(/(?:\/+(?:\*|\.\*|\{,\.\*?\}|\.\[!\.\]\*|\.))*\/*$/, '') || '/';
  // A bare `*` or `.` is the directory that the line runs in.
  const path = /^[*.]$/.test(text) ? directory : resolve(directory, text);
  return ROOTS.has(path) || path === home || (home + sep).startsWith(path + sep);
}

const DEVICE = /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper\/|dm-|md|loop)/;
/** Devices that take anything and keep nothing, and the streams of the process. */
const HARMLESS = /^\/dev\/(?:null|zero|full|tty|stdin|stdout|stderr|fd\/\d+)$/;
const SYSTEM = /^\/(?:etc|usr|bin|sbin|lib\w*|boot|dev|proc|sys|var\/(?:lib|spool|log|www)|System|Library|opt)(?:\/|$)/;
/** Files of the home that run by themselves, or decide what runs. */
const STARTUP =
  /^\/(?:\.(?:bash\w*|zsh\w*|zprofile|profile|login|kshrc|cshrc|tcshrc|xinitrc|xsession|vimrc|inputrc|gitconfig|ssh|gnupg|config|local\/bin)|Library\/Launch\w+)(?:\/|$)/;

/** Where a file that would be written lies. */
export type WritePlace =
  | 'harmless'
  | 'inside'
  | 'temporary'
  | 'outside'
  | 'startup'
  | 'hooks'
  | 'system'
  | 'device'
  | 'wisp'
  | 'unknown';

export function placeOf({ text, exact }: Arg, { home, directory, launch, wisp }: Places): WritePlace {
  if (!exact && !/^[~/.\w]/.test(text)) return 'unknown';
  const expanded = /^~(?:\/|$)/.test(text) ? home + text.slice(1) : text;
  const path = normalize(isAbsolute(expanded) ? expanded : resolve(directory, expanded));
  if (HARMLESS.test(path)) return 'harmless';
  if (DEVICE.test(path)) return 'device';
  if (isWithin(path, wisp)) return 'wisp';
  if (/(?:^|\/)\.git\/(?:hooks|config)(?:\/|$)/.test(path)) return 'hooks';
  if (isWithin(path, home) && STARTUP.test(path.slice(home.length))) return 'startup';
  if (isWithin(path, launch)) return exact || !path.includes('..') ? 'inside' : 'unknown';
  if (/^\/(?:tmp|var\/tmp|private\/tmp|var\/folders)(?:\/|$)/.test(path)) return 'temporary';
  if (SYSTEM.test(path)) return 'system';
  return exact ? 'outside' : 'unknown';
}

/** Whether `path` is `directory` or in it. */
function isWithin(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
