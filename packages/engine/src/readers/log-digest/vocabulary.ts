import { detached } from './row.ts';

/** What a word looks like, which says how likely it is to be a value. */
export const SHAPE = { plain: 0, capitals: 1, qualified: 2, empty: 3, cell: 4, ideograph: 5 } as const;

/** The id that stands for a masked value in a row. */
export const VALUE = 0;
/** The id of a word that came after the vocabulary was closed. */
const UNKNOWN = -1;

const CAPITALS = /^[A-Z][A-Z_-]+$/;
/** Names with a path: packages, classes, hosts, addresses of people, component paths. */
const QUALIFIED = /@[\w-]|[\w$-]\.[\w$*-]+[./$][\w$.-]|[\w$]\/\.?[\w$-]+\./;
const EMPTY = /^(?:null|none|nil|nan|undefined|n\/a|unknown|-)$/i;

/** Numbers the words of a log, and remembers the shape of each. */
export class Vocabulary {
  private readonly ids = new Map<string, number>();
  private readonly texts: string[] = ['<*>'];
  private readonly shapes: number[] = [SHAPE.plain];
  /** While closed, new words are not kept: they all have the id -1. */
  closed = false;

  /** The id of `text`. `cell` marks a structured value taken as one word. */
  id(text: string, cell = false): number {
    const known = this.ids.get(text);
    if (known !== undefined) return known;
    if (this.closed) return UNKNOWN;
    const kept = detached(text);
    const id = this.texts.length;
    this.ids.set(kept, id);
    this.texts.push(kept);
    this.shapes.push(cell ? SHAPE.cell : shapeOf(kept));
    return id;
  }

  /** The id here of word `id` of `other`. */
  copy(other: Vocabulary, id: number): number {
    return this.id(other.text(id), other.shape(id) === SHAPE.cell);
  }

  text(id: number): string {
    return this.texts[id] ?? '';
  }

  shape(id: number): number {
    return this.shapes[id] ?? SHAPE.plain;
  }
}

function shapeOf(text: string): number {
  if (text.length === 1 && text.charCodeAt(0) > 0x2e80) return SHAPE.ideograph;
  if (EMPTY.test(text)) return SHAPE.empty;
  if (CAPITALS.test(text)) return SHAPE.capitals;
  return QUALIFIED.test(text) ? SHAPE.qualified : SHAPE.plain;
}
