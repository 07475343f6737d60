/** One shape of a diagnostic. */
interface Shape {
  /** What every line of the shape holds: looked for before the pattern is tried. */
  has: string;
  /** Groups: `f` file, `r` row, `c` column, `s` severity, `k` code, `m` message. */
  pattern: RegExp;
  tool: string;
}

/** Diagnostics that put words around the place. Each is anchored at both ends or begins with the path. */
export const SHAPES: readonly Shape[] = [
  {
    has: ': line ',
    pattern: /^(?<f>\S.{0,400}?): line (?<r>\d+), col (?<c>\d+), (?<s>Error|Warning) - (?<m>.+)$/,
    tool: 'eslint',
  },
  { has: ': line ', pattern: /^(?<f>\S.{0,400}?): line (?<r>\d+), col (?<c>\d+), (?<m>.+)$/, tool: 'jshint' },
  { has: '.proto:', pattern: /^\[(?<f>[^\]\s]{1,400}\.proto):(?<r>\d+):(?<c>\d+)\] (?<m>.+)$/, tool: 'protolint' },
  {
    has: ' on line ',
    pattern: /^(?<f>\S{1,400}) - (?<s>ERROR|WARNING): (?<m>.+) on line (?<r>\d+)(?: col(?:umn)? (?<c>\d+))?$/,
    tool: 'puppet-lint',
  },
  {
    has: ', column ',
    pattern: /^(?<f>\S.{0,400}?): (?<m>.+) at line (?<r>\d+), column (?<c>\d+)\.(?: .*\(Severity: \d\))?$/,
    tool: 'perlcritic',
  },
  {
    has: ' file=',
    pattern: /^(?<s>error|warning) file=(?<f>\S.{0,400}?) message=(?<m>.+?)(?: line=(?<r>\d+))?(?: column=(?<c>\d+))?$/,
    tool: 'scalastyle',
  },
  {
    has: ' on line ',
    pattern:
      /^(?:PHP )?(?<s>Parse error|Fatal error|Catchable fatal error|Recoverable fatal error|Warning|Notice|Deprecated|Strict Standards): +(?<m>.+) in (?<f>[^\s:]\S{0,400}) on line (?<r>\d+)$/,
    tool: 'php',
  },
  {
    has: ' on line ',
    pattern:
      /^.{0,200}\bPHP (?<s>Parse error|Fatal error|Warning|Notice|Deprecated): +(?<m>.+) in (?<f>\S{1,400}) on line (?<r>\d+)$/,
    tool: 'php',
  },
  {
    has: 'Uncaught ',
    pattern: /^(?:PHP )?(?<s>Fatal error): +(?<m>Uncaught .+) in (?<f>\S{1,400}):(?<r>\d+)$/,
    tool: 'php',
  },
  {
    has: ' - ',
    pattern: /^(?<s>ERROR|INFO): (?<m>\w+) - (?<f>\S{1,400}):(?<r>\d+):(?<c>\d+)(?: - .+)?$/,
    tool: 'psalm',
  },
  {
    has: '.rb ',
    pattern: /^(?<f>\/\S{1,400}|[\w./-]{1,400}\.rb) {1,12}(?<r>\d{1,6}) {1,12}(?<m>[A-Z]\S.* (?:High|Medium|Weak))$/,
    tool: 'brakeman',
  },
  { has: '.rb\t', pattern: /^(?<f>\S{1,400}\.rb)\t(?<r>\d{1,6})\t(?<m>.+)$/, tool: 'brakeman' },
  { has: ':\t', pattern: /^(?<f>\/\S{1,400}|\S{1,400}\.\w{1,8}):(?<r>\d+):\t(?<m>.+)$/, tool: 'pmd' },
  { has: 'syntax error at ', pattern: /^(?<m>syntax error) at (?<f>\S{1,400}) line (?<r>\d+)\b.*$/, tool: 'perl' },
  {
    has: ' line ',
    pattern: /^(?<m>\S.{2,300}) at (?<f>(?:\S{0,300}\/)?[\w.-]{1,80}\.(?:pl|pm|t|cgi)) line (?<r>\d+)(?:\.|, .*)$/,
    tool: 'perl',
  },
  { has: '.adoc: line ', pattern: /^(?<f>\S{1,400}\.adoc): line (?<r>\d+): (?<m>.+)$/, tool: 'asciidoctor' },
  {
    has: 'asciidoctor: ',
    pattern: /^asciidoctor: (?<s>ERROR|WARNING|FAILED): (?<f>\S{1,400}): line (?<r>\d+): (?<m>.+)$/,
    tool: 'asciidoctor',
  },
  { has: ' --', pattern: /^(?<s>Error|Warning)(?: -{2,200})+ (?<f>\S{1,400}):(?<r>\d+):(?<c>\d+)$/, tool: 'flow' },
  {
    has: ' at ',
    pattern: /^(?:typos )?(?<s>error|warning): (?<m>.+) at (?<f>\S{1,400}):(?<r>\d+):(?<c>\d+)$/,
    tool: 'lint',
  },
  {
    has: '",',
    pattern: /^"(?<f>[^"]{1,400})",(?<r>\d+) +(?<s>Fatal error|Error|Warning)\[(?<k>\w+)\]: (?<m>.+)$/,
    tool: 'iar',
  },
  {
    has: ', line ',
    pattern:
      /^"?(?<f>[^"\s]{1,400})"?, line (?<r>\d+)(?:\.\d+)?(?: \(col\. (?<c>\d+)\))?:? (?<s>[Ww]arning|[Ee]rror|fatal error|catastrophic error)(?: #?[\w-]+)?:? (?<m>.+)$/,
    tool: 'cc',
  },
  {
    has: '|',
    pattern: /^(?<s>ERROR|WARNING|INFO)\|\w+\|\w+\|(?<f>[^|]{1,400})\|(?<r>\d+)\|(?<c>\d+)\|\d+\|(?<m>.+)$/,
    tool: 'dart',
  },
  {
    has: ' • ',
    pattern: /^\s{0,4}(?<s>error|warning|info) • (?<m>.{1,500}) • (?<f>\S{1,400}):(?<r>\d+):(?<c>\d+) • \S+$/,
    tool: 'dart',
  },
  {
    has: ' - ',
    pattern: /^\s{0,4}(?<s>error|warning|info) - (?<f>\S{1,400}):(?<r>\d+):(?<c>\d+) - (?<m>.+)$/,
    tool: 'dart',
  },
  { has: ', line ', pattern: /^(?<m>\S.{1,500}) \((?<f>[^()]{1,400}), line (?<r>\d+), col (?<c>\d+)\)$/, tool: 'dart' },
  { has: '] - ', pattern: /^\[(?<f>[^\]\s]{1,400}):(?<r>\d+)(?::(?<c>\d+))?\] - (?<m>.+)$/, tool: 'gosec' },
  { has: ']: (', pattern: /^\[(?<f>[^\]]{1,400}):(?<r>\d+)\]: \((?<s>\w+)\) (?<m>.+)$/, tool: 'cppcheck' },
  { has: ': MD', pattern: /^(?<f>\S{1,400}\.\w+): (?<r>\d+): (?<m>MD\d{3}.*)$/, tool: 'markdownlint' },
  {
    has: '", line ',
    pattern: /^File "(?<f>[^"]{1,400})", line (?<r>\d+), in .{1,200}: (?<m>.{1,500} \[[\w-]+\])$/,
    tool: 'pytype',
  },
  {
    has: 'Error: ',
    pattern: /^\w{0,40}Error: (?<f>[^\s:]{1,400}): (?<m>.{1,500}) \((?<r>\d+):(?<c>\d+)\)$/,
    tool: 'babel',
  },
  {
    has: 'Error: ',
    pattern: /^(?<f>[^\s:]{1,400}): (?<m>\w{0,40}Error: .{1,500}) \((?<r>\d+):(?<c>\d+)\)$/,
    tool: 'prettier',
  },
  {
    has: ' on line ',
    pattern: /^(?<m>\w{0,40}Error: .{1,500}) in (?<f>\S{1,400}) on line (?<r>\d+), column (?<c>\d+):?$/,
    tool: 'less',
  },
  { has: ': ', pattern: /^(?<m>[A-Z]{2,4}\d{3}: [^:]{1,400}): (?<f>\S{1,400}):(?<r>\d+)$/, tool: 'foodcritic' },
  { has: ' at (', pattern: /^.{0,200} at \((?<f>[^()\s:]{1,300}):(?<r>\d+)(?::(?<c>\d+))?\): (?<m>.+)$/, tool: 'helm' },
  {
    has: " file '",
    pattern: /^\w{0,8} ?[Bb]uild file '(?<f>[^']{1,400})'(?:: | line: )(?<r>\d+)(?:: (?<m>.+))?$/,
    tool: 'gradle',
  },
  {
    has: '-- ',
    pattern: /^-- (?:\[E\d+\] )?(?<m>[\w ]{0,60}(?<s>Error|Warning)): (?<f>\S{1,400}):(?<r>\d+):(?<c>\d+) ?-*$/,
    tool: 'scalac',
  },
  { has: '.lua:', pattern: /^lua(?:jit|[\d.]{1,4})?: (?<f>\S{1,300}):(?<r>\d+): (?<m>.+)$/, tool: 'lua' },
  { has: ' line ', pattern: /^(?<f>\S{1,400}) line (?<r>\d+): (?<m>.+)$/, tool: 'lint' },
];
