import { askForEdge, type Panel, type Room } from './panel.ts';
import { endTop, heldPage, moveRows, rowsBetween } from './window.ts';

/** The view `by` rows further, and the page that this brings near asked for. */
export function scrollPanel(panel: Panel, by: number, room: Room): Panel {
  if (by === 0) return panel;
  const { window, width } = panel;
  const top = moveRows(window, panel.top, width, room.height, by);
  const moved = askForEdge({ ...settled(panel), top }, room);
  const missing = moved.pending?.purpose.kind === 'edge' ? by - rowsBetween(window, panel.top, top, width) : 0;
  return { ...moved, owed: Math.min(room.height, Math.max(-room.height, missing)) };
}

/** The text `by` cells further to the right; a line that is wrapped has nothing there. */
export function scrollAside(panel: Panel, by: number): Panel {
  return panel.wrap ? panel : { ...panel, left: Math.max(0, panel.left + by) };
}

/** The first row of the output. */
export function panelHome(panel: Panel, room: Room): Panel {
  const top = { page: 1, row: 0 };
  const still = settled(panel);
  if (heldPage(panel.window, 1)) return askForEdge({ ...still, pending: null, top }, room);
  return { ...still, pending: { page: 1, purpose: { kind: 'open' } } };
}

/** The last screen of the output. */
export function panelEnd(panel: Panel, room: Room): Panel {
  const { window } = panel;
  const still = settled(panel);
  if (window.total === 0) return panel;
  if (!heldPage(window, window.total)) {
    return { ...still, pending: { page: window.total, purpose: { kind: 'end' } } };
  }
  const top = endTop(window, panel.width, room.height);
  return askForEdge({ ...still, pending: null, top, atEnd: true }, room);
}

/** The panel as the person moves on: no longer held at the end, its last message gone. */
function settled(panel: Panel): Panel {
  return { ...panel, atEnd: false, owed: 0, message: null };
}
