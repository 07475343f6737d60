import type { ScreenSettings } from '@wisp/protocol';
import type { TerminalSession } from '../terminal/session.ts';
import { setTheme, type Theme } from '../view/theme.ts';

/** What the command line said; null where the settings decide. */
interface Asked {
  theme: Theme | null;
  mouse: boolean | null;
}

/** Asks for the colour of the background (xterm's OSC 11); terminals that do not know it say nothing. */
const BACKGROUND = '\x1b]11;?\x1b\\';

/** How the screen looks: its theme, by what was asked, what is set, and what the terminal says of its ground; the mouse. */
export class Appearance {
  readonly #asked: Asked;
  readonly #session: TerminalSession;
  readonly #changed: () => void;
  #wanted: Theme;
  #light: boolean;
  #shown: Theme = 'dark';

  constructor(asked: Asked, session: TerminalSession, changed: () => void) {
    this.#asked = asked;
    this.#session = session;
    this.#changed = changed;
    this.#wanted = asked.theme ?? 'auto';
    // `foreground;background` as numbers of the palette, as some terminals say it: 7 and 15 are light.
    this.#light = /;(?:7|15)$/.test(process.env.COLORFGBG ?? '');
    this.#set();
    if (asked.mouse) session.takeMouse();
  }

  /** Asks the terminal, where that decides; its answer comes among the keys. */
  askBackground(): void {
    if (this.#wanted === 'auto') process.stdout.write(BACKGROUND);
  }

  onBackground(light: boolean): void {
    this.#light = light;
    this.#set();
  }

  /** What the settings say, where the command line did not. */
  apply({ theme, mouse, alternate }: ScreenSettings): void {
    if (!alternate && this.#session.leaveAlternate()) this.#changed();
    this.#wanted = this.#asked.theme ?? theme;
    this.#set();
    if (mouse && this.#asked.mouse === null) this.#session.takeMouse();
  }

  #set(): void {
    const theme = this.#wanted === 'auto' ? (this.#light ? 'light' : 'dark') : this.#wanted;
    if (theme === this.#shown) return;
    this.#shown = theme;
    setTheme(theme);
    if (this.#session.entered) this.#changed();
  }
}
