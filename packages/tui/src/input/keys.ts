/** Keys that are not text. */
export type KeyName =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'home'
  | 'end'
  | 'pageup'
  | 'pagedown'
  | 'delete'
  | 'backspace'
  | 'insert'
  | 'enter'
  | 'tab'
  | 'escape'
  | 'wheelup'
  | 'wheeldown'
  | 'f1';

/** What the person did. A key's `name` is a `KeyName`, or the character itself with `ctrl` or `alt`. */
export type InputEvent =
  | { kind: 'key'; name: KeyName | (string & {}); ctrl: boolean; alt: boolean; shift: boolean }
  | { kind: 'text'; text: string }
  | { kind: 'paste'; text: string };

/** One name a key: `ctrl+a`, `alt+enter`, `pageup`, or the character of a lone text; what keymaps are written in. */
export function keyName(event: InputEvent): string {
  if (event.kind === 'text') return event.text;
  if (event.kind === 'paste') return 'paste';
  const { name, ctrl, alt, shift } = event;
  return `${ctrl ? 'ctrl+' : ''}${alt ? 'alt+' : ''}${shift ? 'shift+' : ''}${name}`;
}

/** A key event without modifiers unless given. */
export function key(
  name: KeyName | (string & {}),
  modifiers: { ctrl?: boolean; alt?: boolean; shift?: boolean } = {},
): InputEvent {
  return {
    kind: 'key',
    name,
    ctrl: modifiers.ctrl ?? false,
    alt: modifiers.alt ?? false,
    shift: modifiers.shift ?? false,
  };
}

/** Final bytes of CSI and SS3 sequences. */
const BY_FINAL: Readonly<Record<string, KeyName>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  P: 'f1',
  M: 'enter',
};

/** Numbers of `CSI number ~`. */
const BY_NUMBER: Readonly<Record<string, KeyName>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  11: 'f1',
};

const BY_CODE: Readonly<Record<number, KeyName>> = {
  8: 'backspace',
  9: 'tab',
  13: 'enter',
  27: 'escape',
  127: 'backspace',
};

/**
 * The key of a CSI sequence (`parameters` between `CSI` and `final`), or null for a report that is no key: mouse, focus,
 * cursor position, device attributes. Modifiers are xterm's: 1 + shift 1 + alt 2 + ctrl 4.
 */
export function csiKey(parameters: string, final: string): InputEvent | null {
  const wheel = /^<(64|65);/.exec(parameters);
  if (wheel) return final === 'M' ? key(wheel[1] === '64' ? 'wheelup' : 'wheeldown') : null;
  if (/[^\d;:]/.test(parameters)) return null;
  const [first = '', second = '', third = ''] = parameters.split(';');
  if (final === 'u') return codeKey(Number(first.split(':')[0]), second);
  if (final === '~' && first === '27') return codeKey(Number(third), second);
  if (final === '~') return named(BY_NUMBER[first], second);
  if (final === 'Z') return key('tab', { shift: true });
  if (final === 'M' || (final === 'R' && second !== '')) return null;
  return named(BY_FINAL[final], second);
}

/** The key of an SS3 sequence (`ESC O final`), or null. */
export function ss3Key(final: string): InputEvent | null {
  return named(BY_FINAL[final], '');
}

/** The key of one control character, as terminals send Ctrl with a letter. */
export function controlKey(code: number): InputEvent {
  if (code === 10) return key('j', { ctrl: true });
  const name = code === 8 ? 'backspace' : BY_CODE[code];
  if (name) return key(name);
  if (code === 0) return key('space', { ctrl: true });
  return key(String.fromCharCode(code + (code <= 26 ? 96 : 64)), { ctrl: true });
}

function named(name: KeyName | undefined, modifiers: string): InputEvent | null {
  return name ? key(name, readModifiers(modifiers)) : null;
}

/** A key by its Unicode code: the kitty protocol's CSI u and xterm's modifyOtherKeys. Compared decoded, never as bytes. */
function codeKey(code: number, modifiers: string): InputEvent | null {
  const held = readModifiers(modifiers);
  const name = BY_CODE[code];
  if (name) return key(name, held);
  if (code < 32 || code > 0x10ffff || (code >= 57_344 && code <= 63_743)) return null;
  const text = String.fromCodePoint(code);
  if (!held.ctrl && !held.alt) return { kind: 'text', text: held.shift ? text.toUpperCase() : text };
  return key(text.toLowerCase(), { ctrl: held.ctrl, alt: held.alt });
}

function readModifiers(text: string): { ctrl: boolean; alt: boolean; shift: boolean } {
  const bits = Math.max(0, (Number(text.split(':')[0]) || 1) - 1);
  return { shift: (bits & 1) !== 0, alt: (bits & 2) !== 0, ctrl: (bits & 4) !== 0 };
}
