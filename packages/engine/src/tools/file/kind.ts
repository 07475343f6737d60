/** What a file is when it is no text in UTF-8, and the program that reads it. */
export interface Foreign {
  what: string;
  /** The command, before the file's name. */
  use: string;
}

/**
 * First bytes by which a file is known, at an offset, in the order in which they are tried. Source: the formats' own
 * specifications, as collected in the magic files of file(1).
 */
const MAGIC: readonly (readonly [offset: number, bytes: string, what: string, use: string])[] = [
  [0, '\x7fELF', 'a program or library (ELF)', 'strings -n 8'],
  [0, '\xcf\xfa\xed\xfe', 'a program or library (Mach-O)', 'strings -n 8'],
  [0, '\xca\xfe\xba\xbe', 'a program (Mach-O) or a class of Java', 'strings -n 8'],
  [0, '\0asm', 'a WebAssembly module', 'strings -n 8'],
  [0, '\x89PNG\r\n', 'an image (PNG)', 'file'],
  [0, '\xff\xd8\xff', 'an image (JPEG)', 'file'],
  [0, 'GIF8', 'an image (GIF)', 'file'],
  [8, 'WEBP', 'an image (WebP)', 'file'],
  [8, 'WAVE', 'sound (WAV)', 'file'],
  [4, 'ftyp', 'a film or sound (MP4)', 'file'],
  [0, 'OggS', 'a film or sound (Ogg)', 'file'],
  [0, '%PDF-', 'a PDF document', 'pdftotext'],
  [0, 'PK\x03\x04', 'a ZIP archive, or a document made of one', 'unzip -l'],
  [0, '\x1f\x8b', 'compressed (gzip)', 'zcat'],
  [0, 'BZh', 'compressed (bzip2)', 'bzcat'],
  [0, '\xfd7zXZ\0', 'compressed (xz)', 'xzcat'],
  [0, '\x28\xb5\x2f\xfd', 'compressed (Zstandard)', 'zstdcat'],
  [0, '7z\xbc\xaf', 'an archive (7z)', '7z l'],
  [257, 'ustar', 'an archive (tar)', 'tar -tf'],
  [0, 'SQLite format 3\0', 'a database (SQLite)', 'sqlite3'],
  [0, '\xff\xfe\0\0', 'text in UTF-32', 'iconv -f UTF-32 -t UTF-8'],
  [0, '\0\0\xfe\xff', 'text in UTF-32', 'iconv -f UTF-32 -t UTF-8'],
  [0, '\xff\xfe', 'text in UTF-16', 'iconv -f UTF-16 -t UTF-8'],
  [0, '\xfe\xff', 'text in UTF-16', 'iconv -f UTF-16 -t UTF-8'],
];

/** Share of every second byte that is NUL in text of a Western language in UTF-16 without a mark. */
const MOSTLY = 0.6;

/** A mark that text could begin with tells nothing unless there is a NUL; only of PDF files text may be the most. */
const PLAIN = /^(?!%PDF-)[ -~]+$/;

/** What a file whose first bytes are these is, when it is no text that can be shown; null for text. */
export function foreignKind(first: Buffer): Foreign | null {
  const hasNul = first.includes(0);
  for (const [offset, bytes, what, use] of MAGIC) {
    if (!hasNul && PLAIN.test(bytes)) continue;
    const here = first.subarray(offset, offset + bytes.length);
    if (here.equals(Buffer.from(bytes, 'latin1'))) return { what, use };
  }
  if (!hasNul) return null;
  const order = wideOrder(first);
  if (order) return { what: `text in UTF-16 (${order})`, use: `iconv -f UTF-16${order} -t UTF-8` };
  return { what: 'a binary file (it has NUL bytes)', use: 'strings -n 8' };
}

/** The byte order of UTF-16 without a mark, told by which of its bytes are NUL. */
function wideOrder(first: Buffer): 'LE' | 'BE' | null {
  const nul: [number, number] = [0, 0];
  for (const [at, byte] of first.entries()) if (byte === 0) nul[at % 2 === 0 ? 0 : 1]++;
  const half = Math.max(1, first.length / 2);
  if (nul[0] === 0 && nul[1] / half > MOSTLY) return 'LE';
  return nul[1] === 0 && nul[0] / half > MOSTLY ? 'BE' : null;
}
