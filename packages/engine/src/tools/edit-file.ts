import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { whyNotKept } from '../store/failure.ts';
import { clip, plural, size } from '../text/format.ts';
import { copyInto, replaceFile, type Target, targetOf, writeAll } from './edit/atomic-file.ts';
import { replaceIn } from './edit/replace.ts';
import { refusal, type Tool, type ToolContext, type ToolOutcome } from './tool.ts';

/** Largest file in which a place is replaced, in bytes: it is read whole. */
const LARGEST = 4 * 1024 * 1024;
const LONGEST = 1024 * 1024;

/** Lines and bytes of what was changed that the answer quotes. */
const QUOTED_LINES = 3;
const QUOTED_BYTES = 200;

const schema = z.object({
  path: z.string().min(1).max(4_096).describe('The file, absolute or from the working directory.'),
  mode: z
    .enum(['write', 'append', 'replace'])
    .describe(
      'write: the content is the whole new file. append: it is added at the end. replace: it takes the place of "find", or of a line.',
    ),
  content: z.string().max(LONGEST).describe('The text to write.'),
  find: z
    .string()
    .max(LONGEST)
    .optional()
    .describe('replace: the text to replace, exactly as it stands in the file, once.'),
  line: z.int().min(1).optional().describe('replace: the line to replace, or the line on which "find" stands.'),
});

/** Writes files, each all or nothing (features G6). */
export const editFileTool: Tool<typeof schema> = {
  name: 'edit_file',
  description:
    'Write a file, add to its end, or replace one place of it. A file that could not be written whole stays as it was.',
  schema,
  run,
};

async function run(args: z.infer<typeof schema>, context: ToolContext): Promise<ToolOutcome> {
  const path = resolve(context.directory, args.path);
  const target = targetOf(path);
  if ('problem' in target) return refusal(`${args.path} can not be written: ${target.problem}.`);
  if (args.mode === 'replace' && !target.before)
    return refusal(`there is no file ${args.path} to replace anything in. Use mode "write" to make it.`);
  const decision = await context.decideWrite(path);
  if (decision.verdict !== 'allowed') {
    const why = decision.verdict === 'denied' ? 'denied by policy' : 'not approved';
    return refusal(
      `writing ${args.path} is ${why}: ${decision.reason}. Do it another way, or say what you need it for.`,
    );
  }
  try {
    return args.mode === 'replace' ? replace(args, target, context) : write(args, target, context);
  } catch (error) {
    return refusal(`${args.path} was not written (${whyNotKept(error)}). It is as it was before.`);
  }
}

function write({ path, mode, content }: z.infer<typeof schema>, target: Target, context: ToolContext): ToolOutcome {
  const appends = mode === 'append' && target.before !== null;
  const bytes = replaceFile(target, (fd) => {
    // Text that is added begins a line of its own.
    const gap = appends && !copyInto(target.path, fd) && content !== '' ? '\n' : '';
    writeAll(fd, Buffer.from(gap + content));
  });
  return written(
    path,
    mode,
    target,
    bytes,
    context,
    `${plural(lines(content), 'line')} ${appends ? 'added' : 'written'}`,
  );
}

function replace(args: z.infer<typeof schema>, target: Target, context: ToolContext): ToolOutcome {
  if ((target.before?.size ?? 0) > LARGEST)
    return refusal(`${args.path} has more than ${size(LARGEST)}: change it with a command, such as sed, instead.`);
  const before = readFileSync(target.path);
  if (before.includes(0) || !isText(before))
    return refusal(`${args.path} is no text in UTF-8, and nothing in it is replaced.`);
  const replaced = replaceIn(before.toString('utf8'), {
    find: args.find ?? null,
    line: args.line ?? null,
    content: args.content,
  });
  if ('problem' in replaced) return refusal(`${args.path} was not changed: ${replaced.problem}.`);
  const bytes = replaceFile(target, (fd) => writeAll(fd, Buffer.from(replaced.text)));
  const { from, to } = replaced;
  const now = replaced.text
    .split('\n')
    .slice(from - 1, Math.min(to, from + QUOTED_LINES - 1))
    .join('\n');
  const where = from === to ? `line ${from}` : `lines ${from}-${to}`;
  return written(
    args.path,
    'replace',
    target,
    bytes,
    context,
    `${where} now: ${clip(JSON.stringify(now), QUOTED_BYTES)}`,
  );
}

function written(
  path: string,
  mode: string,
  { path: real, before }: Target,
  bytes: number,
  context: ToolContext,
  what: string,
): ToolOutcome {
  const bytesBefore = before?.size ?? 0;
  context.onFileWrite({ path: real, mode, created: before === null, bytesBefore, bytesAfter: bytes });
  const was = before ? `, ${size(bytesBefore)} before` : ', new';
  const text = `${path}: ${what} (${size(bytes)} now${was}).`;
  return { text, outcome: before ? 'changed' : 'made', bytes: Buffer.byteLength(text), stored: null, changes: true };
}

function lines(content: string): number {
  return content === '' ? 0 : content.split('\n').length - (content.endsWith('\n') ? 1 : 0);
}

function isText(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
