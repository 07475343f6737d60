import { createElement, type ReactNode } from 'react';
import { Box, Text } from '../ink.ts';
import type { Row } from '../text/row.ts';
import { styleOf } from './theme.ts';

/**
 * Rows of a part of the screen. Each is a text of its own: one text of many lines costs Ink far more. They are as wide as
 * they may be already.
 */
export function Rows({ rows, columns }: { rows: readonly Row[]; columns: number }) {
  return (
    <Box flexDirection="column" width={columns} height={rows.length}>
      {grouped(rows)}
    </Box>
  );
}

/** A row is what stands at its place on the screen: its place is its identity. Rows of nothing are one box together. */
function grouped(rows: readonly Row[]): ReactNode[] {
  const nodes: ReactNode[] = [];
  for (let at = 0; at < rows.length; ) {
    const cells = rows[at] ?? [];
    let end = at + 1;
    while (isEmpty(cells) && end < rows.length && isEmpty(rows[end] ?? [])) end += 1;
    const node = isEmpty(cells) ? <Box key={at} height={end - at} /> : <RowText key={at} cells={cells} />;
    nodes.push(node);
    at = end;
  }
  return nodes;
}

function RowText({ cells }: { cells: Row }) {
  const parts = cells.filter((part) => part.text !== '');
  const [only] = parts;
  if (only && parts.length === 1) {
    return (
      <Text wrap="truncate" {...styleOf(only.tone, only.look)}>
        {only.text}
      </Text>
    );
  }
  const children = parts.map((part) => createElement(Text, styleOf(part.tone, part.look), part.text));
  // As arguments and not as a list: the parts of a row have no identity of their own.
  return createElement(Text, { wrap: 'truncate' }, ...children);
}

/** A text of nothing has no height in Ink, and every row below it would stand one higher. */
function isEmpty(cells: Row): boolean {
  return cells.every((part) => part.text === '');
}
