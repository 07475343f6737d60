import { Box } from '../ink.ts';
import type { Screen } from '../screen/layout.ts';
import { Rows } from './rows.tsx';

/** The whole screen: what is read above, what is asked and typed below. */
export function App({ screen, columns, rows }: { screen: Screen; columns: number; rows: number }) {
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      <Box flexDirection="column" height={screen.main.length} flexShrink={0}>
        <Rows rows={screen.main} />
      </Box>
      <Box flexDirection="column" height={screen.below.length} flexShrink={0}>
        <Rows rows={screen.below} />
      </Box>
    </Box>
  );
}
