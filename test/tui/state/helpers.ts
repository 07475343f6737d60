import type { Inbound, Outbound } from '@wisp/protocol';
import { type InputEvent, key } from '../../../packages/tui/src/input/keys.ts';
import { InputParser } from '../../../packages/tui/src/input/parser.ts';
import { type Gesture, tellWheel } from '../../../packages/tui/src/input/wheel.ts';
import { layOut } from '../../../packages/tui/src/screen/layout.ts';
import { reduce, type ScreenEvent } from '../../../packages/tui/src/state/reduce.ts';
import { initialState, type Size, type State } from '../../../packages/tui/src/state/state.ts';
import type { Effect } from '../../../packages/tui/src/state/step.ts';
import { rowText } from '../../../packages/tui/src/text/row.ts';

export type LineOf<T extends Outbound['type']> = Extract<Outbound, { type: T }>;

export const STATUS: LineOf<'status'> = {
  type: 'status',
  model: 'ollama:tiny',
  window: 8_192,
  budget: 4_096,
  contextUsed: 0.5,
  directory: '/home/me/project',
  branch: 'main',
  added: 1,
  removed: 0,
  approval: 'ask',
};

/** Drives the reducer as the program does, with a clock of its own, and shows the screen as text. */
export class Driver {
  state: State;
  effects: Effect[] = [];
  now = 1_000_000;

  constructor(size: Size = { columns: 60, rows: 16 }) {
    this.state = initialState(size, '/home/me', ['wisp']);
    this.line({ type: 'hello', protocol: 1, engine: '1', session: 'abc', home: '/h' }, STATUS);
    this.effects = [];
  }

  event(event: ScreenEvent): this {
    const { state, effects } = reduce(this.state, event, this.now);
    this.state = state;
    this.effects.push(...effects);
    return this;
  }

  line(...lines: Outbound[]): this {
    for (const line of lines) this.event({ kind: 'line', line });
    return this;
  }

  /** Bytes as a terminal sends them, in one read. */
  type(bytes: string): this {
    const parser = new InputParser();
    const events: InputEvent[] = [...parser.push(Buffer.from(bytes)), ...parser.flush()];
    for (const gesture of tellWheel(events)) this.gesture(gesture);
    return this;
  }

  gesture(gesture: Gesture): this {
    return this.event({ kind: 'gesture', gesture });
  }

  press(name: string, modifiers: { ctrl?: boolean; alt?: boolean; shift?: boolean } = {}): this {
    return this.gesture(key(name, modifiers));
  }

  wait(ms: number): this {
    this.now += ms;
    return this.event({ kind: 'tick' });
  }

  resize(columns: number, rows: number): this {
    return this.event({ kind: 'resize', size: { columns, rows } });
  }

  /** What was sent to the engine since the last call. */
  sent(): Inbound[] {
    const sent = this.effects.flatMap((effect) => (effect.kind === 'send' ? [effect.request] : []));
    this.effects = [];
    return sent;
  }

  rows(): string[] {
    const { main, below } = layOut(this.state, this.now);
    return [...main, ...below].map((cells) => rowText(cells).trimEnd());
  }

  screen(): string {
    return this.rows().join('\n');
  }

  /** The rows of the transcript that hold something, the banner left out. */
  transcript(): string[] {
    return layOut(this.state, this.now)
      .main.map((cells) => rowText(cells).trimEnd())
      .filter((row) => row !== '' && row !== 'wisp');
  }
}

export function event(
  kind: string,
  details: Record<string, unknown>,
  extra: Partial<LineOf<'event'>> = {},
): LineOf<'event'> {
  return { type: 'event', kind, call: null, turn: 1, details, text: null, ...extra };
}

export function output(id: string, text: string, stored?: { id: string; bytes: number; lines: number; cut: boolean }) {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return {
    id,
    text,
    lines,
    bytes: text.length,
    truncated: stored !== undefined,
    shownLines: lines,
    ...(stored ? { stored } : {}),
  };
}
