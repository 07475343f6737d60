import { clip } from '../../text/format.ts';

/** Lines of text that never take more than `bytes` bytes together, line feeds included. */
export class Page {
  private readonly lines: string[] = [];
  private used = 0;
  private readonly bytes: number;

  constructor(bytes: number) {
    this.bytes = bytes;
  }

  /** Bytes that are left, of which `reserved` may not be used. */
  room(reserved = 0): number {
    return this.bytes - this.used - reserved;
  }

  /** Adds the line when it fits and leaves `reserved` bytes. False when it does not. */
  add(line: string, reserved = 0): boolean {
    const size = Buffer.byteLength(line) + 1;
    if (size > this.room(reserved)) return false;
    this.lines.push(line);
    this.used += size;
    return true;
  }

  /** Adds as many of `lines` as fit, from the first. */
  addAll(lines: readonly string[], reserved = 0): void {
    for (const line of lines) if (!this.add(line, reserved)) return;
  }

  /** Adds a line that must be there: cut to the room when it is longer. */
  require(line: string): void {
    if (!this.add(line) && this.room() > 4) this.add(clip(line, this.room() - 1));
  }

  text(): string {
    return this.lines.length === 0 ? '' : `${this.lines.join('\n')}\n`;
  }
}

/** Bytes that lines take, line feeds included. */
export function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}
