import { severityOfLevel } from './level.ts';

/** What one field at the start of a line is by its shape. `mark` is punctuation alone, `source` a name that a colon ends. */
export const ATOM = { word: 0, time: 1, level: 2, number: 3, bracket: 4, source: 5, mark: 6 } as const;

export const MOST_ATOMS = 14;
export const NUMBER = /^(?:\d+|0x[\da-f]+)$/i;
const UPTIME = /^\d+\.\d{3,9}$/;
const SOURCE = /^[\p{L}_(/.][^"'=,;<>{}|]*:$/u;
const PROCESS = /^[\p{L}_][^"'=,;<>{}|[\]]*\[\d+\]:?$/u;

/** Where a timestamp may begin after a short word: `[task 2025-02-13T21:43:16Z]`. A weekday's or month's name stays with it. */
export function afterName(text: string, at: number): number {
  let end = at;
  while (end - at < 24 && isPlain(text.charCodeAt(end))) end++;
  return end - at > 3 && text.charCodeAt(end) === 32 && isDigit(text.charCodeAt(end + 1)) ? end + 1 : at;
}

/** What stands in brackets: a level, a clock since boot, a number, or any text. */
export function contentKind(content: string): number {
  if (isDigit(content.charCodeAt(0)))
    return UPTIME.test(content) ? ATOM.time : NUMBER.test(content) ? ATOM.number : ATOM.bracket;
  return severityOfLevel(content) === null ? ATOM.bracket : ATOM.level;
}

/** `component:`, `name[12]:` or `name[12]`. */
export function isSource(token: string): boolean {
  const last = token.charCodeAt(token.length - 1);
  if (last !== 58 && last !== 93) return false;
  return last === 93 ? PROCESS.test(token) : PROCESS.test(token) || SOURCE.test(token);
}

export const isSpace = (code: number): boolean => code === 32 || code === 9;
export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
export const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
/** Characters that names of classes, modules and processes are made of. */
const PLAIN = new Uint8Array(128);
for (let code = 45; code <= 58; code++) PLAIN[code] = 1;
for (let code = 65; code <= 90; code++) PLAIN[code] = PLAIN[code + 32] = 1;
for (const c of '_$[]') PLAIN[c.charCodeAt(0)] = 1;
export const isPlain = (code: number): boolean => PLAIN[code] === 1;

/** True when `text` has at `at` what `model` is, digits for digits. */
export function isWrittenAs(model: string, text: string, at: number): boolean {
  for (let i = 0; i < model.length; i++) {
    const wanted = model.charCodeAt(i);
    const code = text.charCodeAt(at + i);
    if (isDigit(wanted) ? !isDigit(code) : code !== wanted) return false;
  }
  return true;
}

export const isAlphanumeric = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code > 127;
