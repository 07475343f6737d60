import type { ComponentProps } from 'react';
import type { Text } from '../ink.ts';
import type { Look } from '../text/look.ts';
import type { Tone } from '../text/row.ts';

type Style = Pick<
  ComponentProps<typeof Text>,
  'color' | 'backgroundColor' | 'dimColor' | 'bold' | 'italic' | 'underline' | 'strikethrough' | 'inverse'
>;

/** What a person may choose; `auto` goes by the terminal's own background. */
export const THEMES = ['auto', 'light', 'dark', 'none'] as const;
export type Theme = (typeof THEMES)[number];

/**
 * How each tone looks on a dark ground. The terminal's own sixteen colours, so that a person's palette holds; no tone tells by
 * its colour alone what the text beside it does not say.
 */
const DARK: Readonly<Record<Tone, Style>> = {
  plain: {},
  dim: { dimColor: true },
  strong: { bold: true },
  accent: { color: 'cyan', bold: true },
  good: { color: 'green' },
  warn: { color: 'yellow' },
  bad: { color: 'red', bold: true },
  code: { color: 'cyan' },
  key: { bold: true },
  hidden: { color: 'red', inverse: true },
  selected: { inverse: true },
};

/** On a light ground the palette's yellow, green and cyan are too pale in most terminals. */
const LIGHT: Readonly<Record<Tone, Style>> = {
  ...DARK,
  accent: { color: 'blue', bold: true },
  good: { color: 'ansi256(28)' },
  warn: { color: 'ansi256(130)' },
  code: { color: 'ansi256(25)' },
};

/** Without colours: what they say is said by weight. */
const NONE: Readonly<Record<Tone, Style>> = {
  ...DARK,
  accent: { bold: true },
  good: {},
  warn: { bold: true },
  bad: { bold: true },
  code: {},
  hidden: { inverse: true },
};

let current = DARK;
let coloured = true;

/** The theme from now on; what was drawn before has to be drawn anew. `auto` has been decided by then. */
export function setTheme(theme: Exclude<Theme, 'auto'>): void {
  current = { light: LIGHT, dark: DARK, none: NONE }[theme];
  coloured = theme !== 'none';
}

/** How a tone looks, over the look that a program gave its own output. */
export function styleOf(tone: Tone, look: Look | undefined): Style {
  if (!look) return current[tone];
  if (coloured) return { ...look, ...current[tone] };
  const { color: _, backgroundColor: __, ...plain } = look;
  return { ...plain, ...current[tone] };
}
