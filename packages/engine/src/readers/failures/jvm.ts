import { HEAD, LINE, WORD } from './cues.ts';
import type { Entry, Family, LaneView } from './family.ts';
import { asPath, parsePlace } from './place.ts';
import { subjectOf } from './poison.ts';

const KOTLIN = /^([ewi]): (?:\[[a-z]{2,10}\] )?(?:file:\/\/)?(\S.*)$/;
const GOAL = /^Failed to execute goal (\S+)(?: \([^)]{0,80}\))? on project ([^:\s]{1,120}): (.+)$/;
const PROJECT =
  /^(?:The build could not read|Non-resolvable parent POM|Non-parseable POM|'\S+' for \S+ is missing|Could not find artifact|Could not resolve dependencies|Unknown lifecycle phase|No plugin found for prefix|Plugin \S+ or one of its dependencies could not be resolved|The goal you specified requires a project|Unresolveable build extension|Malformed POM)/;
const POM_PLACE = /^\s*(\S.{1,500}?) @ (?:\S{1,200}, )?(?:(\S{1,300}), )?line (\d{1,7}), column (\d{1,5})\s*(?:->.*)?$/;
const ECLIPSE = /^\d{1,6}\. (ERROR|WARNING|INFO) in (\S.{0,400}?)(?: \(at line (\d{1,7})\))$/;
const WENT_WRONG = /^\* What went wrong:$/;
const CONSEQUENCE =
  /^> (?:Compilation failed; see|Compilation error|There were failing tests|Process 'command .* finished with non-zero exit value|A failure occurred while executing|BUILD FAILED|Internal compiler error)/;
const UNCAUGHT = /^Exception in thread "([^"]{1,120})" ((?:[\w$]+\.)*[\w$]+(?:Exception|Error|Throwable)?)(?:: (.*))?$/;
const JAVA_FRAME = /^\s+at (?:[\w.$/@-]+\/)?([\w.$<>]+)\(([\w$-]+\.(?:java|kt|scala|groovy|clj)):(\d{1,7})\)/;
const LIBRARY =
  /^(?:java|javax|jdk|sun|com\.sun|kotlin|scala|groovy|org\.(?:junit|gradle|apache|springframework|testng|codehaus|eclipse))\./;

/** The JVM's tools where they state no place at the start: kotlinc, Maven's and Gradle's own failures, uncaught exceptions, Ant. */
export const jvm: Family = {
  cues: WORD | HEAD | LINE,
  first: '',
  read(entry, lane) {
    return (
      eclipse(entry, lane) ||
      kotlin(entry, lane) ||
      maven(entry, lane) ||
      gradle(entry, lane) ||
      uncaught(entry, lane) ||
      ant(entry, lane)
    );
  },
};

/** Eclipse's compiler: the source, its caret and the message stand between rules. */
function eclipse(entry: Entry, lane: LaneView): boolean {
  const found = ECLIPSE.exec(entry.text);
  if (found === null) return false;
  let message = '';
  let end = entry.number;
  lane.open({
    take(next) {
      const text = next.text.trim();
      if (/^-{6,}$|^\d{1,6}\. (?:ERROR|WARNING|INFO) in /.test(text)) return false;
      if (text !== '') message = text;
      end = next.number;
      return true;
    },
    close() {
      if (found[1] === 'INFO') return;
      const severity = found[1] === 'WARNING' ? 'warning' : 'error';
      lane.report(entry, {
        tool: 'ecj',
        severity,
        message,
        file: found[2] ?? null,
        row: Number(found[3]),
        endLine: end,
      });
    },
  });
  return true;
}

function kotlin(entry: Entry, lane: LaneView): boolean {
  const found = KOTLIN.exec(entry.text);
  if (found === null) return false;
  const text = found[2] ?? '';
  const place = parsePlace(text);
  if (found[1] === 'i') return true;
  if (place === null) {
    const warned = found[1] === 'w';
    if (warned || !/ /.test(text)) return false;
    lane.report(entry, { tool: 'kotlinc', message: text, kind: 'weak' });
    return true;
  }
  const message = place.rest.replace(/^[:\s]+/, '').replace(/^(?:error|warning): /, '');
  const severity = found[1] === 'w' ? 'warning' : 'error';
  lane.report(entry, {
    tool: 'kotlinc',
    severity,
    file: place.file,
    row: place.row,
    column: place.column,
    message,
    subject: subjectOf(message),
  });
  return true;
}

