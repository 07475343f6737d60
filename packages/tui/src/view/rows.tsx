import { Text } from '../ink.ts';
import type { Row } from '../text/row.ts';
import { THEME } from './theme.ts';

/** Rows, each a text of its own: one text of many lines costs Ink far more. They are as wide as they may be already. */
export function Rows({ rows }: { rows: readonly Row[] }) {
  return rows.map((cells, index) => <RowText key={rowKey(index)} cells={cells} />);
}

function RowText({ cells }: { cells: Row }) {
  const parts = cells.filter((part) => part.text !== '');
  const [only] = parts;
  // A text of nothing has no height, and every row below it would stand one higher.
  if (!only) return <Text> </Text>;
  if (parts.length === 1) {
    return (
      <Text wrap="truncate" {...THEME[only.tone]}>
        {only.text}
      </Text>
    );
  }
  return (
    <Text wrap="truncate">
      {parts.map((part, index) => (
        <Text key={rowKey(index)} {...THEME[part.tone]}>
          {part.text}
        </Text>
      ))}
    </Text>
  );
}

/** A row is what stands at its place on the screen: its place is its identity. */
function rowKey(index: number): string {
  return `at-${index}`;
}
