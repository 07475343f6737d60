import { homedir } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { Inbound } from '@wisp/protocol';
import { engineProgram } from '../engine/locate.ts';
import type { EngineEnd, EngineProcess } from '../engine/process.ts';
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
import { HistoryFile } from './history-file.ts';
import { ScreenApp } from './screen-app.ts';

/** How long lines are taken before keys get their turn, in ms: a flood of lines must not be felt in typing. */
const BUSY_TIME = 6;

/**
 * Runs the screen on the process's terminal until the person or the engine ends it; resolves to the exit code. The engine
 * is running already, so that both start together.
 */
export async function run(
  engine: EngineProcess,
  options: { alternateScreen: boolean; version: string },
): Promise<number> {
  const device = terminalDevice(process.stdin, process.stdout);
  const session = new TerminalSession(device, options.alternateScreen);
  const waiting: Inbound[] = [];
  let send = (request: Inbound): void => void waiting.push(request);
  const done = Promise.withResolvers<number>();
  const history: { file?: HistoryFile } = {};

  const app = new ScreenApp(
    {
      write: (bytes) => process.stdout.write(bytes),
      send: (request) => send(request),
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
      fail: done.reject,
    },
    initialState(device.size(), homedir(), [`wisp ${options.version}`, 'F1 shows the keys.']),
  );
  registerWaysOut(
    session,
    () => farewell(app.state),
    () => engine.kill(),
  );
  const screen = {
    pause: () => app.pause(),
    resume: () => {
      app.resume();
      app.resize(device.size());
    },
  };
  const suspension = new Suspension(session, screen);
  const lend = (argv: readonly [string, ...string[]]) => handOver(session, screen, argv);
  session.enter();
  app.repaint();
  process.stdout.on('resize', () => app.resize(device.size()));
  readInput(process.stdin, (events) => app.onInput(events));
  process.stdin.on('end', () => done.resolve(1));

  // Loaded after the first frame: the schemas and the tables of width take as long as the frame does.
  const [{ EngineClient }] = await Promise.all([import('../engine/client.ts'), loadWidths(), loadMarkdown()]);
  const client = new EngineClient(engine);
  send = (request) => client.send(request);
  for (const request of waiting.splice(0)) send(request);
  const reading = (async () => {
    let rested = performance.now();
    for await (const line of client.lines()) {
      app.onLine(line);
      if (performance.now() - rested < BUSY_TIME) continue;
      await setImmediate();
      rested = performance.now();
    }
    const end = await engine.ended;
    app.onEngineEnd(howItEnded(end), end.words);
  })();
  reading.catch(done.reject);

  const code = await done.promise;
  app.pause();
  session.leave();
  process.stdout.write(farewell(app.state));
  await Promise.all([engine.close(), history.file?.settled()]);
  return code;
}

function howItEnded(end: EngineEnd): string {
  if (end.signal) return `signal ${end.signal}`;
  return end.code === null ? 'it could not be started' : `exit status ${end.code}`;
}

/** What stays on the normal screen: the session, and how to see what its tools printed. */
function farewell(state: State): string {
  if (state.engine.phase === 'starting' || state.engine.session === null) return '';
  const stored = state.openables.findLast((openable) => openable.stored)?.stored?.id;
  return `Session ${state.engine.session}. What its tools printed: wisp show ${stored ?? 'ID'}\n`;
}
