import { glob } from './glob.ts';

/** Files and directories that hold secrets, by what their paths look like. */
const CREDENTIALS =
  /(?:^|\/)(?:\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.oci|\.docker\/config\.json|\.dockercfg|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.npmrc|\.pypirc|\.git-credentials|\.s3cfg|\.boto|\.config\/(?:gh|glab-cli|hub|gcloud|op|rclone|doctl|sops|git\/credentials)|\.terraform\.d|\.password-store|\.vault-token|\.envrc|\.env(?:\.[\w.-]+)?|\.\w+_history|\.m2\/settings(?:-security)?\.xml|\.cargo\/credentials(?:\.toml)?|\.gem\/credentials|\.composer\/auth\.json|id_(?:rsa|dsa|ecdsa|ed25519)[\w.-]*|ssh_host_\w+_key|[\w.*?-]*\.(?:pem|p12|pfx|keystore|jks|kdbx|ovpn)|credentials(?:\.\w+)?|secrets?\.(?:ya?ml|json|toml|env)|\.htpasswd|wallet\.dat|Cookies|Login Data|key[34]\.db|cookies\.sqlite|logins\.json|keychains?)(?:\/|$)|^\/etc\/(?:g?shadow|sudoers)|^\/proc\/[^/]+\/(?:environ|mem)|^\/proc\/kcore/i;

/** Names that look like such a file and hold none: templates, and what is meant to be public. */
const NO_CREDENTIALS = /\.(?:pub|example|sample|template|dist)$/;

/** Paths that a pattern is held against, from the part that it begins with. */
const SAMPLES = [
  '.env',
  '.env.local',
  '.netrc',
  '.npmrc',
  '.pgpass',
  '.git-credentials',
  '.ssh/id_rsa',
  '.ssh/id_ed25519',
  '.aws/credentials',
  '.aws/config',
  '.kube/config',
  '.gnupg/secring.gpg',
  '.docker/config.json',
  '.bash_history',
  '.zsh_history',
  'credentials',
  'credentials.json',
  'id_rsa',
  'id_ed25519',
  'secrets.yml',
  'server.pem',
];

export function isCredential(path: string): boolean {
  return path.length <= 4_096 && CREDENTIALS.test(path) && !NO_CREDENTIALS.test(path);
}

/** True for an argument with such a path in it: `--netrc-file=/home/me/.netrc`, `load("/home/me/.aws/credentials")`. */
export function credentialPiece(text: string): boolean {
  if (text.length > 4_096) return false;
  return text.split(/[\s"'()=,;:@]+/).some((piece) => piece.includes('/') && isCredential(piece));
}

/** True for an absolute pattern of the shell that could stand for such a file. */
export function patternMatchesCredential(pattern: string, home: string): boolean {
  if (!/[*?[]/.test(pattern)) return false;
  const parts = pattern.split('/');
  // `*` and `*.json` are about everything, not about secrets.
  const wide = parts.at(-1)?.startsWith('*') ?? true;
  const fits = SAMPLES.some((sample) => {
    const names = sample.split('/');
    return glob(parts.slice(-names.length).join('/'), sample) && opensDots(parts, names);
  });
  // `~/.s*/x` and `~/.c*` may lead into any directory of credentials.
  const inHome = pattern.startsWith(`${home}/`) && /(?:^|\/)\.[^/]*[*?[]/.test(pattern.slice(home.length));
  return (fits && !wide) || inHome;
}

/** A `*` at a part's beginning takes no hidden name. */
function opensDots(parts: readonly string[], names: readonly string[]): boolean {
  return parts.slice(-names.length).every((part, i) => !names[i]?.startsWith('.') || /^[.[]/.test(part));
}
