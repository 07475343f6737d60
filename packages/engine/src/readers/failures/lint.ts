import type { Draft, Entry } from './family.ts';
import type { Place } from './place.ts';
import { extensionOf, isSource, toolFor } from './tools.ts';

interface Rule {
  pattern: RegExp;
  tool: string;
  /** Only for these extensions; any when left out. */
  extensions?: string;
  /** Needs a column, so that a line of `grep` output or of a log is not taken for it. */
  column?: boolean;
  indented?: boolean;
}

/** What linters print after the place when they state no severity. Group `m` is the message and `k` its code; `w` marks a warning. */
const RULES: readonly Rule[] = [
  { pattern: /^:? {1,2}(?<m>.{1,400} \[[a-z_]+\/[a-z0-9_+]+\] \[\d\])$/, tool: 'cpplint' },
  {
    pattern: /^: \[(?<k>(?:[A-Z]{1,12}\d{2,6}|[CRWEFI])(?:\([\w-]+\))?)(?:, ?[^\]]{0,200})?\] (?<m>.+)$/,
    tool: 'lint',
  },
  { pattern: /^: (?<m>[A-Z]{1,6}\d{2,5}:? .+)$/, tool: 'lint' },
  { pattern: /^: (?<w>[CRWIA]): (?<m>.+)$/, tool: 'rubocop', indented: false },
  { pattern: /^: (?<m>[EF]: .+)$/, tool: 'rubocop', indented: false },
  { pattern: /^ (?:\[(?<w>W)\] |\[E\] )(?<m>.+)$/, tool: 'haml-lint' },
  { pattern: /^ (?:error|(?<w>warning)) (?<m>(?:MD|DL|SC)\d{3,4}\S* .+)$/, tool: 'lint' },
  { pattern: /^:(?<m>\w+\.\w+:.+)$/, tool: 'vale', column: true },
  { pattern: /^: (?<m>\S+ ==> .+)$/, tool: 'codespell' },
  { pattern: /^ (?<m>[A-Z].+ \[\d+\]: .+)$/, tool: 'pyre', extensions: 'py pyi', column: true },
  { pattern: /^: (?<m>(?:unused|unreachable) .+ \(\d+% confidence\))$/, tool: 'vulture' },
  {
    pattern:
      /^: (?<m>(?:undefined name|'.+' imported but unused|local variable|redefinition of|.+ unable to detect).*)$/,
    tool: 'pyflakes',
    extensions: 'py pyi',
  },
  { pattern: /^: (?:(?<w>LOW|MEDIUM)|HIGH): (?<m>[A-Z]\d{3}: .+)$/, tool: 'bandit' },
  { pattern: /^: \((?:(?<w>WARNING)|ERROR|SEVERE)\/\d\) (?<m>.+)$/, tool: 'docutils' },
  { pattern: /^: (?<m>\S.+)$/, tool: 'luacheck', extensions: 'lua', column: true, indented: true },
  { pattern: /^: (?<m>[A-Z]\w+\/[A-Z]\w+: .+)$/, tool: 'rubocop', extensions: 'rb rake', indented: true },
  { pattern: /^ (?<m>(?:MD|DL|SC)\d{3,4}\S* .+)$/, tool: 'lint' },
  {
    pattern: /^ (?<m>\S.{3,400} \((?:[\w@-]+\/)?[a-z][\w-]{2,50}\))$/,
    tool: 'eslint',
    extensions: 'js jsx ts tsx mjs cjs vue coffee',
  },
  { pattern: /^ (?<m>Phan\w+ .+)$/, tool: 'phan' },
  { pattern: /^ (?<m>[A-Z][A-Za-z]{4,40}: .+)$/, tool: 'dotenv-linter', extensions: 'env' },
  { pattern: /^ (?<m>\w+[#.]\S+ is slower than .+)$/, tool: 'fasterer', extensions: 'rb' },
  { pattern: /^: (?<m>\((?<w>W)\d{3}\) .+)$/, tool: 'luacheck', indented: true },
  { pattern: /^: (?<m>\(E\d{3}\) .+)$/, tool: 'luacheck', indented: true },
  { pattern: /^: (?<m>.+ \[(?:Error|Warning)\/[\w@/-]+\])$/, tool: 'eslint' },
  { pattern: /^: (?<m>[A-Z][A-Za-z]{3,40}: .+)$/, tool: 'reek', extensions: 'rb', indented: true },
  { pattern: /^: (?<w>\w*Warning): (?<m>.+)$/, tool: 'python', extensions: 'py' },
  {
    pattern: /^: (?<m>(?:[a-z][\w-]*(?:\[[\w.-]+\])?:? |\[[\w-]+\] )[A-Z].+|[a-z][\w-]*\[[\w.-]+\]: .+)$/,
    tool: 'ansible-lint',
    extensions: 'yml yaml',
  },
  { pattern: /^: (?<m>[a-z]+(?:-[a-z]+)+: .+)$/, tool: 'buildifier' },
  { pattern: /^:(?<m>[A-Z].+\.)$/, tool: 'buf', extensions: 'proto', column: true },
  { pattern: /^:(?<m>[A-Z][a-z]+ \S.+)$/, tool: 'phpstan', extensions: 'php' },
  { pattern: /^: {0,3}(?<m>\S.+)$/, tool: 'go', extensions: 'go' },
  { pattern: /^: {1,3}(?<m>\S.+)$/, tool: 'erlc', extensions: 'erl hrl' },
  { pattern: /^: (?<m>(?:undefined reference|multiple definition|undefined symbol).+)$/, tool: 'ld' },
  {
    pattern:
      /^: (?<m>(?:syntax error|parse error|[\w./+-]+: No such file|unterminated|undeclared|Undefined control).+)$/,
    tool: 'cc',
  },
  {
    pattern: /^: (?<m>[A-Z'"`].+)$/,
    tool: 'standard',
    extensions: 'js jsx ts tsx mjs cjs',
    column: true,
    indented: true,
  },
  { pattern: /^: (?<m>.+ (?:\[[\w./:-]{2,60}\]|\([\w./:-]{2,60}\)))$/, tool: 'lint', column: true },
  { pattern: /^(?::| -) (?<m>(?=.*[A-Za-z]{3})\S.+)$/, tool: 'lint', column: true },
];

/** Reads what follows a place as a linter's finding, or a wrapper's: null when it is not the shape of any. */
export function lintStatement(entry: Entry, place: Place): Draft | 'note' | null {
  const extension = extensionOf(place.file);
  if (place.row === 0 && place.column === null && !place.rest.includes('[')) return null;
  const wrapped = wrappedStatement(entry, place);
  if (wrapped !== null) return wrapped;
  if (/\s{3}\S/.test(place.rest.slice(0, 6)) && extension !== 'go') return null;
  for (const rule of RULES) {
    if (place.indent > 0 && rule.indented !== true) continue;
    if (rule.column === true && (place.column === null || !(isSource(extension) || extension === ''))) continue;
    if (rule.extensions !== undefined && !rule.extensions.split(' ').includes(extension)) continue;
    const found = rule.pattern.exec(place.rest);
    const text = found?.groups?.m;
    if (text === undefined) continue;
    const message = found?.groups?.k === undefined ? text : `${found.groups.k}: ${text}`;
    if (message === 'too many errors') return 'note';
    const tool = rule.tool === 'lint' ? lintTool(place.file, message) : rule.tool;
    const kind = /^exit status \d+$/.test(message) ? 'wrapper' : 'diagnostic';
    return { tool, message, kind, severity: found?.groups?.w === undefined ? 'error' : 'warning' };
  }
  return null;
}

/** Maven, sbt and Ant say in front of the line how bad it is. */
function wrappedStatement(entry: Entry, place: Place): Draft | 'note' | null {
  if (entry.level === null || entry.wrapper === 'npm') return null;
  const message = /^:?\s+(\S.*)$/.exec(place.rest)?.[1] ?? '';
  if (message === '' && entry.wrapper !== 'maven') return null;
  if (!isSource(extensionOf(place.file)) && !/[\\/]/.test(place.file)) return null;
  if (entry.level === 'info') return null;
  return { tool: toolFor(place.file, null), message, severity: entry.level };
}

function lintTool(file: string, message: string): string {
  const code = /^\[?([A-Z]{1,6}\d{2,5})/.exec(message)?.[1] ?? null;
  if (/^[CRWEF]\d{4}$/.test(code ?? '') && extensionOf(file) === 'py') return 'pylint';
  if (code !== null && extensionOf(file) === 'py') return 'flake8';
  return toolFor(file, code);
}
