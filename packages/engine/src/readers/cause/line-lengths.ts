/** Lines whose length is remembered, at one byte each; the length of a line after them is guessed. */
const MOST_LINES = 4 * 1024 * 1024;
const GUESSED_BYTES = 120;
const LONGEST = 255;

/** How many bytes each line of an output takes where it is shown, up to 255. Bounded. */
export class LineLengths {
  private bytes = new Uint8Array(4096);
  private count = 0;

  push(length: number): void {
    if (this.count === MOST_LINES) return;
    if (this.count === this.bytes.length) {
      const grown = new Uint8Array(this.bytes.length * 2);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    this.bytes[this.count++] = Math.min(LONGEST, length);
  }

  /** The lengths of the lines from `fromLine` to `toLine`, counted from 1. */
  of(fromLine: number, toLine: number): number[] {
    const lengths: number[] = [];
    for (let line = fromLine; line <= toLine; line++) {
      lengths.push(line > this.count ? GUESSED_BYTES : (this.bytes[line - 1] ?? 0));
    }
    return lengths;
  }
}
