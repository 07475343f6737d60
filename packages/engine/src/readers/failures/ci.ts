import { HEAD, WORD } from './cues.ts';
import type { Entry, Family, LaneView } from './family.ts';

const COMMAND = /^::(error|warning|notice|group|endgroup)(?: ([^:]{0,600}(?::[^:]{1,300}){0,4}?))?::(.*)$/;
const FRAME = /^##\[(error|warning|group|endgroup|section|command)\](.*)$/;
const EXITED =
  /^Process completed with exit code (\d+)\.?$|^(?:Bash|PowerShell|Cmd\.exe) exited with code '?(\d+)'?\.?$|^The process '.{1,300}' failed with exit code (\d+)$/;
const TRAVIS = /^The command "(.{1,600})" (?:exited with (\d+)|failed and exited with (\d+) during .*)\.?$/;
const STOPPED =
  /^(?:No output has been received in the last|The job exceeded the maximum|Your build has been stopped|The build has been terminated|##\[error\]The operation was canceled|ERROR: Job failed: (.+)|Error: The operation was canceled)/;
const EXIT_LINES =
  /^(?:ERROR: Job failed|Cleaning up project directory|Command exited with code (\d+)|Exited with code (?:exit status )?(\d+)|Build step '.{1,120}' marked build as failure|Finished: (SUCCESS|FAILURE|ABORTED|UNSTABLE)|🚨 Error: The command exited with status (\d+)|script returned exit code (\d+)|ERROR: script returned exit code (\d+))/;

/** What a CI service writes around the lines of a step: exact annotations, and how each step ended. */
export const ci: Family = {
  cues: WORD | HEAD,
  first: ':#TNYECBFs🚨',
  read(entry, lane) {
    return annotation(entry, lane) || frame(entry, lane) || ending(entry, lane);
  },
};

/** Workflow commands: `::error file=a.ts,line=3,col=5::message`. */
function annotation(entry: Entry, lane: LaneView): boolean {
  if (!entry.text.startsWith('::')) return false;
  const found = COMMAND.exec(entry.text);
  if (found === null) return false;
  if (found[1] !== 'error' && found[1] !== 'warning') return true;
  const properties = new Map<string, string>();
  for (const pair of (found[2] ?? '').split(',')) {
    const at = pair.indexOf('=');
    if (at > 0) properties.set(pair.slice(0, at).trim(), pair.slice(at + 1));
  }
  const number = (name: string) => Number.parseInt(properties.get(name) ?? '', 10) || null;
  const message = (found[3] ?? '').replaceAll('%0A', ' ').replaceAll('%0D', '').replaceAll('%25', '%');
  annotate(entry, lane, found[1], message, {
    file: properties.get('file') ?? null,
    row: number('line'),
    column: number('col'),
  });
  return true;
}

function annotate(
  entry: Entry,
  lane: LaneView,
  word: string,
  message: string,
  place: { file: string | null; row: number | null; column: number | null },
): void {
  const exit = EXITED.test(message);
  if (exit) lane.evidence('failed');
  const severity = word === 'warning' ? 'warning' : 'error';
  if (severity === 'warning' && place.file === null) return;
  lane.report(entry, {
    tool: 'ci',
    severity,
    kind: exit ? 'wrapper' : place.file === null ? 'weak' : 'diagnostic',
    message,
    ...place,
  });
}

function frame(entry: Entry, lane: LaneView): boolean {
  const found = FRAME.exec(entry.text);
  if (found === null) return false;
  if (found[1] === 'group' && /^Run /.test(found[2] ?? '')) lane.section(entry);
  if (found[1] === 'error') {
    const inner = found[2] ?? '';
    annotate(entry, lane, 'error', inner, { file: null, row: null, column: null });
    if (EXITED.test(inner)) lane.section(entry);
  }
  return true;
}

function ending(entry: Entry, lane: LaneView): boolean {
  const travis = TRAVIS.exec(entry.text);
  if (travis !== null) {
    const status = travis[2] ?? travis[3];
    if (status !== '0') {
      lane.evidence('failed');
      lane.report(entry, { tool: 'ci', kind: 'wrapper', message: entry.text });
    }
    lane.section(entry, status === '0');
    return true;
  }
  if (STOPPED.test(entry.text)) {
    lane.evidence('failed');
    lane.report(entry, {
      tool: 'ci',
      severity: 'fatal',
      kind: entry.text.startsWith('ERROR: Job failed: exit') ? 'wrapper' : 'diagnostic',
      message: entry.text,
    });
    return true;
  }
  const exit = EXIT_LINES.exec(entry.text);
  if (exit === null) return false;
  if (exit[3] === 'SUCCESS') lane.evidence('passed');
  else if (!/ (?:code|status) 0\b/.test(entry.text) && exit[0] !== 'Cleaning up project directory') {
    lane.evidence('failed');
    lane.report(entry, { tool: 'ci', kind: 'wrapper', message: entry.text });
  }
  return true;
}
