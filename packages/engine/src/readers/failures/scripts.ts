import { HEAD, NUMBER, PLACE, WORD } from './cues.ts';
import type { Entry, Family, LaneView } from './family.ts';

const SHELLCHECK = /^In (\S.{0,400}?) line (\d{1,7}):$/;
const SHELLCHECK_CODE = /\^-* ?(SC\d{4})(?: \((error|warning|info|style)\))?: (.+)$/;
const XMLLINT =
  /^(\S.{0,300}?):(\d{1,7}): (parser|validity|namespace|I\/O|HTML parser|Schemas validity|Relax-NG validity) (error|warning) ?: (.+)$/;
const CRYSTAL = /^In (\S.{0,400}?\.cr):(\d{1,7}):(\d{1,5})$/;
const POWERSHELL = /^At (\S.{0,400}?):(\d{1,7}) char:(\d{1,5})$/;
const PURESCRIPT = /^\s*at (\S.{0,300}?):(\d{1,7}):(\d{1,5}) - \d{1,7}:\d{1,5} \(line /;
const SANITIZER = /==\d+==\s*ERROR: (\w+Sanitizer: .+)$|^(WARNING: ThreadSanitizer: .+)$/;
const SANITIZER_FRAME =
  /#\d{1,3} (?:0x[\da-f]+ in )?.{1,300}? (\/?\S{1,300}\.(?:c|cc|cpp|cxx|h|hpp|m|mm|rs|swift)):(\d{1,7})(?::(\d{1,5}))?$/;
const FOREIGN = /^\/(?:usr|build|lib)\/|\/llvm|compiler-rt|sanitizer_common/;

/** Formats whose place comes in words, a line before the message or in a stack after it: ShellCheck, xmllint, Crystal, PowerShell, PureScript, sanitizers. */
export const scripts: Family = {
  cues: WORD | HEAD | PLACE | NUMBER,
  first: '',
  read(entry, lane) {
    return (
      julia(entry, lane) ||
      xmllint(entry, lane) ||
      header(entry, lane) ||
      purescript(entry, lane) ||
      sanitizer(entry, lane)
    );
  },
};

/** Julia's stack names the script's own line last. */
function julia(entry: Entry, lane: LaneView): boolean {
  const found = !entry.text.startsWith('in expression')
    ? null
    : /^in expression starting at (\S{1,400}):(\d{1,7})$/.exec(entry.text);
  for (let back = 1; found !== null && back <= 40; back++) {
    const before = lane.previous(back);
    const message = before === null ? undefined : /^ERROR: (?:LoadError: )?(.+)$/.exec(before.text)?.[1];
    if (before === null || message === undefined) continue;
    lane.report(before, {
      tool: 'julia',
      kind: 'crash',
      message,
      file: found[1] ?? null,
      row: Number(found[2]),
      endLine: entry.number,
    });
    return true;
  }
  return false;
}

function xmllint(entry: Entry, lane: LaneView): boolean {
  const found = entry.place === null ? null : XMLLINT.exec(entry.text);
  if (found === null) return false;
  const severity = found[4] === 'warning' ? 'warning' : 'error';
  lane.report(entry, {
    tool: 'xmllint',
    severity,
    file: found[1] ?? null,
    row: Number(found[2]),
    message: found[5] ?? '',
  });
  return true;
}

function header(entry: Entry, lane: LaneView): boolean {
  const crystal = CRYSTAL.exec(entry.text);
  if (crystal !== null)
    return openCrystal(entry, lane, { file: crystal[1] ?? null, row: Number(crystal[2]), column: Number(crystal[3]) });
  const shell = POWERSHELL.exec(entry.text);
  if (shell !== null) {
    const before = lane.previous(1)?.text.trim() ?? '';
    const place = { file: shell[1] ?? null, row: Number(shell[2]), column: Number(shell[3]) };
    lane.report(entry, { tool: 'powershell', kind: 'crash', message: before === '' ? entry.text : before, ...place });
    return true;
  }
  const erb = /^In file: (\S{1,400}):(\d{1,7})$/.exec(entry.text);
  if (erb !== null) {
    const message = lane.previous(1)?.text.trim() ?? '';
    lane.report(entry, { tool: 'erb-lint', message, file: erb[1] ?? null, row: Number(erb[2]) });
    return true;
  }
  const shellcheck = SHELLCHECK.exec(entry.text);
  if (shellcheck === null) return false;
  openShellcheck(entry, lane, shellcheck[1] ?? '', Number(shellcheck[2]));
  return true;
}

function openCrystal(entry: Entry, lane: LaneView, place: { file: string | null; row: number; column: number }): true {
  lane.open({
    take(next) {
      const message = /^Error: (.+)$/.exec(next.text)?.[1];
      if (message !== undefined) lane.report(entry, { tool: 'crystal', message, endLine: next.number, ...place });
      return message === undefined && !/^In /.test(next.text);
    },
  });
  return true;
}

/** One header holds the findings of one line of source, each under its own caret. */
function openShellcheck(entry: Entry, lane: LaneView, file: string, row: number): void {
  lane.open({
    take(next) {
      const found = SHELLCHECK_CODE.exec(next.text);
      if (found !== null) {
        const severity = found[2] === undefined || found[2] === 'error' ? 'error' : 'warning';
        const message = `${found[1] ?? ''}: ${found[3] ?? ''}`;
        lane.report(entry, { tool: 'shellcheck', severity, file, row, message, endLine: next.number });
      }
      return next.text.trim() !== '' && !SHELLCHECK.test(next.text) && !next.text.startsWith('For more information');
    },
  });
}

function purescript(entry: Entry, lane: LaneView): boolean {
  const found = entry.text.includes(' (line ') ? PURESCRIPT.exec(entry.text) : null;
  if (found === null) return false;
  const heading = [lane.previous(1), lane.previous(2)].find(
    (line) => line !== null && /(?:Error|Warning) found:|\[(?:ERROR|WARNING)\b/.test(line.text),
  );
  const severity = heading?.text.toLowerCase().includes('warning') === true ? 'warning' : 'error';
  const place = { file: found[1] ?? null, row: Number(found[2]), column: Number(found[3]) };
  const finding = lane.report(entry, { tool: 'purs', severity, message: 'error found', ...place });
  let worded = false;
  lane.open({
    take(next) {
      if (next.text.trim() === '') return !worded;
      if (!worded) finding.message = next.text.trim();
      worded = true;
      finding.endLine = next.number;
      return /^\s{2}/.test(next.text);
    },
  });
  return true;
}

function sanitizer(entry: Entry, lane: LaneView): boolean {
  const found = entry.text.includes('Sanitizer: ') ? SANITIZER.exec(entry.text) : null;
  if (found === null) return false;
  const finding = lane.report(entry, { tool: 'sanitizer', severity: 'fatal', message: found[1] ?? found[2] ?? '' });
  lane.open({
    take(next) {
      const frame = SANITIZER_FRAME.exec(next.text);
      if (frame !== null && (finding.file === null || FOREIGN.test(finding.file))) {
        finding.file = frame[1] ?? null;
        finding.row = Number(frame[2]);
        finding.column = frame[3] === undefined ? null : Number(frame[3]);
      }
      const own =
        frame !== null ||
        /#\d{1,3} |^\s|^$|==\d+==|^(?:SUMMARY|READ|WRITE|freed|previously|Direct|Indirect)/.test(next.text);
      if (own && next.text !== '') finding.endLine = next.number;
      return own && !next.text.includes('ABORTING');
    },
  });
  return true;
}
