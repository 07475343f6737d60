import { places, walk } from './posix.ts';
import { type CommandRow, quote, type Source } from './table.ts';

/** The completion script for zsh, in a file of its `fpath` named `_wisp`, or by `source <(wisp completions zsh)`. */
export function zshScript(table: readonly CommandRow[]): string {
  const offered = table.map(({ path, names, options }) => {
    const flags = options.flatMap(({ flags, description }) => flags.map((name) => described(name, description)));
    const commands = names.map(({ name, description }) => described(name, description));
    return `    ${quote(path)})\n      names=(${commands.join(' ')})\n      flags=(${flags.join(' ')}) ;;\n`;
  });
  return `#compdef wisp
# Completion of wisp for zsh, written by: wisp completions zsh
_wisp() {
  emulate -L zsh
  local current=\${words[CURRENT]}
  local -a typed names flags
  typed=("\${(@)words[1,CURRENT-1]}")
${walk(table, 1)}  case $at in
${offered.join('')}  esac
  if [[ -z $option && -z $rest && $current == -* ]]; then
    _describe -o option flags
  else
    if [[ -z $option && $count == 0 && \${#names} != 0 ]]; then _describe command names; fi
${places(table, say)}  fi
}

_wisp_asked() {
  local -a lines
  lines=("\${(@f)$("\${typed[1]}" complete "$@" 2> /dev/null)}")
  lines=("\${(@)\${(@)lines//:/\\\\:}/$'\\t'/:}")
  if [[ -n \${lines[1]} ]]; then _describe "$1" lines; fi
}

_wisp_command() {
  if [[ $count == 0 ]]; then _command_names -e; else _files; fi
}

if [[ \${funcstack[1]} == _wisp ]]; then _wisp "$@"; elif (( \${+functions[compdef]} )); then compdef _wisp wisp; fi
`;
}

const described = (name: string, description: string): string => quote(`${name.replaceAll(':', '\\:')}:${description}`);

function say(source: Source): string {
  switch (source.kind) {
    case 'words':
      return `compadd -- ${source.words.map(quote).join(' ')}`;
    case 'file':
      return '_files';
    case 'command':
      return '_wisp_command';
    case 'asked':
      return `_wisp_asked ${source.what} "$key"${source.files ? '; _files' : ''}`;
    default:
      return ':';
  }
}
