/** What build tools put in front of the lines of a runner that they relay: no part of the runner's own format. */
const TAG = /^\s{0,20}\[(junit|testng|exec|java|INFO|ERROR|WARNING|WARN|DEBUG|info|error|warn|debug|success)\](?: |$)/;
const BUILDKIT = /^#\d{1,5} \d{1,6}\.\d{1,3} /;
const MAX_TAGS = 3;

/** `text` without the outer tool's tags (`[ERROR] `, `[junit] `, `#12 3.456 `), and the innermost one's word, '' if none. */
export function untag(text: string): { text: string; tag: string } {
  let rest = text.startsWith('#') ? text.replace(BUILDKIT, '') : text;
  let tag = '';
  for (let i = 0; i < MAX_TAGS; i++) {
    const match = TAG.exec(rest);
    if (match === null) break;
    tag = match[1] ?? '';
    rest = rest.slice(match[0].length);
  }
  return { text: rest, tag };
}
