import { HEAD, WORD } from './cues.ts';
import type { Entry, Family, LaneView } from './family.ts';
import { parsePlace } from './place.ts';
import { subjectOf } from './poison.ts';

/** Everything that says only that an earlier link error was one. */
const CONSEQUENCE =
  /^(?:collect2(?:\.exe)?: (?:fatal )?error: ld returned|clang(?:\+\+|-\d+)?: error: (?:linker command failed|unable to execute command)|gcc: error: ld|(?:ld: )?symbol\(s\) not found for architecture|ld: symbol\(s\) not found)/;
const UNDEFINED =
  /(?:^|[ :)])(undefined reference to [`'‘][^'’]{1,300}['’]?|multiple definition of [`'‘][^'’]{1,300}['’]?.*)$/;
const LINKER =
  /^(?:\s*(?:= note: )?)(?:\S*[\\/])?((?:[\w.-]+-)?(?:ld|lld|ld\.lld|ld\.gold|ld\.bfd|ld64\.lld|lld-link|wasm-ld|mold|link)(?:-\d+)?(?:\.exe)?): (.+)$/;
const LINKER_MESSAGE =
  /^(?:\S.{0,300}?: )?((?:fatal )?error: .+|cannot find .+|(?:library|framework) not found.+|warning: .+|unknown option.+|.*: (?:file not recognized|No such file or directory|undefined reference|file was built for|cannot open|unresolvable|relocation .+|could not read symbols).*|duplicate symbol.*|unrecognized option.*|final link failed.*|archive has no index.*|.*not found for.*)$/;
const APPLE = /^Undefined symbols(?: for architecture (\S+))?:$/;
const APPLE_SYMBOL = /^ {2}"([^"]{1,300})", referenced from:$/;
const DUPLICATE = /^duplicate symbol '?([^'\s]{1,300})'? in:$/;

/** GNU ld, gold, lld, mold and Apple's linker, one finding a message; the driver's closing line is its consequence. */
export const linkers: Family = {
  cues: WORD | HEAD,
  first: '',
  read(entry, lane) {
    if (CONSEQUENCE.test(entry.text)) {
      lane.report(entry, { tool: 'ld', kind: 'wrapper', message: entry.text });
      return true;
    }
    return apple(entry, lane) || undefinedReference(entry, lane) || linker(entry, lane);
  },
};

function apple(entry: Entry, lane: LaneView): boolean {
  const duplicate = DUPLICATE.exec(entry.text);
  if (duplicate !== null) {
    lane.report(entry, {
      tool: 'ld',
      message: `duplicate symbol ${duplicate[1] ?? ''}`,
      subject: duplicate[1] ?? null,
    });
    return true;
  }
  if (!APPLE.test(entry.text)) return false;
  lane.open({
    take(next) {
      const symbol = APPLE_SYMBOL.exec(next.text)?.[1];
      if (symbol !== undefined)
        lane.report(next, { tool: 'ld', message: `undefined symbol: ${symbol}`, subject: symbol });
      return symbol !== undefined || next.text.startsWith('     ');
    },
  });
  return true;
}

function undefinedReference(entry: Entry, lane: LaneView): boolean {
  if (!entry.text.includes('undefined reference to') && !entry.text.includes('multiple definition of')) return false;
  const message = UNDEFINED.exec(entry.text)?.[1];
  if (message === undefined) return false;
  const inside = /^(?:\S*ld(?:\.\w+)?: )?(.*)$/.exec(entry.text)?.[1] ?? '';
  const place = parsePlace(inside);
  const object = /^([^\s:()]{1,300}):\(/.exec(inside)?.[1] ?? null;
  const finding = { tool: 'ld', message, subject: subjectOf(message), file: place?.file ?? object };
  lane.report(entry, { ...finding, row: place?.row ?? null, column: place?.column ?? null });
  return true;
}

function linker(entry: Entry, lane: LaneView): boolean {
  const found = LINKER.exec(entry.text);
  const message = found === null ? undefined : LINKER_MESSAGE.exec(found[2] ?? '')?.[1];
  if (message === undefined) return false;
  const text = message.replace(/^(?:fatal )?(?:error|warning): /, '');
  const severity = message.startsWith('warning: ') ? 'warning' : 'error';
  const finding = lane.report(entry, { tool: 'ld', severity, message: text, subject: subjectOf(text) });
  lane.open({
    take(next) {
      const referenced = /^>>> (?:referenced by|defined (?:at|in)) (\S.*)$/.exec(next.text)?.[1];
      const place = referenced === undefined ? null : parsePlace(referenced);
      if (place !== null && finding.file === null) {
        finding.file = place.file;
        finding.row = place.row;
      }
      if (!next.text.startsWith('>>>')) return false;
      finding.endLine = next.number;
      return true;
    },
  });
  return true;
}
