import type { Readable } from 'node:stream';
import type { InputEvent } from './keys.ts';
import { InputParser } from './parser.ts';

/** How long a lone ESC waits for the rest of a sequence, in ms: longer than a terminal takes, shorter than a person feels. */
const ESCAPE_TIME = 30;

/**
 * Reads a raw terminal: `onEvents` is given the events of each read, `onBackground` whether the terminal's ground is light, once
 * it has said so. Returns what stops it.
 */
export function readInput(
  input: Readable,
  onEvents: (events: InputEvent[]) => void,
  onBackground: (light: boolean) => void,
): () => void {
  const parser = new InputParser();
  let timer: NodeJS.Timeout | null = null;
  const give = (events: InputEvent[]) => {
    if (events.length > 0) onEvents(events);
  };
  const onData = (chunk: Buffer) => {
    if (timer) clearTimeout(timer);
    timer = null;
    const known = parser.lightBackground;
    give(parser.push(chunk));
    if (parser.lightBackground !== null && parser.lightBackground !== known) onBackground(parser.lightBackground);
    if (parser.waiting) timer = setTimeout(() => give(parser.flush()), ESCAPE_TIME);
  };
  input.on('data', onData);
  return () => {
    if (timer) clearTimeout(timer);
    input.off('data', onData);
  };
}
