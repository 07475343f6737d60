import { engineProgram } from './engine/locate.ts';
import { EngineProcess } from './engine/process.ts';
import { deferSegmenters, hideFetch, prepareEnvironment } from './environment.ts';
import { HELP, readOptions } from './options.ts';
import { VERSION } from './version.ts';

const options = readOptions(process.argv.slice(2));

switch (options.kind) {
  case 'help':
    process.stdout.write(HELP);
    break;
  case 'version':
    process.stdout.write(`${VERSION}\n`);
    break;
  case 'wrong':
    process.stderr.write(`wisp-tui: ${options.problem}\nwisp-tui --help lists the options.\n`);
    process.exitCode = 2;
    break;
  case 'run':
    await start(options.engineArgs, options.alternateScreen);
}

async function start(engineArgs: readonly string[], alternateScreen: boolean): Promise<void> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    process.stderr.write('wisp-tui needs a terminal. Without one use: wisp "prompt", or wisp chat --json.\n');
    process.exitCode = 1;
    return;
  }
  // The engine starts first, and while it does, Ink is loaded.
  const engine = new EngineProcess(engineProgram(process.env), engineArgs);
  prepareEnvironment(process.env);
  hideFetch(globalThis);
  deferSegmenters(Intl);
  const { run } = await import('./app/run.ts');
  process.exit(await run(engine, { alternateScreen, version: VERSION }));
}
