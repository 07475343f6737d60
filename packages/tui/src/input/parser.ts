import { StringDecoder } from 'node:string_decoder';
import { controlKey, csiKey, type InputEvent, key, ss3Key } from './keys.ts';

const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';

/** Most characters of one paste that are kept; the rest is dropped up to the end of the paste. */
export const MAX_PASTE = 8 * 1_048_576;

/** Longest report or sequence that is waited for; a longer one is no sequence of a terminal. */
const MAX_SEQUENCE = 4_096;

/**
 * Terminal input as events, whatever the splits between reads: UTF-8, escape sequences, bracketed paste. Mouse, focus and
 * query reports are dropped. After a lone ESC it waits: call `flush` once no more came.
 */
export class InputParser {
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  #paste: string[] | null = null;
  #pasted = 0;
  /** Whether the terminal's background is light, once it has answered that. */
  lightBackground: boolean | null = null;

  /** True while bytes wait for the rest of their sequence. A paste waits for its end, however long. */
  get waiting(): boolean {
    return this.#rest !== '' && this.#paste === null;
  }

  /** Takes bytes as read; returns the events that they complete. */
  push(chunk: Buffer): InputEvent[] {
    this.#rest += this.#decoder.write(chunk);
    return this.#drain(false);
  }

  /** Takes what waits as it is: a lone ESC is the Escape key. */
  flush(): InputEvent[] {
    return this.#paste === null ? this.#drain(true) : [];
  }

  #drain(final: boolean): InputEvent[] {
    const events: InputEvent[] = [];
    while (this.#rest !== '') {
      if (this.#paste !== null) {
        const done = this.#takePaste();
        if (done === null) break;
        events.push({ kind: 'paste', text: done });
        continue;
      }
      const read = readOne(this.#rest, final);
      if (read === null) break;
      this.lightBackground = readBackground(this.#rest.slice(0, read.length)) ?? this.lightBackground;
      this.#rest = this.#rest.slice(read.length);
      if (read.paste) this.#paste = [];
      if (read.event) events.push(read.event);
    }
    return events;
  }

  /** The whole paste once its end is there, else null; keeps what may be the beginning of the end mark. */
  #takePaste(): string | null {
    const end = this.#rest.indexOf(PASTE_END);
    const held = end === -1 ? startOfEnd(this.#rest) : end;
    this.#keep(this.#rest.slice(0, held));
    if (end === -1) {
      this.#rest = this.#rest.slice(held);
      return null;
    }
    this.#rest = this.#rest.slice(end + PASTE_END.length);
    const text = (this.#paste ?? []).join('');
    this.#paste = null;
    this.#pasted = 0;
    return text;
  }

  #keep(text: string): void {
    const room = MAX_PASTE - this.#pasted;
    if (text !== '' && room > 0) this.#paste?.push(text.slice(0, room));
    this.#pasted += text.length;
  }
}

/** The answer to the question for the background, `OSC 11 ; rgb:RRRR/GGGG/BBBB`: whether it is light (Rec. 709). */
function readBackground(text: string): boolean | null {
  if (!text.startsWith('\x1b]11;')) return null;
  const colour = /rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(text);
  if (!colour) return null;
  const [r = 0, g = 0, b = 0] = colour.slice(1).map((hex) => Number.parseInt(hex, 16) / (16 ** hex.length - 1));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.5;
}

/** Offset at which the end of `text` may be the beginning of the paste's end mark. */
function startOfEnd(text: string): number {
  const begins = text.lastIndexOf('\x1b');
  return begins !== -1 && PASTE_END.startsWith(text.slice(begins)) ? begins : text.length;
}

interface Read {
  length: number;
  event: InputEvent | null;
  paste?: boolean;
}

const drop = (length: number): Read => ({ length, event: null });

/** Reads one event from the start of `text`; null when it is incomplete and more may come. */
function readOne(text: string, final: boolean): Read | null {
  const code = text.charCodeAt(0);
  if (code !== 0x1b) return readPlain(text, code);
  if (text.length === 1) return final ? { length: 1, event: key('escape') } : null;
  const second = text.charAt(1);
  if (second === '[') return readCsi(text, final);
  if (second === 'O') return readSs3(text, final);
  if (second === ']' || second === 'P' || second === '_' || second === '^') return readString(text, final);
  if (second === '\x1b') return { length: 1, event: key('escape') };
  return readAlt(text);
}

function readPlain(text: string, code: number): Read {
  if (code < 0x20 || code === 0x7f) return { length: 1, event: controlKey(code) };
  const end = text.search(/[\x00-\x1f\x7f-\x9f]/);
  if (end === 0) return drop(1);
  const run = end === -1 ? text : text.slice(0, end);
  return { length: run.length, event: { kind: 'text', text: run } };
}

function readAlt(text: string): Read {
  const point = text.codePointAt(1) ?? 0;
  const length = 1 + String.fromCodePoint(point).length;
  if (point >= 0x20 && point !== 0x7f) return { length, event: key(String.fromCodePoint(point), { alt: true }) };
  const plain = controlKey(point);
  return { length, event: plain.kind === 'key' ? { ...plain, alt: true } : plain };
}

function readSs3(text: string, final: boolean): Read | null {
  if (text.length < 3) return final ? { length: 2, event: key('O', { alt: true }) } : null;
  return { length: 3, event: ss3Key(text.charAt(2)) };
}

function readCsi(text: string, final: boolean): Read | null {
  if (text.startsWith(PASTE_START)) return { length: PASTE_START.length, event: null, paste: true };
  // X10 mouse: three more characters, any of which may look like anything.
  if (text.startsWith('\x1b[M')) return text.length >= 6 || final ? drop(6) : null;
  let at = 2;
  while (at < text.length && /[\x20-\x3f]/.test(text.charAt(at))) at += 1;
  if (at >= text.length) return final || at > MAX_SEQUENCE ? lost(text, at) : null;
  const last = text.charAt(at);
  if (!/[\x40-\x7e]/.test(last)) return drop(at);
  return { length: at + 1, event: csiKey(text.slice(2, at), last) };
}

/** A sequence that never ended: `ESC [` alone is Alt-[, anything longer is dropped. */
function lost(text: string, length: number): Read {
  return text.length === 2 ? { length: 2, event: key('[', { alt: true }) } : drop(length);
}

/** OSC, DCS, APC, PM: answers of the terminal to queries, ended by BEL or ST. */
function readString(text: string, final: boolean): Read | null {
  const bell = text.indexOf('\x07', 2);
  const st = text.indexOf('\x1b\\', 2);
  const ends = [bell === -1 ? Number.POSITIVE_INFINITY : bell + 1, st === -1 ? Number.POSITIVE_INFINITY : st + 2];
  const end = Math.min(...ends);
  if (Number.isFinite(end)) return drop(end);
  if (!final && text.length <= MAX_SEQUENCE) return null;
  return text.length === 2 ? readAlt(text) : drop(text.length);
}
