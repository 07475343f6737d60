import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../store/failure.ts';
import { grouped, plural, size } from '../text/format.ts';
import { readPage } from './file-page.ts';
import { refusal, type Tool, type ToolContext, type ToolOutcome } from './tool.ts';

const schema = z.object({
  path: z.string().min(1).max(4_096).describe('The file, absolute or from the working directory.'),
  line: z.int().min(1).optional().describe('The line to begin with, from 1. Default: 1.'),
  byte: z
    .int()
    .min(1)
    .optional()
    .describe('The byte of that line to begin with, from 1: only to go on inside a very long line.'),
});

/** Reads a text file a budget at a time (features G6). */
export const readFileTool: Tool<typeof schema> = {
  name: 'read_file',
  description:
    'Read a text file, as many lines as fit at a time, each with its number. The last line says how to go on.',
  schema,
  run: async (args, context) => {
    const decision = await context.decideRead(resolve(context.directory, args.path));
    if (decision.verdict === 'allowed') return read(args, context);
    return refusal(`${args.path} is not read: ${decision.reason}. Ask the person for what you need of it.`);
  },
};

function read(args: z.infer<typeof schema>, context: ToolContext): ToolOutcome {
  const path = resolve(context.directory, args.path);
  const opened = openFile(path, args.path);
  if ('problem' in opened) return refusal(opened.problem);
  try {
    const { size: bytes } = fstatSync(opened.fd);
    const page = readPage(opened.fd, { line: args.line ?? 1, byte: args.byte ?? 1, room: context.budget.bytes - 160 });
    if (page.binary)
      return refusal(
        `${args.path} is a binary file (${size(bytes)}). Use run_command with a tool that reads it, such as file, xxd or strings.`,
      );
    if (page.text === '' && (args.line ?? 1) > 1)
      return refusal(
        `${args.path} has ${plural(page.lines, 'line')}; there is no line ${grouped(args.line ?? 1)}. Begin with line 1 to ${grouped(Math.max(1, page.lines))}.`,
      );
    const more = page.next
      ? `[more: read_file with line ${page.next.line}${page.next.byte > 1 ? `, byte ${page.next.byte}` : ''}; the file has ${size(bytes)}]`
      : bytes === 0
        ? '[the file is empty]'
        : '[end of file]';
    const again = `read_file ${args.path} from line ${args.line ?? 1}`;
    return { text: `${page.text}${more}`, outcome: page.next ? 'a page' : 'to the end', bytes, stored: null, again };
  } finally {
    closeSync(opened.fd);
  }
}

/** Opens a regular file; anything else is refused before opening it, since opening a pipe waits for its other end. */
function openFile(path: string, asked: string): { fd: number } | { problem: string } {
  try {
    const kind = statSync(path);
    if (kind.isDirectory()) return { problem: `${asked} is a directory. List it with run_command: ls.` };
    if (!kind.isFile())
      return { problem: `${asked} is no regular file but a pipe, a device or a socket, and is not read.` };
    return { fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT')
      return {
        problem: `there is no file ${asked}${/[*?[]/.test(asked) ? '. A pattern is not expanded: find the file first' : ''}.`,
      };
    if (code === 'EACCES' || code === 'EPERM') return { problem: `${asked} may not be read (${code}).` };
    return { problem: `${asked} can not be opened (${code ?? String(error)}).` };
  }
}
