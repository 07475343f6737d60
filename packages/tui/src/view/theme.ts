import type { ComponentProps } from 'react';
import type { Text } from '../ink.ts';
import type { Tone } from '../text/row.ts';

/** What a text of Ink takes. */
export type Style = Pick<
  ComponentProps<typeof Text>,
  'color' | 'backgroundColor' | 'dimColor' | 'bold' | 'italic' | 'underline' | 'strikethrough' | 'inverse'
>;

/**
 * How each tone looks. The terminal's own sixteen colours, so that a light and a dark terminal both stay readable; no tone
 * tells by its colour alone what the text beside it does not say.
 */
export const THEME: Readonly<Record<Tone, Style>> = {
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
