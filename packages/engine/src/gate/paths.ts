import { isAbsolute, normalize, relative, resolve, sep } from 'node:path';
import { credentialPiece, isCredential, patternMatchesCredential } from './credentials.ts';
import { glob } from './glob.ts';
import { type Arg, NOWHERE } from './shell/command.ts';

/** Where a line would run, and what is the person's and wisp's there. */
export interface Places {
  /** The person's home. */
  home: string;
  /** Where the command runs. */
  directory: string;
  /** Where it may run as well, when a `cd` before it failed. */
  others?: readonly string[];
  /** Where wisp was started: what it may write without leaving its place. */
  launch: string;
  /** wisp's own directory. */
  wisp: string;
  /** Follows the links in an absolute path, as far as it exists; absent: paths are what they say. */
  real?: (path: string) => string;
}

/** True for a file that holds secrets by its name, by where a link leads, or for a pattern that the shell could make such a file of. */
export function mayBeCredential(arg: Arg, places: Places): boolean {
  if (isCredential(arg.text) || credentialPiece(arg.text)) return true;
  return pathsOf(arg.text, places).some((path) => {
    if (!arg.exact && patternMatchesCredential(path, places.home)) return true;
    return isCredential(path) || (arg.exact && places.real !== undefined && isCredential(places.real(path)));
  });
}

/** True for a directory below which the person's credentials lie: the home, and what holds it. */
export function holdsHome(arg: Arg, places: Places): boolean {
  return pathsOf(arg.text, places).some((path) => isWithin(places.home, path));
}

/** Directories whose loss is the loss of the system or of the person's files. */
const ROOTS = new Set(
  '/ /bin /boot /dev /etc /home /lib /lib64 /opt /proc /root /sbin /srv /sys /usr /var /Users /System /Library /Applications /private'.split(
    ' ',
  ),
);

/** What stands for all that is in a directory. */
const ALL = /\/+(?:\*+|\.\*|\?\*|\*\?|\.\?\?\*|\.?\[[!^].{0,3}\]\*|\.)$/;

/** True for the root, a system directory, the home, wisp’s own or what holds them: also as all that is in it (`/*`). */
export function isIrreplaceable(arg: Arg, places: Places): boolean {
  const { home, directory, others = [], wisp } = places;
  let text = arg.text;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/(?<=.)\/+$/, '').replace(ALL, '') || '/';
  }
  // A bare `*` or `.` is the directory that the line runs in.
  const paths = /^(?:\*+|\.|\.\*|\.\/\*)$/.test(text) ? [directory, ...others] : pathsOf(text, places);
  return paths.some((path) => {
    if (ROOTS.has(path) || isWithin(home, path) || isWithin(wisp, path)) return true;
    // A pattern that takes its pick among the directories of the system.
    return /[*?[]/.test(path) && [...ROOTS, home].some((root) => glob(path, root));
  });
}

const DEVICE = /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper\/|dm-|md|loop|mem$|kmem$|port$)|^\/proc\/sysrq-/;
/** Devices that take anything and keep nothing, and the streams of the process. */
const HARMLESS = /^\/dev\/(?:null|zero|full|tty|stdin|stdout|stderr|fd\/\d+)$/;
const SYSTEM =
  /^\/$|^\/(?:etc|usr|bin|sbin|lib\w*|boot|dev|proc|sys|var\/(?:lib|spool|log|www)|System|Library|opt)(?:\/|$)/;
/** Files of the home that run by themselves, or decide what runs. */
const STARTUP =
  /^\/(?:\.(?:bash\w*|zsh\w*|zprofile|profile|login|kshrc|cshrc|tcshrc|xinitrc|xsession|xprofile|vim(?:rc)?|inputrc|gitconfig|npmrc|ssh|gnupg|aws|kube|docker|config|local\/bin|local\/share\/(?:applications|systemd)|cargo\/(?:bin|config\.toml)|git-credentials|netrc)|Library\/Launch\w+|bin)(?:\/|$)/;

/** What lies in the home of another user. */
const HOMES = /^\/(?:root|(?:home|Users)\/[^/]+)(\/.*)$/;

/** Where a file that would be written lies, the least grave first. */
const PLACES = [
  'harmless',
  'inside',
  'temporary',
  'outside',
  'unknown',
  'startup',
  'hooks',
  'system',
  'device',
  'wisp',
] as const;
export type WritePlace = (typeof PLACES)[number];

/** The gravest place that a file may lie in. */
export function placeOf(arg: Arg, places: Places): WritePlace {
  if (!arg.exact && !/^[~/.\w]/.test(arg.text)) return 'unknown';
  const found = pathsOf(arg.text, places).flatMap((path) => [
    placeOfPath(path, arg.exact, places),
    ...(arg.exact && places.real ? [placeOfPath(places.real(path), true, places)] : []),
  ]);
  return PLACES.findLast((place) => found.includes(place)) ?? 'unknown';
}

function placeOfPath(path: string, exact: boolean, { home, launch, wisp }: Places): WritePlace {
  if (path === NOWHERE || path.startsWith(`${NOWHERE}/`)) return 'unknown';
  if (HARMLESS.test(path)) return 'harmless';
  if (DEVICE.test(path)) return 'device';
  if (isWithin(path, wisp) || (!exact && glob(path.split('/').slice(0, wisp.split('/').length).join('/'), wisp)))
    return 'wisp';
  if (/(?:^|\/)\.git\//.test(path)) return 'hooks';
  const below = isWithin(path, home) ? path.slice(home.length) : (HOMES.exec(path)?.[1] ?? '');
  if (STARTUP.test(below)) return 'startup';
  if (isWithin(path, launch)) return exact || !path.includes('..') ? 'inside' : 'unknown';
  if (/^\/(?:tmp|var\/tmp|private\/tmp|var\/folders|private\/var\/folders)(?:\/|$)/.test(path)) return 'temporary';
  if (SYSTEM.test(path)) return 'system';
  return exact ? 'outside' : 'unknown';
}

/** The absolute paths that a text may name, without `/proc/self/root` and kin. */
export function pathsOf(text: string, { home, directory, others = [] }: Places): string[] {
  if (isAbsolute(text)) return [plain(text)];
  // Some shells and programs expand a tilde behind a sign: `of=~/x`.
  if (/^~(?:\/|$)/.test(text)) return [plain(home + text.slice(1)), plain(resolve(directory, text))];
  return [directory, ...others].map((one) => plain(resolve(one, text)));
}

function plain(text: string): string {
  const path = normalize(text);
  const through = /^\/proc\/(?:[^/]+\/)(?:task\/[^/]+\/)?root(\/.*|$)/.exec(path);
  const whole = through ? normalize(`/${through[1] ?? ''}`) : path;
  return whole.length > 1 && whole.endsWith('/') ? whole.slice(0, -1) : whole;
}

/** Whether `path` is `directory` or in it. */
function isWithin(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
