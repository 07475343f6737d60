import { homedir } from 'node:os';
import { engineProgram } from '../engine/locate.ts';
import type { EngineProcess } from '../engine/process.ts';
import { readInput } from '../input/reader.ts';
import { loadMarkdown } from '../markdown/load.ts';
import { initialState, type State } from '../state/state.ts';
import { terminalDevice } from '../terminal/device.ts';
import { editAsFile, editorOf } from '../terminal/edit.ts';
import { handOver } from '../terminal/hand-over.ts';
import { TerminalSession } from '../terminal/session.ts';
import { Suspension } from '../terminal/suspend.ts';
import { registerWaysOut } from '../terminal/ways-out.ts';
import { loadWidths } from '../text/clusters.ts';
import type { Theme } from '../view/theme.ts';
import { Appearance } from './appearance.ts';
import { EngineLink } from './engine-link.ts';
import { HistoryFile } from './history-file.ts';
import { ScreenApp } from './screen-app.ts';

/** How the screen is to be; null where the settings decide. */
interface ScreenOptions {
  alternateScreen: boolean;
  theme: Theme | null;
  mouse: boolean | null;
  animation: boolean;
  version: string;
}

/**
 * Runs the screen on the process's terminal until the person or the engine ends it; resolves to the exit code. The engine
 * is running already, so that both start together.
 */
export async function run(
  engine: EngineProcess,
  start: (args: readonly string[]) => EngineProcess,
  options: ScreenOptions,
): Promise<number> {
  const device = terminalDevice(process.stdin, process.stdout);
  const session = new TerminalSession(device, options.alternateScreen);
  const done = Promise.withResolvers<number>();
  const history: { file?: HistoryFile } = {};

  const app = new ScreenApp(
    {
      write: (bytes) => process.stdout.write(bytes),
      send: (request) => link.send(request),
      restart: (name) => {
        link.restart(name === null ? [] : ['--resume', name]).catch(done.reject);
      },
      leave: done.resolve,
      suspend: () => suspension.suspend(),
      page: (id) => lend([process.execPath, engineProgram(process.env), 'show', id]),
      edit: (text) => {
        try {
          return editAsFile(text, editorOf(process.env), lend);
        } catch (error) {
          return { text: null, problem: `The draft could not be edited as a file: ${String(error)}` };
        }
      },
      remember: (line) => history.file?.add(line),
      recollect: (home) => {
        history.file = new HistoryFile(home);
        void history.file.read().then((lines) => app.onEarlier(lines));
      },
      dress: (settings) => look.apply(settings),
      fail: done.reject,
    },
    {
      ...initialState(device.size(), homedir(), [`wisp ${options.version}`, 'F1 shows the keys.']),
      animation: options.animation,
    },
  );
  registerWaysOut(
    session,
    () => farewell(app.state),
    () => link.kill(),
  );
  const link = new EngineLink(app, engine, start);
  const screen = {
    pause: () => app.pause(),
    resume: () => {
      app.resume();
      app.resize(device.size());
    },
  };
  const suspension = new Suspension(session, screen);
  const lend = (argv: readonly [string, ...string[]]) => handOver(session, screen, argv);
  const look = new Appearance(options, session, () => app.restyle());
  session.enter();
  app.repaint();
  process.stdout.on('resize', () => app.resize(device.size()));
  readInput(
    process.stdin,
    (events) => app.onInput(events),
    (light) => look.onBackground(light),
  );
  look.askBackground();
  process.stdin.on('end', () => done.resolve(1));

  // Loaded after the first frame: the schemas and the tables of width take as long as the frame does.
  await Promise.all([loadWidths(), loadMarkdown()]);
  link.connect().catch(done.reject);

  const code = await done.promise;
  app.pause();
  session.leave();
  process.stdout.write(farewell(app.state));
  await Promise.all([link.close(), history.file?.settled()]);
  return code;
}

/** What stays on the normal screen: the session, and how to see what its tools printed. */
function farewell(state: State): string {
  if (state.engine.phase === 'starting' || state.engine.session === null) return '';
  if (state.saved !== null) return `Saved as ${state.saved}. To go on with it: wisp-tui --resume ${state.saved}\n`;
  const stored = state.openables.findLast((openable) => openable.stored)?.stored?.id;
  return `Session ${state.engine.session}. What its tools printed: wisp show ${stored ?? 'ID'}\n`;
}
