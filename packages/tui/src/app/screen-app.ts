import type { Inbound, Outbound, ScreenSettings } from '@wisp/protocol';
import type { InputEvent } from '../input/keys.ts';
import { tellWheel } from '../input/wheel.ts';
import { wantHighlighter } from '../markdown/highlight.ts';
import { layOut } from '../screen/layout.ts';
import { nextTick, reduce, type ScreenEvent } from '../state/reduce.ts';
import type { Size, State } from '../state/state.ts';
import type { Effect } from '../state/step.ts';
import { toClipboard } from '../terminal/clipboard.ts';
import { Painter } from '../terminal/painter.ts';
import { forgetRows } from '../transcript/rows.ts';
import { PartCanvas } from '../view/canvas.tsx';
import { FrameClock } from './clock.ts';

/** What the screen needs of the world around it. */
export interface World {
  /** Bytes to the terminal. */
  write(bytes: string): void;
  send(request: Inbound): void;
  leave(code: number): void;
  suspend(): void;
  /** Starts another engine, which goes on with the conversation of this name; null for a new one. */
  restart(name: string | null): void;
  /** Gives the terminal to the pager, with an output; the problem that there was, or null. */
  page(id: string): string | null;
  /** Gives the terminal to the person's editor. */
  edit(text: string): { text: string | null; problem: string | null };
  /** A line was sent: it is kept for later conversations. */
  remember(line: string): void;
  /** The lines of earlier conversations are wanted, from below this directory. */
  recollect(home: string): void;
  /** What the person set for the screen is known. */
  dress(settings: ScreenSettings): void;
  /** A component threw. */
  fail(error: unknown): void;
}

/** The screen as a whole: events go through the reducer, states become frames, frames become bytes. */
export class ScreenApp {
  readonly #world: World;
  readonly #main: PartCanvas;
  readonly #below: PartCanvas;
  readonly #painter = new Painter();
  readonly #clock = new FrameClock(() => this.#frame());
  #state: State;
  #tick: NodeJS.Timeout | null = null;
  #paused = false;

  constructor(world: World, state: State) {
    this.#world = world;
    this.#state = state;
    const fail = (error: unknown) => world.fail(error);
    this.#main = new PartCanvas(fail);
    this.#below = new PartCanvas(fail);
  }

  get state(): State {
    return this.#state;
  }

  /** What the person did, from one read of the terminal. */
  onInput(events: readonly InputEvent[]): void {
    for (const gesture of tellWheel(events)) this.#take({ kind: 'gesture', gesture });
    this.#clock.soon();
  }

  onLine(line: Outbound): void {
    this.#take({ kind: 'line', line });
    if (this.#state.streaming.fence) wantHighlighter(() => this.relay());
    this.#clock.later();
  }

  /** Everything looks otherwise: a theme was set. */
  restyle(): void {
    this.#main.forget();
    this.#below.forget();
    this.repaint();
  }

  /** Text is laid out anew: what lays it out has come since. */
  relay(): void {
    forgetRows();
    this.#clock.soon();
  }

  /** Lines sent in earlier conversations, oldest first. */
  onEarlier(lines: readonly string[]): void {
    this.#take({ kind: 'earlier', lines });
  }

  onEngineEnd(how: string, words: string): void {
    this.#take({ kind: 'ended', how, words });
    this.#clock.soon();
  }

  /** The terminal has this size now; everything is drawn anew, whatever it shows. */
  resize(size: Size): void {
    this.#take({ kind: 'resize', size });
    this.repaint();
  }

  /** Draws the whole screen at once. */
  repaint(): void {
    this.#painter.invalidate();
    this.#clock.now();
  }

  /** Draws nothing until `resume`: the terminal is not ours. */
  pause(): void {
    this.#paused = true;
    this.#stopTimers();
  }

  resume(): void {
    this.#paused = false;
  }

  #take(event: ScreenEvent): void {
    const { state, effects } = reduce(this.#state, event, Date.now());
    this.#state = state;
    for (const effect of effects) this.#perform(effect);
  }

  #perform(effect: Effect): void {
    switch (effect.kind) {
      case 'send':
        this.#world.send(effect.request);
        break;
      case 'leave':
        this.#world.leave(effect.code);
        break;
      case 'suspend':
        this.#world.suspend();
        break;
      case 'repaint':
        this.#painter.invalidate();
        break;
      case 'dress':
        this.#world.dress(effect.settings);
        break;
      case 'restart':
        this.#world.restart(effect.name);
        break;
      case 'page':
        this.#returned(null, this.#world.page(effect.id));
        break;
      case 'edit': {
        const { text, problem } = this.#world.edit(effect.text);
        this.#returned(text, problem);
        break;
      }
      case 'remember':
        this.#world.remember(effect.line);
        break;
      case 'recollect':
        this.#world.recollect(effect.home);
        break;
      case 'copy':
        this.#world.write(toClipboard(effect.text));
        break;
    }
  }

  /** The terminal is ours again: whatever it shows, all is drawn anew. */
  #returned(text: string | null, problem: string | null): void {
    this.#take({ kind: 'returned', text, problem });
    this.repaint();
  }

  #frame(): void {
    if (this.#paused) return;
    const { columns } = this.#state.size;
    const { main, below, cursor } = layOut(this.#state, Date.now());
    const rows = [...this.#main.draw(main, columns), ...this.#below.draw(below, columns)];
    const bytes = this.#painter.paint({ rows, columns, cursor });
    if (bytes !== '') this.#world.write(bytes);
    this.#planTick();
  }

  #planTick(): void {
    if (this.#tick) clearTimeout(this.#tick);
    this.#tick = null;
    const now = Date.now();
    const at = nextTick(this.#state, now);
    if (at === null) return;
    this.#tick = setTimeout(
      () => {
        this.#take({ kind: 'tick' });
        this.#clock.now();
      },
      at - now + 1,
    );
  }

  #stopTimers(): void {
    this.#clock.stop();
    if (this.#tick) clearTimeout(this.#tick);
    this.#tick = null;
  }
}
