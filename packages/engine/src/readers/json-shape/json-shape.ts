import { type Place, placesOf } from './describe.ts';
import { ShapeBuilder } from './shape-builder.ts';
import { JsonTokens } from './tokens.ts';

const DEPTH = 8;
/** A line of JSON Lines longer than this is skipped and counted. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** The structure of JSON, without its data. */
export interface JSONShapeReport {
  kind: 'json' | 'jsonl';
  /** Whole documents (for JSON Lines: lines) that the shape is of. */
  documents: number;
  /** Lines that were no JSON. */
  skipped: number;
  places: Place[];
  /** Keys left out because there were too many places. */
  dropped: number;
  /** Where the text ended in the middle of a document: a path, or the line of JSON Lines; null when it did not. */
  endedAt: string | null;
  /** Why reading stopped before the end: the text is no JSON there. */
  error: string | null;
}

/**
 * Reads the structure of a JSON document or of JSON Lines, in chunks of text of any size, in memory bounded by the
 * structure: at most 4,000 places, and `depth` levels (8).
 */
export class JSONShape {
  private readonly kind: 'json' | 'jsonl';
  private readonly builder: ShapeBuilder;
  private readonly tokens: JsonTokens;
  private rest = '';
  private isTooLong = false;
  private documents = 0;
  private skipped = 0;

  constructor(kind: 'json' | 'jsonl', options: { depth?: number } = {}) {
    this.kind = kind;
    this.builder = new ShapeBuilder(options.depth ?? DEPTH);
    this.tokens = new JsonTokens(this.builder);
  }

  /** Takes the next part of the text. */
  push(text: string): void {
    if (this.kind === 'json') {
      this.tokens.push(text);
      return;
    }
    let at = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
      this.line(this.rest + text.slice(at, end));
      this.rest = '';
      this.isTooLong = false;
      at = end + 1;
    }
    if (this.rest.length + text.length - at > LONGEST_LINE) this.isTooLong = true;
    this.rest = this.isTooLong ? '' : this.rest + text.slice(at);
  }

  /** The structure of all that was pushed. Nothing can be pushed afterwards. */
  finish(): JSONShapeReport {
    let endedAt: string | null = null;
    if (this.kind === 'jsonl') {
      if (!this.line(this.rest)) {
        this.skipped--;
        endedAt = `line ${this.documents + this.skipped + 1}`;
      }
    } else if (!this.tokens.end()) endedAt = this.builder.cutOff() ?? '$';
    const { error } = this.tokens;
    return {
      kind: this.kind,
      documents: this.kind === 'json' ? this.tokens.documents : this.documents,
      skipped: this.kind === 'json' ? this.tokens.skipped : this.skipped,
      places: placesOf(this.builder.root),
      dropped: this.builder.dropped,
      endedAt: error === null ? endedAt : null,
      error,
    };
  }

  /** False when the line is no JSON. */
  private line(text: string): boolean {
    if (text.trim() === '' && !this.isTooLong) return true;
    const value = this.isTooLong ? undefined : parse(text);
    if (value === undefined) {
      this.skipped++;
      return false;
    }
    this.documents++;
    this.builder.value(value);
    return true;
  }
}

/** The value that a line is; undefined when it is no JSON: one bad line does not spoil the others. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
