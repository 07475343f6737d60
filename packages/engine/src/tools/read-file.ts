import { closeSync, fstatSync, readSync, type Stats } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { shellQuoted } from '../budget/ways.ts';
import { errorCode } from '../text/error-code.ts';
import { grouped, plural, size } from '../text/format.ts';
import { sha256Of } from './call-ledger.ts';
import { foreignKind } from './file/kind.ts';
import { directoryInShort, nearbyInShort } from './file/nearby.ts';
import { openRegular, type Unopened } from './file/open-regular.ts';
import { type FilePage, readPage } from './file/page.ts';
import { named } from './named.ts';
import { refusal, type Tool, type ToolContext, type ToolOutcome } from './tool.ts';

/** Bytes of a page that its last line may have. */
const LAST_LINE = 160;

/** Bytes of the start that tell what a file is. */
const FIRST = 65_536;

/** Largest file that is hashed whole, so that reading it again can be compared. */
const HASHED = 4 * 1024 * 1024;

/** Least room of a list of names. */
const SMALLEST_LIST = 200;

const schema = z.object({
  path: z.string().min(1).max(4_096).describe('The file, absolute or from the working directory.'),
  line: z.int().min(1).optional().describe('The line to begin with, from 1. Default: 1.'),
  byte: z
    .int()
    .min(1)
    .optional()
    .describe('The byte of that line to begin with, from 1: only to go on inside a very long line.'),
});

type Args = z.infer<typeof schema>;

/** Reads a text file a budget at a time (features G6). */
export const readFileTool: Tool<typeof schema> = {
  name: 'read_file',
  description:
    'Read a text file, as many lines as fit at a time, each with its number. The last line says how to go on.',
  schema,
  run: async (args, context) => {
    const path = resolve(context.directory, args.path);
    const decision = await context.decideRead(path);
    if (decision.verdict !== 'allowed')
      return refusal(`${named(args.path)} is not read: ${decision.reason}. Ask the person for what you need of it.`);
    const opened = openRegular(path);
    if ('problem' in opened) return refusal(whyUnopened(opened, path, args.path, context));
    try {
      return await read(opened, args, context);
    } catch (error) {
      const code = errorCode(error);
      context.signal.throwIfAborted();
      if (code === null) throw error;
      return refusal(`${named(args.path)} can not be read (${code}).`);
    } finally {
      closeSync(opened.fd);
    }
  },
};

async function read(
  { fd, stats }: { fd: number; stats: Stats },
  args: Args,
  { budget, signal }: ToolContext,
): Promise<ToolOutcome> {
  const { path, line = 1, byte = 1 } = args;
  const first = Buffer.allocUnsafe(FIRST);
  const foreign = foreignKind(first.subarray(0, readSync(fd, first, 0, FIRST, 0)));
  if (foreign)
    return refusal(
      `${named(path)} is ${foreign.what}, ${size(stats.size)}, and is not shown. Use run_command: ${foreign.use} ${shellQuoted(named(path))}`,
    );
  const page = await readPage(fd, { line, byte, room: budget.bytes - LAST_LINE, signal });
  if (page.text === '' && (line > 1 || byte > 1)) return refusal(pastTheEnd(named(path), line, page.lines));
  return {
    text: `${page.text}${lastLine(page, stats, fstatSync(fd))}`,
    outcome: page.next ? 'a page' : 'to the end',
    bytes: stats.size,
    stored: null,
    again: named(path) === path ? `read_file ${path} from line ${line}` : 'read_file with the same arguments',
    ...(stats.size <= HASHED ? { source: fileHash(fd, stats.size) } : {}),
    // What is read to its end does not depend on the room.
    ...(page.next ? {} : { sha256: sha256Of(page.text) }),
  };
}

function pastTheEnd(path: string, line: number, lines: number): string {
  if (lines === 0) return `${path} is empty.`;
  if (line <= lines) return `line ${grouped(line)} of ${path} is not so long. Leave "byte" out.`;
  const has = `${path} has ${plural(lines, 'line')}; there is no line ${grouped(line)}.`;
  return `${has} Begin with line 1${lines > 1 ? ` to ${grouped(lines)}` : ''}.`;
}

function lastLine({ text, next, isUtf8 }: FilePage, before: Stats, after: Stats): string {
  const where = next
    ? `more: read_file with line ${next.line}${next.byte > 1 ? `, byte ${next.byte}` : ''}; the file has ${size(after.size)}`
    : text === ''
      ? 'the file is empty'
      : 'end of file';
  const broken = isUtf8 ? '' : '; what is no UTF-8 is shown as \ufffd';
  const changed = before.size === after.size && before.mtimeMs === after.mtimeMs ? '' : '; it changed meanwhile';
  return `[${where}${broken}${changed}]`;
}

function fileHash(fd: number, bytes: number): string {
  const whole = Buffer.allocUnsafe(bytes);
  let at = 0;
  for (let read = 1; at < bytes && read > 0; at += read) read = readSync(fd, whole, at, bytes - at, at);
  return sha256Of(whole.subarray(0, at));
}

function whyUnopened({ problem, code }: Unopened, path: string, asked: string, context: ToolContext): string {
  const { directory, budget } = context;
  const name = named(asked);
  switch (problem) {
    case 'missing': {
      const pattern = /[*?[]/.test(asked) ? ' A pattern is not expanded: find the file first.' : '';
      return `there is no file ${name}.${pattern}${nearbyInShort(path, asked, directory)}`;
    }
    case 'directory': {
      const room = Math.max(SMALLEST_LIST, budget.bytes - name.length - 100);
      return `${name} is a directory.${directoryInShort(path, room)} To see more of it, run_command: ls -la`;
    }
    case 'special':
      return `${name} is no regular file but a pipe, a device or a socket, and is not read.`;
    case 'refused':
      return `${name} may not be read by this user (${code}).`;
    case 'looped':
      return `${name} is a link that leads to itself, or was exchanged while it was opened (${code}).`;
    case 'failed':
      return `${name} can not be opened (${code}).`;
  }
}
