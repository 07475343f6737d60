/** Characters that words and values are made of come first, so that one comparison passes them. */
export const PLAIN = 0;
export const DIGIT = 1;
export const DOT = 2;
export const SLASH = 3;
export const SPACE = 4;
export const DELIMITER = 5;
export const QUOTE = 6;
export const CJK = 7;

export const CLASS = new Uint8Array(128);
for (let code = 48; code <= 57; code++) CLASS[code] = DIGIT;
for (const c of '=,;:()[]{}<>|!?') CLASS[c.charCodeAt(0)] = DELIMITER;
for (const c of '"\'`') CLASS[c.charCodeAt(0)] = QUOTE;
for (let code = 0; code <= 32; code++) CLASS[code] = SPACE;
CLASS[46] = DOT;
CLASS[47] = SLASH;

/**
 * Han and kana stand without spaces between words, so each character is a piece; their punctuation and full-width forms
 * separate as ASCII's do.
 */
export function wideClass(code: number): number {
  if (code < 0x2e80) return code >= 0x2000 && code <= 0x206f ? (code <= 0x200b ? SPACE : DELIMITER) : PLAIN;
  if (code === 0x3000) return SPACE;
  if (code <= 0x303f) return DELIMITER;
  if (code <= 0x9fff) return CJK;
  if (code < 0xff00) return code >= 0xf900 && code <= 0xfaff ? CJK : PLAIN;
  if (code >= 0xff10 && code <= 0xff19) return DIGIT;
  return code <= 0xff20 || (code >= 0xff3b && code <= 0xff40) || (code >= 0xff5b && code <= 0xff65) ? DELIMITER : PLAIN;
}

export const classOf = (code: number): number => (code < 128 ? (CLASS[code] ?? PLAIN) : wideClass(code));
