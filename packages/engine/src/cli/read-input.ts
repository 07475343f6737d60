import { createReadStream } from 'node:fs';

/**
 * Hands the bytes of `file` (`-` for stdin) to `onChunk`, a chunk at a time. Resolves to null, or to the reason why it could
 * not be read, for a person.
 */
export async function readInput(file: string, onChunk: (chunk: Buffer) => void): Promise<string | null> {
  try {
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
      onChunk(Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk)));
    }
    return null;
  } catch (error) {
    return `cannot read ${file === '-' ? 'standard input' : file}: ${reasonOf(error)}`;
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a directory; name a file';
  if (code === 'EACCES') return 'permission denied';
  return error instanceof Error ? error.message : String(error);
}
