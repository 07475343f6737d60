/** Characters of an example that are shown. */
const LONGEST_EXAMPLE = 40;

const SECRET_KEY =
  /pass(?:word|wd|phrase)?$|secret|token|api[-_]?key|authorization|cookie|credential|private[-_]?key|signature|session[-_]?id|^auth$/i;
/** JSON Web Tokens, keys with a well-known start, long runs of hexadecimal or base64. */
const SECRET_TEXT =
  /^(?:eyJ[\w-]{10}|(?:sk|pk|rk|ghp|gho|ghs|github_pat|xox[abp]|AKIA|ASIA|AIza)[-_\w]{12}|[\da-f]{32}|[A-Za-z\d+/_-]{40}|Bearer |Basic )/;
const ADDRESS = /[\p{L}\d_.+-]{1,64}@(?=[\w-]{1,64}\.)/gu;

/** A string as an example: at most 40 characters in quotes, with nothing that could be a secret or a person's address. */
export function exampleOf(text: string, key: string): string {
  if (SECRET_KEY.test(key) || SECRET_TEXT.test(text)) return '"<redacted>"';
  const shown = text.slice(0, LONGEST_EXAMPLE + 64).replace(ADDRESS, '<redacted>@');
  const cut = [...shown].slice(0, LONGEST_EXAMPLE).join('');
  return `${JSON.stringify(cut)}${cut.length < shown.length || text.length > shown.length + 64 ? '…' : ''}`;
}
