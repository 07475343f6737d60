import { type CommandRow, quote, type Source, takingValue } from './table.ts';

/**
 * The walk over the typed words that bash and zsh have in common. Takes `typed` (the words before the one that is
 * completed, the program's name first) and leaves `at` (the subcommand), `count` (its arguments so far), `option` (the one
 * that wants a value), `key` (the last argument) and `rest` (not empty where options are no longer wisp's).
 */
export function walk(table: readonly CommandRow[], first: number): string {
  const commands = table.filter(({ path }) => path !== '').map(({ path }) => quote(path));
  const others = table.filter((row) => row.arguments[0]?.kind === 'command').map(({ path }) => quote(path));
  return `  local at='' option='' key='' rest='' word
  local -i count=0 i
  for ((i = ${first + 1}; i < \${#typed[@]} + ${first}; i++)); do
    word=\${typed[i]}
    if [[ -n $option ]]; then option=''; continue; fi
    if [[ -z $rest && $word == -- ]]; then rest=yes; continue; fi
    if [[ -z $rest && $word == -* ]]; then
      case "$at $word" in
        ${takingValue(table).map(quote).join('|')}) option=$word ;;
      esac
      continue
    fi
    if [[ $count == 0 && -z $rest ]]; then
      case "\${at:+$at }$word" in
        ${commands.join('|')}) at="\${at:+$at }$word"; continue ;;
      esac
    fi
    count+=1
    key=$word
    case $at in ${others.join('|')}) rest=yes ;; esac
  done
`;
}

/** A `case` over what can stand at the cursor: for each place the statement that `say` makes of its source. */
export function places(table: readonly CommandRow[], say: (source: Source) => string): string {
  const values = table.flatMap(({ path, options }) =>
    options.flatMap(({ flags, value }) =>
      value === null || value.kind === 'none'
        ? []
        : [`${flags.map((flag) => quote(`${path} ${flag}`)).join('|')}) ${say(value)} ;;`],
    ),
  );
  const operands = table.flatMap(({ path, arguments: sources, more }) =>
    sources.flatMap((source, i) => {
      const place = more && i === sources.length - 1 ? `${quote(`${path} `)}[${i}-9]*` : quote(`${path} ${i}`);
      return source.kind === 'none' ? [] : [`${place}) ${say(source)} ;;`];
    }),
  );
  return `    case "$at \${option:-$count}" in\n${[...values, ...operands].map((line) => `      ${line}\n`).join('')}    esac\n`;
}
