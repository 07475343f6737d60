import { HEAD, PLACE, WORD } from './cues.ts';
import type { Entry, Family, LaneView } from './family.ts';
import { asPath } from './place.ts';

const RAISED =
  /^(?:\S{1,60}: )?(\S.{0,400}?\.(?:rb|rake|ru|gemspec)|\S{0,300}(?:Gemfile|Rakefile|bin\/\S+)):(\d{1,7}):in [`'‘](.{1,200}?)['’]: (.+?)(?: \(([A-Z][\w:]{1,100})\))?$/;
const ABORTED = /^(?:rake|rails|bundler) aborted!$/;
const BUNDLER =
  /^(?:Could not find (?:gem '|compatible versions|\S+ in any of|\S+-\d)|Bundler could not find compatible|An error occurred while installing|Gem::\w+Error|Your Ruby version is|Could not locate Gemfile|You have requested:|The bundle currently has|ERROR: {2}(?:Could not find|Error installing|While executing|Loading command))/;

/** Ruby's uncaught exceptions, rake, Bundler and RubyGems. */
export const ruby: Family = {
  cues: PLACE | HEAD | WORD,
  first: '',
  read(entry, lane) {
    return raised(entry, lane) || aborted(entry, lane) || bundler(entry, lane);
  },
};

function raised(entry: Entry, lane: LaneView): boolean {
  if (!entry.text.includes(':in ')) return false;
  const found = RAISED.exec(entry.text);
  const file = found === null ? null : asPath(found[1] ?? '');
  if (found === null || file === null) return /^\s*(?:from )?\S{1,300}:\d{1,7}:in /.test(entry.text);
  const message = found[5] === undefined ? (found[4] ?? '') : `${found[5]}: ${found[4] ?? ''}`;
  const finding = lane.report(entry, { tool: 'ruby', kind: 'crash', file, row: Number(found[2]), message });
  lane.open({
    take(next) {
      if (!/^\s+(?:\d+: )?from \S/.test(next.text)) return false;
      finding.endLine = next.number;
      return true;
    },
  });
  return true;
}

/** The line after the heading is the exception; the backtrace follows it. */
function aborted(entry: Entry, lane: LaneView): boolean {
  if (!ABORTED.test(entry.text)) return false;
  const finding = lane.report(entry, { tool: 'rake', kind: 'wrapper', message: entry.text });
  let worded = false;
  lane.open({
    take(next) {
      if (next.text.trim() === '' || /^(?:Tasks: TOP|\(See full trace)/.test(next.text))
        return /^Tasks: TOP/.test(next.text);
      if (!worded) {
        worded = true;
        finding.message = next.text.trim();
        if (!/^(?:Command failed|.* failed$)/.test(finding.message)) finding.kind = 'wrapper';
      }
      const frame = /^(\S.{0,300}?):(\d{1,7})(?::in |$)/.exec(next.text);
      if (
        frame !== null &&
        finding.file === null &&
        asPath(frame[1] ?? '') !== null &&
        !/\/gems\/|\/lib\/ruby\//.test(frame[1] ?? '')
      ) {
        finding.file = frame[1] ?? null;
        finding.row = Number(frame[2]);
      }
      finding.endLine = next.number;
      return true;
    },
  });
  return true;
}

function bundler(entry: Entry, lane: LaneView): boolean {
  if (!BUNDLER.test(entry.text)) return false;
  lane.report(entry, { tool: 'bundler', message: entry.text });
  return true;
}
