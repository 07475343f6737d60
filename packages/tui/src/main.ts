import { engineProgram } from './engine/locate.ts';
import { plainChat } from './engine/plain-chat.ts';
import { EngineProcess } from './engine/process.ts';
import { deferSegmenters, hideFetch, prepareEnvironment } from './environment.ts';
import { HELP, type RunOptions, readOptions } from './options.ts';
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
    await start(options);
}

async function start(run: RunOptions): Promise<void> {
  const engineProgramPath = engineProgram(process.env);
  const { engineArgs, resumeArgs } = run;
  if (run.plain || !process.stdin.isTTY || !process.stdout.isTTY || process.env.TERM === 'dumb') {
    process.exitCode = await plainChat(engineProgramPath, [...engineArgs, ...resumeArgs]);
    return;
  }
  // The engine starts first, and while it does, Ink is loaded.
  const engine = new EngineProcess(engineProgramPath, [...engineArgs, ...resumeArgs]);
  const hasColours = !process.env.NO_COLOR;
  prepareEnvironment(process.env);
  hideFetch(globalThis);
  deferSegmenters(Intl);
  const { run: runScreen } = await import('./app/run.ts');
  const again = (args: readonly string[]) => new EngineProcess(engineProgramPath, [...engineArgs, ...args]);
  process.exit(await runScreen(engine, again, { ...run, theme: hasColours ? run.theme : 'none', version: VERSION }));
}
