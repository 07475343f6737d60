import { HEAD, PLACE, WORD } from './cues.ts';
import type { Entry, Family, LaneView } from './family.ts';

const RAISED =
  /^(?:\s{0,8})?\*\* \(([A-Z][\w.]{1,100}|exit|EXIT from #PID\S+|throw|Mix)\) (?:(\S.{0,300}?\.exs?):(\d{1,7})(?::(\d{1,5}))?: )?(.+)$/;
const PLACE_LINE =
  /^\s{2,}(?:\([\w. -]{1,60}\) )?(\S.{0,300}?\.(?:exs?|erl|heex|eex)):(\d{1,7})(?::(\d{1,5}))?(?:: .*)?$/;
const COMPILE =
  /^(?:== Compilation error in file (\S+) ==|could not compile dependency :(\w+).*|\*\* \(Mix\) Could not compile dependency.*)$/;
const CREDO = /^\[([FWRCD])\] [↗→↘↑↓] (\S.{0,300}?):(\d{1,7})(?::(\d{1,5}))? (.+)$/;
const REBAR =
  /^===> (Compiling .+ failed|.*[Ff]ailed.*|.*[Uu]nable.*|Error.*|Uncaught error.*|Dependency .+ not found.*)$/;
const DIALYZER = /^(\S.{0,300}?\.exs?):(\d{1,7})(?::(\d{1,5}))?:(\w{3,60})$/;

/** Elixir, Mix, Credo, Dialyzer and rebar3. */
export const beam: Family = {
  cues: WORD | HEAD | PLACE,
  first: '',
  read(entry, lane) {
    return raised(entry, lane) || mix(entry, lane) || credo(entry, lane) || credoBar(entry, lane);
  },
};

function raised(entry: Entry, lane: LaneView): boolean {
  if (!entry.text.includes('** (')) return false;
  const found = RAISED.exec(entry.text);
  if (found === null) return false;
  const message = `${found[1] ?? ''}: ${found[5] ?? ''}`;
  const compile = /CompileError|SyntaxError|TokenMissingError|Mix/.test(found[1] ?? '');
  const finding = lane.report(entry, {
    tool: 'elixir',
    kind: compile ? 'diagnostic' : 'crash',
    message,
    file: found[2] ?? null,
    row: found[3] === undefined ? null : Number(found[3]),
    column: found[4] === undefined ? null : Number(found[4]),
    poison: compile,
  });
  lane.open({
    take(next) {
      const place = PLACE_LINE.exec(next.text);
      if (
        place !== null &&
        finding.file === null &&
        !/^\((?:elixir|stdlib|mix|ex_unit|kernel)/.test(next.text.trim())
      ) {
        finding.file = place[1] ?? null;
        finding.row = Number(place[2]);
      }
      if (place === null && !/^\s{4,}\S/.test(next.text)) return false;
      finding.endLine = next.number;
      return true;
    },
  });
  return true;
}

function mix(entry: Entry, lane: LaneView): boolean {
  const compile = COMPILE.exec(entry.text);
  const rebar = REBAR.exec(entry.text)?.[1];
  if (compile === null && rebar === undefined) return false;
  lane.report(entry, {
    tool: rebar === undefined ? 'mix' : 'rebar3',
    kind: 'wrapper',
    file: compile?.[1] ?? null,
    message: rebar ?? entry.text,
  });
  return true;
}

/** Credo's long form: the message, then the place behind the same bar. */
function credoBar(entry: Entry, lane: LaneView): boolean {
  const found = /^\s*┃ \[([A-Z])\] \S (.+)$/.exec(entry.text);
  if (found === null) return false;
  lane.open({
    take(next) {
      const place = /^\s*┃ {2,}(\S{1,300}?):(\d{1,7})(?::(\d{1,5}))?(?: #\(.*)?$/.exec(next.text);
      if (place === null) return /^\s*┃/.test(next.text) && !/^\s*┃ \[/.test(next.text);
      const column = place[3] === undefined ? null : Number(place[3]);
      lane.report(entry, {
        tool: 'credo',
        severity: 'warning',
        message: found[2] ?? '',
        file: place[1] ?? null,
        row: Number(place[2]),
        column,
        endLine: next.number,
      });
      return true;
    },
  });
  return true;
}

function credo(entry: Entry, lane: LaneView): boolean {
  const found = CREDO.exec(entry.text);
  if (found === null) {
    const dialyzer = entry.place === null ? null : DIALYZER.exec(entry.text);
    if (dialyzer === null) return false;
    lane.report(entry, {
      tool: 'dialyzer',
      file: dialyzer[1] ?? null,
      row: Number(dialyzer[2]),
      message: dialyzer[4] ?? '',
    });
    return true;
  }
  lane.report(entry, {
    tool: 'credo',
    severity: 'warning',
    file: found[2] ?? null,
    row: Number(found[3]),
    column: found[4] === undefined ? null : Number(found[4]),
    message: found[5] ?? '',
  });
  return true;
}
