import type { HLJSApi } from 'highlight.js';
import type { Look } from '../text/look.ts';
import { type Span, span } from '../text/row.ts';

/** Longest text that is highlighted, in characters: a longer one is data. */
const LONGEST = 5_000;

/** A line longer than this is data too; the time of some languages grows with the square of a line. */
const LONG_LINE = /[^\n]{501}/;

let highlighter: HLJSApi | null = null;
let wanted = false;

/** Loads the highlighter when the first fence appears; `loaded` is called once, when it is there. */
export function wantHighlighter(loaded: () => void): void {
  if (wanted) return;
  wanted = true;
  void import('highlight.js/lib/common').then(({ default: api }) => {
    highlighter = api;
    loaded();
  });
}

/** Lines of code as spans; plain code where the language is not known, or the highlighter not there yet. */
export function codeLines(text: string, language: string): Span[][] {
  const short = text.length <= LONGEST && !LONG_LINE.test(text);
  const known = highlighter && language !== '' && short && highlighter.getLanguage(language);
  if (!highlighter || !known) return text.split('\n').map((line) => [span(line, 'code')]);
  return linesOf(highlighter.highlight(text, { language, ignoreIllegals: true }).value);
}

/** Looks of the highlighter's kinds: the terminal's own sixteen colours. */
const LOOKS: Readonly<Record<string, Look>> = {
  keyword: { color: 'magenta' },
  built_in: { color: 'cyan' },
  type: { color: 'cyan' },
  literal: { color: 'yellow' },
  number: { color: 'yellow' },
  string: { color: 'green' },
  regexp: { color: 'green' },
  comment: { dimColor: true, italic: true },
  doctag: { dimColor: true },
  meta: { dimColor: true },
  title: { color: 'blue' },
  section: { color: 'blue', bold: true },
  name: { color: 'blue' },
  attr: { color: 'cyan' },
  attribute: { color: 'cyan' },
  variable: { color: 'yellow' },
  symbol: { color: 'yellow' },
  addition: { color: 'green' },
  deletion: { color: 'red' },
  strong: { bold: true },
  emphasis: { italic: true },
};

const PIECE = /<span class="(?:hljs-)?([\w-]+)[^"]*">|<\/span>|([^<]+)/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** The highlighter's HTML, whose only elements are spans with a class, as lines of spans. */
function linesOf(html: string): Span[][] {
  const lines: Span[][] = [[]];
  const open: Look[] = [];
  for (const [whole, name, text] of html.matchAll(PIECE)) {
    if (name !== undefined) open.push(LOOKS[name] ?? open.at(-1) ?? {});
    else if (text === undefined) open.pop();
    else {
      const plain = whole.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
      for (const [index, part] of plain.split('\n').entries()) {
        if (index > 0) lines.push([]);
        const look = open.at(-1);
        if (part !== '')
          lines.at(-1)?.push(look && Object.keys(look).length > 0 ? { ...span(part), look } : span(part));
      }
    }
  }
  return lines;
}
