import { type CommandRow, type Source, takingValue } from './table.ts';

/** The completion script for fish, in `~/.config/fish/completions/wisp.fish`. */
export function fishScript(table: readonly CommandRow[]): string {
  const commands = table.filter(({ path }) => path !== '').map(({ path }) => quoteFish(path));
  const others = table.filter((row) => row.arguments[0]?.kind === 'command').map(({ path }) => quoteFish(path));
  return `# Completion of wisp for fish, written by: wisp completions fish

# Prints the subcommand that is typed, how many arguments it has so far, and the last of them.
function __wisp_walk
    set -l at ''
    set -l count 0
    set -l key ''
    set -l option
    set -l rest
    for word in (commandline -opc)[2..]
        if set -q option[1]
            set option
            continue
        end
        if not set -q rest[1]
            if test "$word" = --
                set rest yes
                continue
            end
            if string match -q -- '-*' $word
                switch "$at $word"
                    case ${takingValue(table).map(quoteFish).join(' ')}
                        set option $word
                end
                continue
            end
            if test $count = 0
                switch (string trim -- "$at $word")
                    case ${commands.join(' ')}
                        set at (string trim -- "$at $word")
                        continue
                end
            end
        end
        set count (math $count + 1)
        set key $word
        switch $at
            case ${others.join(' ')}
                set rest yes
        end
    end
    printf '%s\\n' "$at" $count "$key" "$rest"
end

function __wisp_at
    set -l walked (__wisp_walk)
    test "$walked[1]" = "$argv[1]"; or return 1
    switch "$argv[2]"
        case ''
            test -z "$walked[4]"
        case '*+'
            test $walked[2] -ge (string trim -c + -- $argv[2])
        case '*'
            test $walked[2] = $argv[2]
    end
end

complete -c wisp -f
${table.map(linesOf).join('')}`;
}

function linesOf({ path, names, options, arguments: sources, more }: CommandRow): string {
  const at = (count: string) => `complete -c wisp -n ${quoteFish(`__wisp_at ${quoteFish(path)} ${count}`.trim())}`;
  const commands = names.map(
    ({ name, description }) => `${at('0')} -a ${quoteFish(name)} -d ${quoteFish(description)}`,
  );
  const flags = options.map(({ flags: all, description, value }) => {
    const words = all.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)).join(' ');
    return `${at('')} ${words} -d ${quoteFish(description)}${value === null ? '' : ` ${takes(value)}`}`;
  });
  const operands = sources.map((source, i) => {
    const words = takes(source).replace(/^-[xr] ?/, '');
    const files = source.kind === 'file' || source.kind === 'command' || (source.kind === 'asked' && source.files);
    const last = more && i === sources.length - 1;
    return words === '' && !files ? '' : `${at(`${i}${last ? '+' : ''}`)}${files ? ' -F' : ''} ${words}`.trimEnd();
  });
  return [...commands, ...flags, ...operands]
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('');
}

/** How an option takes its value: `-x` none but these, `-r` a file too. */
function takes(source: Source): string {
  switch (source.kind) {
    case 'words':
      return `-x -a ${quoteFish(source.words.join(' '))}`;
    case 'file':
      return '-r';
    case 'command':
      return `-r -a ${quoteFish('(__fish_complete_command)')}`;
    case 'asked':
      return `${source.files ? '-r' : '-x'} -a ${quoteFish(`(wisp complete ${source.what} (__wisp_walk)[3])`)}`;
    default:
      return '-x';
  }
}

function quoteFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
