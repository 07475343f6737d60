import type { Family, Kind } from './family.ts';

interface Sign {
  pattern: RegExp;
  tool: string;
  kind: Kind;
}

/** What shells, kernels and package managers say when they cannot go on. The whole line is the message. */
const SIGNS: readonly Sign[] = [
  { pattern: /^(?:\S{1,80}: )?(?:line \d+: )?\S{1,120}: (?:command )?not found$/, tool: 'shell', kind: 'weak' },
  {
    pattern:
      /^(?:\/\S{1,80}\/)?(?:env|sh|bash|zsh|dash): .{1,300}: (?:command not found|No such file or directory|not found|Permission denied|bad interpreter.*|cannot execute.*)$/,
    tool: 'shell',
    kind: 'diagnostic',
  },
  { pattern: /^'.{1,200}' is not recognized as an internal or external command,?$/, tool: 'shell', kind: 'diagnostic' },
  {
    pattern:
      /^(?:.{0,200}[ :])?(?:Segmentation fault|Illegal instruction|Bus error|Floating point exception|Aborted)(?: +\(core dumped\).*)$/,
    tool: 'system',
    kind: 'diagnostic',
  },
  { pattern: /^(?:Segmentation fault|Illegal instruction|Bus error|Aborted)(?:: \d+)?$/, tool: 'system', kind: 'weak' },
  { pattern: /^(?:\S{1,80}: )?(?:line \d+: )?(?: *\d+ )?Killed(?: .{1,200})?$/, tool: 'system', kind: 'weak' },
  {
    pattern:
      /^(?:Out of memory: Kill|.{0,120}(?:fatal error: )?(?:JavaScript heap out of memory|Allocation failed - process out of memory|virtual memory exhausted|Cannot allocate memory)|.{0,80}java\.lang\.OutOfMemoryError|fatal error: out of memory|c\+\+: internal compiler error: Killed|.{0,60}: (?:fatal error: )?Killed signal terminated program)/,
    tool: 'system',
    kind: 'diagnostic',
  },
  { pattern: /^.{0,300}[Nn]o space left on device/, tool: 'system', kind: 'weak' },
  {
    pattern:
      /^E: (?:Unable to locate package|Package '.{1,80}' has no installation|Version '.{1,80}' for|Unable to fetch|Failed to fetch|Sub-process|Could not get lock|Unable to correct|Unmet dependencies|The repository|Some index files|Release file|The method driver|Broken packages|Conflicting values|Invalid operation|Couldn't find any package|Could not open lock).*$/,
    tool: 'apt',
    kind: 'diagnostic',
  },
  {
    pattern:
      /^(?:Error: )?(?:No match for argument|Unable to find a match|Package \S+ is not available|No package \S+ available|Cannot find a valid baseurl|Failed to download metadata).*$/,
    tool: 'dnf',
    kind: 'weak',
  },
  { pattern: /^ERROR: (?:unable to select packages|unsatisfiable constraints):?$/, tool: 'apk', kind: 'diagnostic' },
  {
    pattern: /^error: (?:target not found|failed retrieving file|failed to (?:commit|prepare) transaction).*$/,
    tool: 'pacman',
    kind: 'diagnostic',
  },
  { pattern: /^Error: No (?:available formula|formulae|such keg).*$/, tool: 'brew', kind: 'diagnostic' },
  { pattern: /^curl: \(\d+\) .+$/, tool: 'curl', kind: 'weak' },
  { pattern: /^(?:wget: .*(?:unable|error|refused|bad address).*|ERROR \d{3}: .+)$/, tool: 'wget', kind: 'weak' },
  { pattern: /^(?:configure: error: |configure: WARNING: `missing')(.+)$/, tool: 'configure', kind: 'diagnostic' },
  {
    pattern:
      /^\S{1,200}: (?:fatal )?error: (?:unrecognized (?:command[- ]line )?option|no input files|unable to execute|unknown argument|no such file or directory|argument|.* does not exist).*$/,
    tool: 'cc',
    kind: 'diagnostic',
  },
  {
    pattern:
      /^error(?: \d+)?: (?:linker `.+` not found|package `.+` (?:cannot|requires)|failed to (?:select|parse|load|resolve|get|run custom|read|find|open)|no matching package|could not find|the lock file|toolchain|no such (?:command|subcommand)|rustc .+ is not supported).*$/,
    tool: 'cargo',
    kind: 'diagnostic',
  },
  {
    pattern:
      /^(?:Fatal error|FATAL|FATAL ERROR|Fatal|fatal error|FATAL EXCEPTION|Unhandled exception|Unhandled Exception|UNHANDLED REJECTION|panic):? .+$/,
    tool: 'program',
    kind: 'weak',
  },
  {
    pattern:
      /^(?:terminate called after throwing|libc\+\+abi: terminating|double free or corruption|malloc\(\): |free\(\): invalid|\*\*\* stack smashing detected|.{0,120}: Assertion [`'‘].{1,400}['’] failed\.?|Assertion failed: ).*$/,
    tool: 'program',
    kind: 'weak',
  },
  {
    pattern: /^==\d+==\s*ERROR: (?:AddressSanitizer|LeakSanitizer|ThreadSanitizer|MemorySanitizer): .+$/,
    tool: 'sanitizer',
    kind: 'diagnostic',
  },
  { pattern: /^thread '.{1,120}' (?:\(\d+\) )?panicked at .+$/, tool: 'rust', kind: 'crash' },
  { pattern: /^(?:error|ERROR|Error|Failed|FAILED)[: ] ?\S.{2,}$/, tool: 'program', kind: 'weak' },
  { pattern: /^(?:[\w./-]{1,60}: )(?:error|fatal|ERROR|Error): \S.*$/, tool: 'program', kind: 'weak' },
  {
    pattern:
      /^.{0,200}(?:[Pp]ermission denied|[Cc]onnection refused|[Tt]imed out|[Tt]imeout (?:exceeded|expired)|[Cc]ould not resolve host|[Tt]emporary failure in name resolution).{0,200}$/,
    tool: 'system',
    kind: 'weak',
  },
  {
    pattern: /^(?:Can't|Cannot|Could not|Couldn't|Unable to|Failed to|Missing|Invalid) \S.{4,300}$/,
    tool: 'program',
    kind: 'weak',
  },
];

