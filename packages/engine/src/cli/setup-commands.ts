import { Argument, type Command, Option } from 'commander';
import type { Surroundings } from './reading-commands.ts';

interface Json {
  json: boolean;
}

/** The subcommands about wisp itself: its settings, its health, its tools, its completion. */
export function addSetupCommands(program: Command, { home, done }: Surroundings): void {
  const json = () => new Option('--json', 'print one JSON value').default(false);

  const config = program.command('config').description('show and change the settings').helpCommand(false);
  config
    .command('show')
    .description('every setting as it is in force, and where it comes from')
    .addOption(json())
    .action(async (options: Json) => {
      const { showConfig } = await import('./config.ts');
      done(await showConfig(home, options.json));
    });
  config
    .command('get')
    .description('one setting as it is in force')
    .argument('<key>', 'its key, such as ollama.host')
    .addOption(json())
    .action(async (key: string, options: Json) => {
      const { getConfig } = await import('./config.ts');
      done(await getConfig(home, key, options.json));
    });
  config
    .command('set')
    .description('write one setting into the file')
    .argument('<key>', 'its key')
    .argument('<value>', 'its value')
    .addHelpText('after', '\nExample:\n  wisp config set ollama.contextLength 32768\n')
    .action(async (key: string, value: string) => {
      const { setConfig } = await import('./config-change.ts');
      done(await setConfig(home, key, value));
    });
  config
    .command('unset')
    .description('take one setting out of the file')
    .argument('<key>', 'its key')
    .action(async (key: string) => {
      const { unsetConfig } = await import('./config-change.ts');
      done(await unsetConfig(home, key));
    });
  config
    .command('list')
    .description('every key, what it takes, its default and its meaning')
    .addOption(json())
    .action(async (options: Json) => {
      const { listConfig } = await import('./config.ts');
      done(await listConfig(options.json));
    });

  const approvals = program
    .command('approvals')
    .description('what may run unasked, and for how long; revoke takes it back')
    .helpCommand(false)
    .enablePositionalOptions()
    .addOption(json())
    .action(async (options: Json) => {
      const { listApprovals } = await import('./approvals.ts');
      done(await listApprovals(home, options.json));
    });
  approvals
    .command('revoke')
    .description('take approvals back')
    .argument('[id...]', 'their ids, or the first 4 or more characters of each')
    .option('--all', 'all of them', false)
    .action(async (ids: string[], { all }: { all: boolean }, command: Command) => {
      if (!all && ids.length === 0) return command.help({ error: true });
      const { revokeApprovals } = await import('./approvals.ts');
      done(await revokeApprovals(home, all ? 'all' : ids));
    });

  program
    .command('doctor')
    .description('whether all that wisp needs is there, and what to do where it is not')
    .addOption(json())
    .action(async (options: Json) => {
      const { doctor } = await import('./doctor.ts');
      done(await doctor(home, options.json));
    });

  program
    .command('tools')
    .description('what the model can call')
    .addOption(json())
    .action(async (options: Json) => {
      const [{ listTools }, { settingsOrDefaults }] = await Promise.all([
        import('./tools.ts'),
        import('./settings.ts'),
      ]);
      done(await listTools(await settingsOrDefaults(home), options.json));
    });

  program
    .command('completions')
    .description('print the script that completes this command line in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', COMPLETIONS)
    .action(async (shell: string) => {
      const { printCompletions } = await import('./completions.ts');
      done(await printCompletions(program, shell));
    });

  program
    .command('complete', { hidden: true })
    .argument('<what>')
    .argument('[key]')
    .action(async (what: string, key: string | undefined) => {
      const { complete } = await import('./complete.ts');
      done(await complete(home, what, key ?? ''));
    });
}

const COMPLETIONS = `
For this shell: source <(wisp completions bash)
For every one:
  bash  wisp completions bash > ~/.local/share/bash-completion/completions/wisp
  zsh   wisp completions zsh > a file named _wisp in a directory of $fpath
  fish  wisp completions fish > ~/.config/fish/completions/wisp.fish
`;
