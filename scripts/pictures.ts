// Makes the pictures of the docs from the real program: wisp-tui in a pseudo-terminal, its engine, and a model server whose
// replies are written here. `npm run pictures`, after a build.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeOllama } from '../test/fake-ollama/server.ts';
import { calls, done, fakeModel, text, thinking } from '../test/fake-ollama/shapes.ts';
import type { FakeTurn } from '../test/fake-ollama/turn.ts';
import { Pty, WISP_TUI } from '../test/tui/pty.ts';
import { screenSvg } from './screen-svg.ts';

const SIZE = { columns: 92, rows: 32 };
const ROOT = join(import.meta.dirname, '..');

const run = (command: string): FakeTurn => ({
  lines: [
    thinking('The tests say it best.'),
    calls({ name: 'run_command', arguments: { command } }),
    done({ prompt: 900 }),
  ],
});

const TURNS: FakeTurn[] = [
  run('npm test'),
  {
    lines: [
      text('One of 1,241 tests fails: **the tide is highest at high water** expects 2 and gets 0.\n\n'),
      text('`height` in `src/tide.js` is a sine, which is 0 at high water. It has to be a cosine.'),
      done({ prompt: 2_900 }),
    ],
  },
  run("sed -i 's/Math.sin/Math.cos/' src/tide.js && npm test"),
];

const base = mkdtempSync(join(tmpdir(), 'wisp-pictures-'));
const server = await startFakeOllama({
  models: [
    fakeModel({ name: 'qwen3:8b', capabilities: ['completion', 'tools', 'thinking'], parameters: 'num_ctx 32768' }),
  ],
  turns: TURNS,
});
try {
  await draw();
} finally {
  await server.close();
  rmSync(base, { recursive: true, force: true });
}

async function draw(): Promise<void> {
  const project = join(base, 'tides');
  cpSync(join(ROOT, 'test/docs/demo'), project, { recursive: true });
  using screen = new Pty({
    ...SIZE,
    command: ['/bin/sh', '-c', 'cd "$PROJECT" && exec "$0" "$1"', process.execPath, WISP_TUI],
    // HOME is the directory above, so that the status line reads ~/tides.
    env: { PROJECT: project, HOME: base, WISP_HOME: join(base, 'home'), WISP_ENGINE: '', OLLAMA_HOST: server.url },
  });
  await screen.until('qwen3:8b');
  screen.say('why does npm test fail?');
  await screen.until(() => takesAnswers(screen));
  screen.type('y');
  await screen.until('(1 failed)');
  save(screen, 'transcript', 'wisp-tui: a turn in which the model ran the tests and says why they fail');

  screen.type('\x0f');
  await screen.until(/output [0-9a-f]{16} · line/);
  screen.type('/');
  await screen.until('search:');
  screen.type('highest');
  await screen.until('search: highest');
  screen.type('\r');
  await screen.until('not ok 621');
  save(screen, 'expanded', 'wisp-tui: the expanded view of an output, at the line that a search found');

  screen.type('q');
  await screen.until('Ask, or !');
  screen.say('mend it');
  await screen.until(() => takesAnswers(screen));
  save(screen, 'approval', 'wisp-tui: a command that waits for an answer');
}

/** A question takes no key in its first moment, so that none typed for something else answers it; then its keys turn bold. */
function takesAnswers(screen: Pty): boolean {
  const { active } = screen.terminal.buffer;
  const row = screen.rows().findIndex((line) => line.startsWith(' y yes'));
  const key = row === -1 ? undefined : active.getLine(active.viewportY + row)?.getCell(1);
  return Boolean(key?.isBold());
}

function save(screen: Pty, name: string, title: string): void {
  const folder = join(ROOT, 'docs/pictures');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.svg`), screenSvg(screen.terminal, title));
}
