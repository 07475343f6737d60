import { type Command, Option } from 'commander';
import type { Settings } from '../config/settings.ts';
import { modelOption, whole, windowOption } from './options.ts';

/** What a subcommand is given besides its own options, and where its exit code goes. */
export interface Surroundings {
  home: string;
  /** Runs what needs settings; not at all when they can not be used. */
  withSettings: (work: (settings: Settings) => Promise<number>) => Promise<void>;
  done: (code: number) => void;
}

interface Reading {
  window?: number;
  json: boolean;
}

interface Recalling extends Reading {
  from?: number;
  byte?: number;
  matching?: string;
  lines?: string;
  head?: number;
  tail?: number;
}

interface Logging {
  session?: string;
  kind: string[];
  tool?: string;
  last: number;
  follow: boolean;
  json: boolean;
}

const each = (value: string, before: string[]): string[] => [...before, value];

/** The subcommands that read: what is kept, and what the exact readers make of a log. */
export function addReadingCommands(program: Command, { home, withSettings, done }: Surroundings): void {
  const reading = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .addOption(windowOption())
      .option('--json', 'print one JSON object', false);

  program
    .command('show')
    .description('print a stored output whole')
    .option('--no-pager', 'print it on a terminal too')
    .argument('<id>', 'its id, or the first 4 or more characters of it')
    .action(async (id: string, { pager }: { pager: boolean }) => {
      const { showOutput } = await import('./show.ts');
      done(await showOutput(home, id, pager));
    });

  program
    .command('outputs')
    .description('list the outputs that are kept, the newest first')
    .option('--session <id>', 'those of one session')
    .option('--json', 'print one JSON object', false)
    .action(async ({ session, json }: { session?: string; json: boolean }) => {
      const { outputsCommand } = await import('./outputs.ts');
      done(await outputsCommand(home, { json, session: session ?? null }));
    });

  program
    .command('logs')
    .description('the audit log: what happened, one event a line')
    .option('--session <id>', 'events of this session: its id, or the beginning of it')
    .addOption(new Option('--kind <kind>', 'events of this kind; may be repeated').argParser(each).default([], 'all'))
    .option('--tool <name>', 'events of this tool')
    .addOption(new Option('--last <n>', 'this many of the last events').argParser(whole(0)).default(50))
    .option('--follow', 'go on with what is recorded from now on, until Ctrl-C', false)
    .option('--json', 'print each event as it stands in the log: one JSON object a line', false)
    .action(async ({ session, kind, tool, ...options }: Logging) => {
      const { logsCommand } = await import('./logs.ts');
      done(await logsCommand(home, { session: session ?? null, kinds: kind, tool: tool ?? null, ...options }));
    });

  reading('recall', 'read a stored output a page at a time, or the lines of it that match')
    .argument('<id>', 'its id, or the first 4 or more characters of it')
    .addOption(new Option('--from <line>', 'begin with this line').argParser(whole(1)))
    .addOption(new Option('--byte <n>', 'and with this byte of it').argParser(whole(1)))
    .option('--matching <pattern>', 'only lines that match this regular expression')
    .option('--lines <a-b>', 'only these lines')
    .addOption(new Option('--head <n>', 'only the first lines').argParser(whole(1)))
    .addOption(new Option('--tail <n>', 'only the last lines').argParser(whole(1)))
    .action(async (id: string, o: Recalling) => {
      const { recallCommand } = await import('./recall.ts');
      const {
        from = null,
        byte = null,
        matching = null,
        lines = null,
        head = null,
        tail = null,
        window = null,
        json,
      } = o;
      done(await recallCommand(home, id, { from, byte, matching, lines, head, tail, window, json }));
    });

  reading('summarise', 'what is notable in an output or a file, exactly and without a model')
    .argument('<target>', 'the id of a stored output, a file, or - for standard input')
    .option('--overview', 'what it is and its sections instead', false)
    .action(async (target: string, { overview, json, window }: Reading & { overview: boolean }) => {
      const [{ summariseCommand }, { storedBytes }] = await Promise.all([
        import('./summarise.ts'),
        import('./stored-bytes.ts'),
      ]);
      done(await summariseCommand(target, { overview, json, window: window ?? null }, storedBytes(home)));
    });

  reading('condense', 'ask a model a question of all of an output or a file, chunk by chunk')
    .argument('<target>', 'the id of a stored output, a file, or - for standard input')
    .argument('<question>', 'the question')
    .addOption(modelOption())
    .action((target: string, question: string, { json, window, model }: Reading & { model?: string }) =>
      withSettings(async (settings) => {
        const [{ condenseCommand }, { openAsk }] = await Promise.all([
          import('./condense.ts'),
          import('./open-ask.ts'),
        ]);
        const ask = await openAsk(model ?? null, settings);
        const { parallel } = settings.ollama;
        return condenseCommand(home, target, question, { window: window ?? null, json, ask, parallel });
      }),
    );

  program
    .command('triage')
    .description('the failures, root causes first, and the test counts that a log states')
    .argument('<file>', 'a file, or - for standard input')
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, { json }: { json: boolean }) => {
      const { triageCommand } = await import('./triage.ts');
      done(await triageCommand(file, { json }));
    });

  reading('condense-log', 'the templates of a log, the rare and severe first')
    .argument('<file>', 'a file, or - for standard input')
    .option('--assign', 'print the number of each line’s template instead', false)
    .action(async (file: string, { assign, json, window }: Reading & { assign: boolean }) => {
      const { condenseLogCommand } = await import('./condense-log.ts');
      done(await condenseLogCommand(file, { assign, json, window: window ?? null }));
    });

  reading('json-shape', 'the structure of JSON or JSON Lines, without its data')
    .argument('<file>', 'a file, or - for standard input')
    .action(async (file: string, { json, window }: Reading) => {
      const { jsonShapeCommand } = await import('./json-shape.ts');
      done(await jsonShapeCommand(file, { json, window: window ?? null }));
    });
}
