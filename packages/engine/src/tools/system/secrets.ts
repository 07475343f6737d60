/** What stands for a secret. */
const HIDDEN = '•••';

/** Characters of a command that are looked at: what is longer is not shown so far anyway. */
const LOOKED_AT = 1_000;

/** The value of an option, header or variable whose name says that it is a secret; `Bearer` and its kin are none yet. */
const NAMED =
  /((?:token|secret|passw(?:or)?d|passphrase|passwd|pwd|api[-_]?key|access[-_]?key|private[-_]?key|auth(?:orization)?|credentials?|cookie)[\w-]{0,32}["']?(?: ?[=:] ?| )["']?(?:(?:bearer|basic|token|digest) )?)([^\s"']+)/gi;

/** User and password in an address. */
const ADDRESS = /(:\/\/)[^\s/@]{1,200}@/g;

/** A user's name and password as `curl -u` takes them. */
const USER = /((?:^| )(?:-u|--user|--proxy-user)[ =]?)[^\s:]{1,200}:\S+/g;

/** Tokens that are known by how they begin. Sources: the issuers' own documents on their formats. */
const KNOWN = /\b(?:gh[pousr]_|github_pat_|glpat-|sk-|xox[abprs]-|AKIA|ASIA|AIza|ya29\.|hf_|npm_|eyJ)[\w.~+/=-]{8,}/g;

/** A long word of letters and digits, as keys are. */
const KEY = /(?<![\w/.-])(?=[\w+=-]{0,200}\d)(?=[\w+=-]{0,200}[A-Za-z])[\w+=-]{32,}/g;

/** A command line of another process on one line, without what looks like a secret; `most` characters of it. */
export function withoutSecrets(command: string, most: number): string {
  const plain = command
    .slice(0, LOOKED_AT)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(NAMED, `$1${HIDDEN}`)
    .replaceAll(USER, `$1${HIDDEN}`)
    .replaceAll(ADDRESS, `$1${HIDDEN}@`)
    .replaceAll(KNOWN, HIDDEN)
    .replaceAll(KEY, HIDDEN);
  const characters = [...plain];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : plain;
}
