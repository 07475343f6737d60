import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import { span } from '../../../packages/tui/src/text/row.ts';
import { Rows } from '../../../packages/tui/src/view/rows.tsx';

describe('rows of the screen', () => {
  it('stand one under the other, each as it was cut', () => {
    const rows = [[span('first')], [], [], [span('a', 'strong'), span(' and b', 'dim')], [span('last')]];
    const { lastFrame, rerender, unmount } = render(<Rows rows={rows} columns={20} />);
    expect(lastFrame()).toBe('first\n\n\na and b\nlast');
    rerender(<Rows rows={[[span('你好 🙂')]]} columns={20} />);
    expect(lastFrame()).toBe('你好 🙂');
    unmount();
  });

  it('never go past the width', () => {
    const { lastFrame, unmount } = render(<Rows rows={[[span('x'.repeat(50))]]} columns={10} />);
    expect((lastFrame() ?? '').length).toBeLessThanOrEqual(10);
    unmount();
  });
});
