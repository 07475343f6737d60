import type { OutputPage } from '@wisp/protocol';
import { scrollPanel } from './moves.ts';
import { holdPage, pageRows } from './page.ts';
import { addPage, jumpTo, learn, type Panel, type Room } from './panel.ts';
import { lineArrived } from './seek.ts';
import { endTop } from './window.ts';

/** The panel with a page that it waited for, used for what it was asked for. */
export function pageArrived(panel: Panel, view: OutputPage, room: Room): Panel {
  const purpose = panel.pending?.purpose ?? { kind: 'open' };
  const known = learn(panel, view, room);
  const page = holdPage(view);
  switch (purpose.kind) {
    case 'open':
      return jumpTo(known, page, 0);
    case 'edge':
      // A screen that was asked for before its rows were there is scrolled now.
      return scrollPanel({ ...addPage(known, page, room), owed: 0 }, panel.owed, room);
    case 'end': {
      const there = { ...jumpTo(known, page, pageRows(page, known.width).count - 1), atEnd: true };
      return { ...there, top: endTop(there.window, there.width, room.height) };
    }
    case 'line':
      return lineArrived(known, page, purpose, room);
  }
}
