import type { Token } from 'marked';
import type { Look } from '../text/look.ts';
import { type Span, span, type Tone } from '../text/row.ts';

/** Nesting of marks that is followed; what is deeper stands as it was written. */
const DEEPEST = 8;

/** How a stretch is meant where several marks hold at once. */
interface Style {
  readonly tone: Tone;
  readonly look: Look | null;
}

const PLAIN: Style = { tone: 'plain', look: null };

/** The spans of inline Markdown: strong, emphasis, code, links with where they lead, what is struck out. Line feeds are spaces. */
export function inlineSpans(tokens: readonly Token[] | undefined, style: Style = PLAIN, depth = 0): Span[] {
  return (tokens ?? []).flatMap((token) => spansOf(token, style, depth));
}

function spansOf(token: Token, style: Style, depth: number): Span[] {
  const inner = (more: Partial<Look>, tone = style.tone) =>
    depth >= DEEPEST
      ? [styled(token.raw, style)]
      : inlineSpans('tokens' in token ? token.tokens : [], { tone, look: { ...style.look, ...more } }, depth + 1);
  switch (token.type) {
    case 'strong':
      return inner({ bold: true });
    case 'em':
      return inner({ italic: true });
    case 'del':
      return inner({ strikethrough: true });
    case 'codespan':
      // Its marks stay: without colours nothing else tells code from words.
      return [styled(`\`${token.text}\``, { ...style, tone: 'code' })];
    case 'br':
      return [styled(' ', style)];
    case 'link':
      return [...inner({ underline: true }), ...target(token.href, token.text, style)];
    case 'image':
      return [styled(token.text || token.href, style), ...target(token.href, token.text, style)];
    case 'checkbox':
      return [];
    case 'text':
    case 'escape':
      return 'tokens' in token && token.tokens ? inner({}) : [styled(token.text, style)];
    default:
      return [styled(token.raw, style)];
  }
}

/** Where a link leads, unless its text says that already: a terminal shows no link that hides its address. */
function target(href: string, text: string, style: Style): Span[] {
  return href === text || href === `mailto:${text}` ? [] : [styled(` (${href})`, { ...style, tone: 'dim' })];
}

function styled(text: string, { tone, look }: Style): Span {
  const plain = span(text.replace(/\s+/g, ' '), tone);
  return look && Object.keys(look).length > 0 ? { ...plain, look } : plain;
}