const PANICKED = /panicked at (?:'(.*)', )?(\S.{0,300}?):(\d{1,7}):(\d{1,5}):?$/;
/** What these lines say is that nothing went wrong. */
const NONE = /^\S+:? 0 |\b(?:0|no) (?:errors?|failures?|warnings?)\b|: (?:none|null|false|0)$/i;

/** The last words of programs. Most are weak: they count only when nothing else explains a failure. */
export const system: Family = {
  first: '',
  read(entry, lane) {
    if (entry.text.length > 1000 || NONE.test(entry.text)) return false;
    for (const { pattern, tool, kind } of SIGNS) {
      if (!pattern.test(entry.text)) continue;
      if (tool === 'rust') return panicked(entry.text, (draft) => lane.report(entry, draft));
      lane.report(entry, {
        tool,
        kind,
        message: entry.text,
        severity: kind === 'diagnostic' && tool === 'system' ? 'fatal' : 'error',
      });
      return true;
    }
    return false;
  },
};

function panicked(
  text: string,
  report: (draft: Parameters<Parameters<Family['read']>[1]['report']>[1]) => void,
): boolean {
  const found = PANICKED.exec(text);
  if (found === null) return false;
  const place = { file: found[2] ?? null, row: Number(found[3]), column: Number(found[4]) };
  report({ tool: 'rust', kind: 'crash', message: found[1] ?? text, ...place });
  return true;
}
