/**
 * The modes that the screen needs, with the sequence that sets each and the one that takes it back (xterm's control
 * sequences). Alternate scroll turns the wheel into arrow keys, so that selecting text stays the terminal's own; it is
 * saved and restored, since some terminals have it on. Without autowrap a character that the terminal finds wider than we
 * do cannot push a row down.
 */
const COMMON = [
  { set: '\x1b[?2004h', unset: '\x1b[?2004l' },
  { set: '\x1b[?7l', unset: '\x1b[?7h' },
  { set: '\x1b[?25l', unset: '\x1b[?25h' },
  // Kitty's keyboard protocol, its first level: Shift-Enter is told from Enter where the terminal can. Pushed and popped.
  { set: '\x1b[>1u', unset: '\x1b[<u' },
] as const;

const ALTERNATE = [
  { set: '\x1b[?1049h\x1b[H', unset: '\x1b[?1049l' },
  { set: '\x1b[?1007s\x1b[?1007h', unset: '\x1b[?1007r' },
] as const;

/** Reports of the mouse's buttons and wheel, with coordinates of any size. */
export const MOUSE = { set: '\x1b[?1000h\x1b[?1006h', unset: '\x1b[?1006l\x1b[?1000l' } as const;

/** What enters the screen. Without the alternate screen, what the terminal shows is scrolled up first, never erased. */
export function enterSequence(alternate: boolean, rows: number): string {
  const modes = alternate ? [...ALTERNATE, ...COMMON] : COMMON;
  const room = alternate ? '' : '\n'.repeat(rows);
  return room + modes.map((mode) => mode.set).join('');
}

/** What leaves it, modes in the opposite order; without the alternate screen the cursor goes below the last frame. */
export function leaveSequence(alternate: boolean, rows: number): string {
  const modes = alternate ? [...ALTERNATE, ...COMMON] : COMMON;
  const below = alternate ? '' : `\x1b[${rows};1H\r\n`;
  return `\x1b[0m${below}${modes
    .toReversed()
    .map((mode) => mode.unset)
    .join('')}`;
}
