import { type Command, Option } from 'commander';
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
}
