import { HEAD, WORD } from './cues.ts';
import type { Entry, Family, LaneView } from './family.ts';

/** npm says these of a script that failed: its own output says why. */
const SCRIPT =
  /^(?:code ELIFECYCLE|code \d+|errno \d+|Lifecycle script|Exit status \d+|command failed|command (?:sh|bash|cmd|C:)|path \S|\S+@\S+ [\w:.-]+: `|Failed at the \S+ \S+ script|Test failed\. {2}See above|weird error|error in workspace|workspace )/;
const NOISE =
  /^(?:A complete log|This is probably not a problem|There is likely additional|You can (?:get|also)|Tell the author|If (?:that|you) |Please include|Make sure you have|Include the following|not ok code|(?:npm|node) +v|System |argv |cwd |node -v|npm -v|Linux |Darwin |Windows_NT |-{3,}|\s*$|\s+\S|Or if that|To (?:fix|see)|Fix the upstream|this command with|to accept an incorrect|See |For a full report|Additional logging|<https?:|http)/;
const PNPM = /^\s?(?:ERR_PNPM_|(?:ERR_PNPM_\w+) | ?ERR_PNPM_\w+)(\w*)\s+(.+)$/;
const PNPM_FAILED = /^\s?(?:ELIFECYCLE|ERR_PNPM_RECURSIVE_\w+|WARN_FAILED)\b\s*(.*)$/;
const YARN = /^error (?![A-Z]{1,8}-?\d{2,7}:)(.+)$/;
const YARN_SCRIPT =
  /^(?:Command failed with (?:exit code|signal)|Command failed\.|An unexpected error occurred: "Command failed)/;
const BERRY = /^➤ (YN\d{4}): (?:│ )?(.+)$/;
const TURBO = /^ ?ERROR {1,3}(?:run failed: command +exited \((-?\d+)\)|(\S+[#:]\S+): command (.+) exited \((\d+)\))/;
const NX = /^ ?(?:>|✖|NX) {1,3}(?:NX {1,3})?(?:Running target .+ failed|Ran target .+ failed|nx run (\S+).*)/;

/** npm, pnpm, Yarn (1 and later), Lerna, Turborepo and Nx: what they fail on themselves, and what only passes a script's failure on. */
export const npm: Family = {
  cues: WORD | HEAD,
  first: '',
  read(entry, lane) {
    if (entry.wrapper === 'npm') return npmLine(entry, lane);
    return yarn(entry, lane) || pnpm(entry, lane) || runner(entry, lane);
  },
};

function npmLine(entry: Entry, lane: LaneView): boolean {
  if (entry.level !== 'error') {
    if (entry.level === 'warning' && /^(?:deprecated|EBADENGINE|ERESOLVE|peer)/.test(entry.text))
      lane.report(entry, { tool: 'npm', severity: 'warning', message: entry.text });
    return true;
  }
  if (SCRIPT.test(entry.text)) {
    lane.report(entry, { tool: 'npm', kind: 'wrapper', message: entry.text });
    return true;
  }
  if (NOISE.test(entry.text)) return true;
  openNpmError(entry, lane);
  return true;
}

/** The code and the first line in words are the cause; the rest of the block belongs to it. */
function openNpmError(entry: Entry, lane: LaneView): void {
  const code = /^code (\S+)$/.exec(entry.text)?.[1];
  const missing = /^[Mm]issing script: (.+)$/.exec(entry.text);
  const finding = lane.report(entry, {
    tool: 'npm',
    message: code ?? entry.text,
    kind: code !== undefined || missing !== null ? 'diagnostic' : 'weak',
  });
  let worded = code === undefined;
  lane.open({
    take(next) {
      if (next.wrapper !== 'npm' || next.level !== 'error' || /^code /.test(next.text)) return false;
      if (SCRIPT.test(next.text) && !/^(?:path|errno) /.test(next.text)) return false;
      if (!worded && /\s/.test(next.text) && !NOISE.test(next.text) && !/^(?:syscall|errno|path) /.test(next.text)) {
        finding.message = `${finding.message}: ${next.text.replace(/^\d{3} /, '')}`;
        worded = true;
      }
      finding.endLine = next.number;
      return true;
    },
  });
}

function yarn(entry: Entry, lane: LaneView): boolean {
  const berry = BERRY.exec(entry.text);
  if (berry !== null) {
    if (
      !/(?:can't|couldn't|cannot|failed|doesn't provide|error)/i.test(berry[2] ?? '') ||
      berry[1] === 'YN0000' ||
      berry[1] === 'YN0002'
    )
      return true;
    lane.report(entry, {
      tool: 'yarn',
      message: `${berry[1] ?? ''}: ${berry[2] ?? ''}`,
      kind: berry[1] === 'YN0009' ? 'wrapper' : 'diagnostic',
    });
    return true;
  }
  const found = YARN.exec(entry.text);
  if (found === null) return false;
  const message = found[1] ?? '';
  if (YARN_SCRIPT.test(message)) lane.report(entry, { tool: 'yarn', kind: 'wrapper', message });
  else if (
    /^(?:Couldn't find|Your lockfile|An unexpected error|Found incompatible|Package "|Error: |\S+: The engine|No lockfile|Missing |Invalid |Command "|Incorrect|Extracting|Integrity)/.test(
      message,
    )
  )
    lane.report(entry, { tool: 'yarn', message });
  else lane.report(entry, { tool: 'yarn', kind: 'weak', message });
  return true;
}

function pnpm(entry: Entry, lane: LaneView): boolean {
  const failed = PNPM_FAILED.exec(entry.text);
  if (failed !== null) {
    lane.report(entry, {
      tool: 'pnpm',
      kind: 'wrapper',
      message: failed[1] === '' ? entry.text.trim() : (failed[1] ?? ''),
    });
    return true;
  }
  const found = PNPM.exec(entry.text);
  if (found === null) return false;
  lane.report(entry, { tool: 'pnpm', message: entry.text.trim() });
  return true;
}

function runner(entry: Entry, lane: LaneView): boolean {
  const turbo = TURBO.exec(entry.text);
  if (turbo !== null || /^Failed: {4}\S+#\S+/.test(entry.text)) {
    lane.report(entry, { tool: 'turbo', kind: 'wrapper', message: entry.text.trim() });
    return true;
  }
  if (!NX.test(entry.text) || !/failed/i.test(entry.text)) return false;
  lane.report(entry, { tool: 'nx', kind: 'wrapper', message: entry.text.trim() });
  return true;
}
