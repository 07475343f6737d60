import { StringDecoder } from 'node:string_decoder';
import { detectJson } from '../json-shape/detect.ts';
import { JSONShape, type JSONShapeReport } from '../json-shape/json-shape.ts';

/** Bytes that decide whether an output is JSON. */
const DETECTED_BYTES = 64 * 1024;

const FRAME = /^(?:exit status: \d{1,3}|ended by|timed out|interrupted)[^\n]{0,300}\nstdout:\n/;
const STDERR = '\nstderr:\n';

/** Reads an output's structure when what it printed on stdout is JSON. Push the bytes in order, then `finish`. */
export class JsonContent {
  private readonly decoder = new StringDecoder('utf8');
  private head: Buffer | null = Buffer.alloc(0);
  private shape: JSONShape | null = null;
  private carry = '';
  private isOver = false;

  push(chunk: Buffer): void {
    if (this.head === null) {
      if (this.shape !== null && !this.isOver) this.feed(this.decoder.write(chunk));
      return;
    }
    this.head = Buffer.concat([this.head, chunk]);
    if (this.head.length >= DETECTED_BYTES) this.detect(this.head);
  }

  /** The structure, or null when the output is no JSON or breaks off as none. */
  finish(): JSONShapeReport | null {
    if (this.head !== null) this.detect(this.head);
    const { shape } = this;
    if (shape === null) return null;
    shape.push(this.carry);
    const report = shape.finish();
    return report.error === null && report.documents > 0 ? report : null;
  }

  private detect(head: Buffer): void {
    this.head = null;
    const start = FRAME.exec(head.toString('latin1'))?.[0].length ?? 0;
    const content = head.subarray(start);
    const end = content.indexOf(STDERR);
    const kind = detectJson(end === -1 ? content : content.subarray(0, end + 1));
    if (kind === null) return;
    this.shape = new JSONShape(kind);
    this.feed(this.decoder.write(content));
  }

  /** Hands text on up to the line that begins stderr; what may be the start of that line waits. */
  private feed(text: string): void {
    const all = this.carry + text;
    const end = all.indexOf(STDERR);
    const held = end === -1 ? Math.min(all.length, STDERR.length - 1) : 0;
    this.shape?.push(all.slice(0, end === -1 ? all.length - held : end + 1));
    this.carry = held === 0 ? '' : all.slice(-held);
    this.isOver = end !== -1;
  }
}