function maven(entry: Entry, lane: LaneView): boolean {
  if (entry.wrapper !== 'maven' || (entry.level !== 'error' && entry.level !== 'fatal')) return outcome(entry, lane);
  const goal = GOAL.exec(entry.text);
  if (goal !== null) {
    lane.report(entry, {
      tool: 'maven',
      kind: 'wrapper',
      message: `${goal[3] ?? ''} (${goal[1] ?? ''} on ${goal[2] ?? ''})`,
    });
    return true;
  }
  const pom = POM_PLACE.exec(entry.text);
  if (pom !== null) {
    const file = pom[2] ?? /(?:POM|model for) (\S+?):? /.exec(entry.text)?.[1] ?? null;
    lane.report(entry, { tool: 'maven', message: pom[1] ?? '', file, row: Number(pom[3]), column: Number(pom[4]) });
    return true;
  }
  if (PROJECT.test(entry.text)) {
    lane.report(entry, { tool: 'maven', message: entry.text, subject: subjectOf(entry.text) });
    return true;
  }
  if (/^BUILD (?:FAILURE|ERROR)/.test(entry.text)) lane.evidence('failed');
  return false;
}

/** How Maven, Gradle and Ant close a build. */
function outcome(entry: Entry, lane: LaneView): boolean {
  const found = /^BUILD (SUCCESS|SUCCESSFUL|FAILURE|FAILED)\b/.exec(entry.text);
  if (found === null) return false;
  lane.evidence(found[1]?.startsWith('SUCC') === true ? 'passed' : 'failed');
  if (found[1] === 'FAILED' && !entry.text.includes(' in ')) return ant(entry, lane);
  return true;
}

function gradle(entry: Entry, lane: LaneView): boolean {
  const task = /^> Task (:\S+)(?: (FAILED))?$/.exec(entry.text);
  if (task !== null) {
    lane.unit = task[1] ?? '';
    if (task[2] !== undefined) lane.evidence('failed');
    return true;
  }
  if (entry.text.startsWith('FAILURE: Build ')) {
    lane.evidence('failed');
    return true;
  }
  if (!WENT_WRONG.test(entry.text)) return false;
  openWentWrong(entry, lane);
  return true;
}

/** The paragraph under the heading: a task that failed is a consequence when something earlier says why. */
function openWentWrong(entry: Entry, lane: LaneView): void {
  const lines: string[] = [];
  lane.open({
    take(next) {
      if (/^\* (?:Try|Exception is|Get more help)/.test(next.text) || lines.length >= 20) return false;
      if (next.text.trim() !== '') lines.push(next.text.trim());
      return true;
    },
    close() {
      const [first = 'build failed', ...rest] = lines;
      const script = /(?:[Bb]uild file|[Ss]cript|[Ss]ettings file) '([^']{1,400})'(?:: | line: )(\d{1,7})/.exec(
        lines.join('\n'),
      );
      const cause = rest.find((line) => line.startsWith('> ')) ?? rest[0];
      const message = cause === undefined ? first : `${first} ${cause}`;
      const kind = lines.some((line) => CONSEQUENCE.test(line)) ? 'wrapper' : 'diagnostic';
      lane.report(entry, {
        tool: 'gradle',
        kind,
        message,
        file: script?.[1] ?? null,
        row: script === null ? null : Number(script[2]),
        endLine: entry.number + lines.length,
      });
    },
  });
}

function uncaught(entry: Entry, lane: LaneView): boolean {
  const found = UNCAUGHT.exec(entry.text);
  if (found === null) return false;
  const name = found[2] ?? '';
  const finding = lane.report(entry, {
    tool: 'java',
    kind: 'crash',
    message: found[3] === undefined ? name : `${name}: ${found[3]}`,
  });
  lane.open({
    take(next) {
      const frame = JAVA_FRAME.exec(next.text);
      if (frame !== null && (finding.file === null || LIBRARY.test(finding.subject ?? ''))) {
        finding.file = frame[2] ?? null;
        finding.row = Number(frame[3]);
        finding.subject = frame[1] ?? null;
      }
      if (frame === null && !/^\s+(?:at |\.\.\. )|^Caused by: /.test(next.text)) return false;
      finding.endLine = next.number;
      return true;
    },
    close() {
      finding.subject = null;
    },
  });
  return true;
}

function ant(entry: Entry, lane: LaneView): boolean {
  if (entry.text !== 'BUILD FAILED') return false;
  lane.evidence('failed');
  lane.open({
    take(next) {
      const place = next.place;
      const path = place === null ? null : asPath(place.file);
      if (place !== null && path !== null && /\.xml$/.test(path)) {
        const message = place.rest.replace(/^[:\s]+/, '');
        // The innermost of nested targets says what failed.
        if (message.startsWith('The following error occurred')) return true;
        lane.report(next, {
          tool: 'ant',
          kind: 'wrapper',
          file: path,
          row: place.row,
          message: message === '' ? 'BUILD FAILED' : message,
        });
        return true;
      }
      return next.text.trim() === '';
    },
  });
  return true;
}
