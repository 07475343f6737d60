/** How a program coloured its output, as far as the screen keeps it: SGR alone (ECMA-48 8.3.117, xterm's 256 and RGB colours). */
export interface Look {
  /** A colour of Ink's: `ansi256(n)` or `rgb(r, g, b)`. */
  readonly color?: string;
  readonly backgroundColor?: string;
  readonly bold?: true;
  readonly dimColor?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly strikethrough?: true;
  readonly inverse?: true;
}

/** A look that holds from an UTF-16 offset of a text on. */
export interface LookRun {
  readonly at: number;
  readonly look: Look | null;
}

type Flag = 'bold' | 'dimColor' | 'italic' | 'underline' | 'strikethrough' | 'inverse';

/** Codes that switch a flag on. Conceal (8) and blink (5, 6) are not kept: they hide text. */
const ON: Readonly<Record<number, Flag>> = {
  1: 'bold',
  2: 'dimColor',
  3: 'italic',
  4: 'underline',
  7: 'inverse',
  9: 'strikethrough',
};

const OFF: Readonly<Record<number, readonly Flag[]>> = {
  22: ['bold', 'dimColor'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  29: ['strikethrough'],
};

/** Most parameters of one sequence that are read. */
const MAX_CODES = 32;

/** The look after an SGR sequence with these parameters (`1;31`, `38;5;12`, `38:2::255:0:0`); null for none at all. */
export function applySgr(look: Look | null, parameters: string): Look | null {
  let now: Look = look ?? {};
  const groups = parameters.split(';', MAX_CODES);
  for (let at = 0; at < groups.length; at++) {
    const parts = (groups[at] ?? '').split(':');
    const code = Number(parts[0] || 0);
    if (code === 38 || code === 48) {
      const inline = parts.length > 1;
      const rest = inline ? withoutColourSpace(parts.slice(1)) : groups.slice(at + 1, at + 5);
      const { colour, used } = extended(rest);
      if (!inline) at += used;
      now = withColour(now, code === 38 ? 'color' : 'backgroundColor', colour);
    } else now = applyCode(now, code, parts[1]);
  }
  return Object.keys(now).length === 0 ? null : now;
}

function applyCode(look: Look, code: number, detail: string | undefined): Look {
  if (code === 0) return {};
  const on = ON[code];
  if (on) return code === 4 && detail === '0' ? without(look, ['underline']) : { ...look, [on]: true };
  const off = OFF[code];
  if (off) return without(look, off);
  if (code >= 30 && code <= 37) return { ...look, color: `ansi256(${code - 30})` };
  if (code >= 90 && code <= 97) return { ...look, color: `ansi256(${code - 82})` };
  if (code >= 40 && code <= 47) return { ...look, backgroundColor: `ansi256(${code - 40})` };
  if (code >= 100 && code <= 107) return { ...look, backgroundColor: `ansi256(${code - 92})` };
  if (code === 39) return withColour(look, 'color', null);
  if (code === 49) return withColour(look, 'backgroundColor', null);
  return look;
}

/** `38:2::r:g:b` names a colour space that nothing uses; `38:2:r:g:b` is written as well. */
function withoutColourSpace(parts: readonly string[]): readonly string[] {
  return parts[0] === '2' && parts.length > 4 ? [parts[0], ...parts.slice(2)] : parts;
}

function extended(parts: readonly string[]): { colour: string | null; used: number } {
  const [kind, ...values] = parts.map(Number);
  if (kind === 5) return { colour: isByte(values[0]) ? `ansi256(${values[0]})` : null, used: 2 };
  if (kind !== 2) return { colour: null, used: 1 };
  const [r, g, b] = values;
  return { colour: isByte(r) && isByte(g) && isByte(b) ? `rgb(${r}, ${g}, ${b})` : null, used: 4 };
}

function isByte(value: number | undefined): boolean {
  return value !== undefined && Number.isInteger(value) && value >= 0 && value <= 255;
}

function withColour(look: Look, side: 'color' | 'backgroundColor', colour: string | null): Look {
  if (colour !== null) return { ...look, [side]: colour };
  const { [side]: _, ...rest } = look;
  return rest;
}

function without(look: Look, flags: readonly Flag[]): Look {
  return Object.fromEntries(Object.entries(look).filter(([name]) => !flags.some((flag) => flag === name)));
}
