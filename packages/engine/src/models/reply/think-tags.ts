/** A stretch of a reply's content. `was-thinking`: all text so far was thinking. */
export type Stretch = { kind: 'text' | 'thinking'; text: string } | { kind: 'was-thinking' };

const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Splits thinking that leaked into content, however the fragments cut the tags: `<think>…</think>` at the start of a reply,
 * or a lone `</think>`, which makes everything before it thinking (the prompt template wrote the opening tag). Tags inside
 * code, and any once an answer has begun after thinking, are text.
 */
export class ThinkSplitter {
  #state: 'start' | 'thinking' | 'text' = 'start';
  #held = '';
  /** A lone closing tag may still come. */
  #loneClose = true;
  #afterThinking = false;
  #backticks = 0;
  #gaveText = false;

  /** The server gave thinking apart from content: from now on a lone closing tag is text. */
  thinkingCameApart(): void {
    this.#loneClose = false;
  }

  /** Takes a fragment and gives what is decided. */
  push(fragment: string): Stretch[] {
    this.#held += fragment;
    const out: Stretch[] = [];
    while (this.#step(out));
    return out;
  }

  /** Gives what was held back in case it became a tag. */
  end(): Stretch[] {
    const out: Stretch[] = [];
    const rest = this.#state === 'start' && this.#afterThinking ? this.#held.trimStart() : this.#held;
    this.#held = '';
    if (rest !== '') out.push({ kind: this.#state === 'thinking' ? 'thinking' : 'text', text: rest });
    return out;
  }

  /** One decision; true when another may follow. */
  #step(out: Stretch[]): boolean {
    if (this.#state === 'start') return this.#atStart();
    if (this.#state === 'thinking') return this.#inThinking(out);
    return this.#inText(out);
  }

  #atStart(): boolean {
    const text = this.#held.trimStart();
    if (text.startsWith(OPEN)) {
      this.#held = text.slice(OPEN.length);
      this.#state = 'thinking';
      return true;
    }
    if (OPEN.startsWith(text)) return false;
    // White space between thinking and answer belongs to neither.
    if (this.#afterThinking) this.#held = text;
    this.#state = 'text';
    return true;
  }

  #inThinking(out: Stretch[]): boolean {
    const at = this.#held.indexOf(CLOSE);
    const thinking = at === -1 ? this.#held.slice(0, tagStart(this.#held)) : this.#held.slice(0, at);
    if (thinking !== '') out.push({ kind: 'thinking', text: thinking });
    this.#held = this.#held.slice(at === -1 ? thinking.length : at + CLOSE.length);
    if (at === -1) return false;
    this.#thought();
    return true;
  }

  #inText(out: Stretch[]): boolean {
    const at = this.#loneClose ? this.#held.indexOf(CLOSE) : -1;
    const end = at === -1 ? (this.#loneClose ? tagStart(this.#held) : this.#held.length) : at;
    const before = this.#held.slice(0, end);
    for (const c of before) if (c === '`') this.#backticks++;
    if (at !== -1 && this.#backticks % 2 === 0) {
      if (this.#gaveText) out.push({ kind: 'was-thinking' });
      if (before !== '') out.push({ kind: 'thinking', text: before });
      this.#held = this.#held.slice(at + CLOSE.length);
      this.#thought();
      return true;
    }
    const text = at === -1 ? before : before + CLOSE;
    if (text !== '') {
      out.push({ kind: 'text', text });
      this.#gaveText = true;
    }
    this.#held = this.#held.slice(text.length);
    return at !== -1;
  }

  #thought(): void {
    this.#state = 'start';
    this.#afterThinking = true;
    this.#loneClose = false;
  }
}

/** Where a closing tag may have begun at the end of `text`; its length when none has. */
function tagStart(text: string): number {
  for (let length = Math.min(CLOSE.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(CLOSE.slice(0, length))) return text.length - length;
  }
  return text.length;
}
