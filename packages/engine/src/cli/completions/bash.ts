import { places, walk } from './posix.ts';
import { type CommandRow, quote, type Source } from './table.ts';

/** The completion script for bash 3.2 and newer: `source <(wisp completions bash)`. */
export function bashScript(table: readonly CommandRow[]): string {
  const offered = table.map(({ path, names, options }) => {
    const flags = options.flatMap((option) => option.flags).join(' ');
    return `    ${quote(path)}) names=${quote(names.map(({ name }) => name).join(' '))} flags=${quote(flags)} ;;\n`;
  });
  return `# Completion of wisp for bash, written by: wisp completions bash
_wisp() {
  local IFS=$' \\t\\n' line=\${COMP_LINE:0:COMP_POINT} current='' names='' flags=''
  local -a typed
  # Split at white space: bash's own words end at a colon too, which names of models have.
  read -ra typed <<< "$line"
  if [[ $line != *[[:space:]] ]]; then
    current=\${typed[\${#typed[@]} - 1]}
    unset "typed[\${#typed[@]} - 1]"
  fi
  COMPREPLY=()
${walk(table, 0)}  case $at in
${offered.join('')}  esac
  if [[ -z $option && -z $rest && $current == -* ]]; then
    _wisp_words $flags
  else
    if [[ -z $option && $count == 0 ]]; then _wisp_words $names; fi
${places(table, say)}  fi
  # readline replaces only what stands after the last colon.
  if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then
    local before=\${current%"\${current##*:}"}
    COMPREPLY=("\${COMPREPLY[@]#"$before"}")
  fi
}

# Not compgen -W, which expands what it is given: names come from a server too.
_wisp_add() {
  local line
  while IFS= read -r line; do
    if [[ -n $line && $line == "$current"* ]]; then COMPREPLY+=("$line"); fi
  done
}

_wisp_words() {
  _wisp_add < <(printf '%s\\n' "$@")
}

_wisp_files() {
  compopt -o filenames 2> /dev/null
  _wisp_add < <(compgen -f -- "$current")
}

_wisp_command() {
  if [[ $count == 0 ]]; then _wisp_add < <(compgen -c -- "$current"); else _wisp_files; fi
}

_wisp_asked() {
  _wisp_add < <("\${typed[0]}" complete "$@" 2> /dev/null | cut -f 1)
}

complete -F _wisp wisp
`;
}

function say(source: Source): string {
  switch (source.kind) {
    case 'words':
      return `_wisp_words ${source.words.map(quote).join(' ')}`;
    case 'file':
      return '_wisp_files';
    case 'command':
      return '_wisp_command';
    case 'asked':
      return `_wisp_asked ${source.what} "$key"${source.files ? '; _wisp_files' : ''}`;
    default:
      return ':';
  }
}
