/** Most bytes that terminals take in one OSC 52 (xterm's limit, less its own). */
const MOST = 74_000;

/** The bytes that put `text` on the clipboard of the person's terminal (OSC 52); terminals that do not know it ignore it. */
export function toClipboard(text: string): string {
  const bytes = Buffer.from(text);
  const kept =
    bytes.length <= MOST
      ? bytes
      : Buffer.from(
          bytes
            .subarray(0, MOST)
            .toString('utf8')
            .replace(/\ufffd$/, ''),
        );
  return `\x1b]52;c;${kept.toString('base64')}\x07`;
}
