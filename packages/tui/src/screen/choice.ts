import type { ChoiceLine, Dialog } from '../state/state.ts';
import { fitRow, type Row, span } from '../text/row.ts';
import { cleanInline } from '../text/sanitise.ts';

type Choice = Extract<Dialog, { kind: 'choice' }>;

/** Options that are left after what has been typed. */
export function optionsLeft(dialog: Choice): ChoiceLine['options'] {
  const text = dialog.text.toLowerCase();
  return dialog.line.options.filter((option) => `${option.label} ${option.value}`.toLowerCase().includes(text));
}

/** A choice as a list, the selected option in view, filtered by what is typed. */
export function choiceRows(dialog: Choice, columns: number, height: number): Row[] {
  const options = optionsLeft(dialog);
  const room = Math.max(1, Math.min(options.length, height - 2));
  const first = Math.min(Math.max(0, dialog.selected - room + 1), Math.max(0, options.length - room));
  const rows: Row[] = [
    [
      span('? ', 'warn'),
      span(cleanInline(dialog.line.title), 'strong'),
      span(dialog.text === '' ? '' : `  ${dialog.text}`, 'accent'),
    ],
  ];
  for (const [index, option] of options.slice(first, first + room).entries()) {
    const chosen = first + index === dialog.selected;
    const holds = option.value === dialog.line.current ? ' (now)' : '';
    rows.push([
      span(chosen ? '› ' : '  ', 'accent'),
      span(cleanInline(option.label), chosen ? 'selected' : 'plain'),
      span(holds, 'good'),
      span(option.detail === undefined ? '' : `  ${cleanInline(option.detail)}`, 'dim'),
    ]);
  }
  if (options.length === 0)
    rows.push([span(dialog.line.acceptsText ? '  Enter takes what you typed' : '  nothing fits', 'dim')]);
  rows.push([
    span(' ↑↓', 'key'),
    span(' choose ', 'dim'),
    span(' Enter', 'key'),
    span(' take ', 'dim'),
    span(' Esc', 'key'),
    span(' leave as it is · type to filter', 'dim'),
  ]);
  return rows.map((cells) => fitRow(cells, columns));
}
