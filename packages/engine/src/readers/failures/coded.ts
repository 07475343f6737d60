import { WORD } from './cues.ts';
import type { Entry, Family, LaneView } from './family.ts';
import { subjectOf } from './poison.ts';
import { severityOf } from './severity.ts';
import { toolFor } from './tools.ts';

const CODED =
  /^\s*(?:(\S.{0,300}?) ?: )?((?:fatal |Command line |command line )?(?:error|warning)) ([A-Z]{1,8}-?\d{2,7})\s?: (.+?)(?: \[[^\]]{1,300}\])?$/;
const WITHOUT_CODE =
  /^(\S.{0,300}?(?:\.\w*proj|\.sln|\.targets|\.props)|MSBUILD|EXEC|CSC|LINK|cl|rc) ?: (error|warning) ?: (.+?)(?: \[[^\]]{1,300}\])?$/;
/** The linker's last word counts the errors before it. */
const CONSEQUENCE = /^(?:LNK1120|LNK1169|MSB3073|MSB6006|MSB8066|MSB3721|U1077|LNK1181$)/;
const CLOSING = /^Build (succeeded|FAILED)\.$|^ {4}(\d+) Error\(s\)$/;

/** MSBuild's canonical form without a place (https://learn.microsoft.com/visualstudio/msbuild/msbuild-diagnostic-format-for-tasks) and tsc's global errors. */
export const coded: Family = {
  cues: WORD,
  first: '',
  read(entry, lane) {
    const found = CODED.exec(entry.text);
    if (found !== null) return report(entry, lane, found[1] ?? '', found[2] ?? '', found[3] ?? '', found[4] ?? '');
    const plain = WITHOUT_CODE.exec(entry.text);
    if (plain !== null) return report(entry, lane, plain[1] ?? '', plain[2] ?? '', '', plain[3] ?? '');
    const closing = CLOSING.exec(entry.text);
    if (closing === null) return false;
    if (closing[1] !== undefined) lane.evidence(closing[1] === 'succeeded' ? 'passed' : 'failed');
    return true;
  },
};

function report(entry: Entry, lane: LaneView, origin: string, word: string, code: string, text: string): boolean {
  // NuGet goes on over lines, each with the code again.
  if (text.startsWith(' ')) return true;
  const severity = severityOf(word);
  if (severity === 'note') return false;
  const file = /\.\w{1,10}$/.test(origin) && !/\.exe$/i.test(origin) ? origin : null;
  const message = code === '' ? text : `${code}: ${text}`;
  const kind = CONSEQUENCE.test(code) && severity !== 'warning' ? 'wrapper' : 'diagnostic';
  const tool = code === '' ? 'msbuild' : toolFor('', code);
  lane.report(entry, { tool, severity, kind, file, message, subject: subjectOf(text) });
  return true;
}
