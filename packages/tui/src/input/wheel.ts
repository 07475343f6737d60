import type { InputEvent } from './keys.ts';

/** A turn of the wheel, in rows (negative: up), or what the person did otherwise. */
export type Gesture = InputEvent | { kind: 'wheel'; rows: number };

/**
 * Events of one read with the wheel told from the arrow keys: a terminal in alternate scroll sends several arrows at once
 * for a notch, and nobody presses a key that fast. The wheel must never walk through the lines sent before.
 */
export function tellWheel(events: readonly InputEvent[]): Gesture[] {
  const gestures: Gesture[] = [];
  for (let at = 0; at < events.length; ) {
    const step = arrow(events[at]);
    const turned = notch(events[at]);
    if (turned !== 0) {
      gestures.push({ kind: 'wheel', rows: turned * NOTCH });
      at += 1;
      continue;
    }
    let end = at + 1;
    while (step !== 0 && arrow(events[end]) === step) end += 1;
    const event = events[at];
    if (end - at > 1) gestures.push({ kind: 'wheel', rows: step * (end - at) });
    else if (event) gestures.push(event);
    at = end;
  }
  return gestures;
}

/** Rows of one notch, where the terminal reports the wheel itself. */
const NOTCH = 3;

function notch(event: InputEvent | undefined): -1 | 0 | 1 {
  if (event?.kind !== 'key') return 0;
  return event.name === 'wheelup' ? -1 : event.name === 'wheeldown' ? 1 : 0;
}

function arrow(event: InputEvent | undefined): -1 | 0 | 1 {
  if (event?.kind !== 'key' || event.ctrl || event.alt || event.shift) return 0;
  return event.name === 'up' ? -1 : event.name === 'down' ? 1 : 0;
}
