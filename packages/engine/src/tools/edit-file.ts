import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { whyNotKept } from '../store/failure.ts';
import { clip, grouped, plural, size } from '../text/format.ts';
import { replaceFile, type Target, targetOf, writeAll } from './edit/atomic-file.ts';
import { copyInto } from './edit/copy-into.ts';
import { replaceIn } from './edit/replace.ts';
import { openRegular } from './file/open-regular.ts';
import { named } from './named.ts';
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

type Args = z.infer<typeof schema>;

/** Writes files, each all or nothing (features G6). */
export const editFileTool: Tool<typeof schema> = {
  name: 'edit_file',
  description:
    'Write a file, add to its end, or replace one place of it. A file that could not be written whole stays as it was.',
  schema,
  run,
};

async function run(args: Args, context: ToolContext): Promise<ToolOutcome> {
  const path = resolve(context.directory, args.path);
  const asked = targetFor(args, path);
  if ('problem' in asked) return refusal(asked.problem);
  const decision = await context.decideWrite(path);
  if (decision.verdict !== 'allowed') {
    const why = decision.verdict === 'denied' ? 'denied by policy' : 'not approved';
    return refusal(
      `writing ${named(args.path)} is ${why}: ${decision.reason}. Do it another way, or say what you need it for.`,
    );
  }
  // The question may have stood for long: what is there now counts, and what was decided on is what is written.
  const target = targetFor(args, path);
  if ('problem' in target) return refusal(target.problem);
  if (target.path !== asked.path) return refusal(`${named(args.path)} leads elsewhere now: ask again.`);
  try {
    return args.mode === 'replace' ? await replace(args, target, context) : await write(args, target, context);
  } catch (error) {
    context.signal.throwIfAborted();
    return refusal(
      `${named(args.path)} was not written: ${whyNotKept(error, 'its directory')}. It is as it was before.`,
    );
  }
}

function targetFor({ path, mode, content }: Args, absolute: string): Target | { problem: string } {
  const name = named(path);
  const target = targetOf(absolute);
  if ('problem' in target) return { problem: `${name} can not be written: ${target.problem}.` };
  if (mode === 'replace' && !target.before)
    return { problem: `there is no file ${name} to replace anything in. Use mode "write" to make it.` };
  if (!content.isWellFormed()) return { problem: `the content for ${name} has half of a character in it (UTF-16).` };
  return target;
}

async function write({ path, mode, content }: Args, target: Target, context: ToolContext): Promise<ToolOutcome> {
  const appends = mode === 'append' && target.before !== null;
  const bytes = await replaceFile(target, async (fd) => {
    // Text that is added begins a line of its own.
    const gap = appends && !(await copyInto(target.path, fd, context.signal)) && content !== '' ? '\n' : '';
    writeAll(fd, Buffer.from(gap + content));
  });
  const what = `${plural(lines(content), 'line')} ${appends ? 'added' : 'written'}`;
  return written({ path, mode, what, bytes }, target, context);
}

async function replace(args: Args, target: Target, context: ToolContext): Promise<ToolOutcome> {
  const name = named(args.path);
  const before = readText(target.path);
  if ('problem' in before) return refusal(`nothing in ${name} was replaced: ${before.problem}.`);
  const { find = null, line = null, content } = args;
  const replaced = replaceIn(before.text, { find, line, content });
  if ('problem' in replaced) return refusal(`${name} was not changed: ${replaced.problem}.`);
  const bytes = await replaceFile(target, (fd) => writeAll(fd, Buffer.from(replaced.text)));
  const { from, to } = replaced;
  const now = replaced.text.split('\n').slice(from - 1, Math.min(to, from + QUOTED_LINES - 1));
  const where = from === to ? `line ${grouped(from)}` : `lines ${grouped(from)}–${grouped(to)}`;
  const what = `${where} now ${clip(JSON.stringify(now.join('\n')), QUOTED_BYTES)}`;
  return written({ path: args.path, mode: 'replace', what, bytes }, target, context);
}

/** The text of a file in which something is replaced, or why nothing can be. */
function readText(path: string): { text: string } | { problem: string } {
  const opened = openRegular(path);
  if ('problem' in opened) return { problem: `it can not be read (${opened.code ?? opened.problem})` };
  try {
    if (fstatSync(opened.fd).size > LARGEST)
      return { problem: `it has more than ${size(LARGEST)}. Change it with a command, such as sed` };
    const bytes = readFileSync(opened.fd);
    return !bytes.includes(0) && isUtf8(bytes)
      ? { text: bytes.toString('utf8') }
      : { problem: 'it is no text in UTF-8' };
  } finally {
    closeSync(opened.fd);
  }
}

interface Written {
  path: string;
  mode: string;
  what: string;
  bytes: number;
}

function written({ path, mode, what, bytes }: Written, { path: real, before }: Target, context: ToolContext) {
  const bytesBefore = before?.size ?? 0;
  context.onFileWrite({ path: real, mode, created: before === null, bytesBefore, bytesAfter: bytes });
  const was = before ? `${grouped(bytesBefore)} before` : 'a new file';
  const names = before?.nlink ?? 1;
  const others = names > 1 ? ` It had ${names} names (hard links); the others keep what was there.` : '';
  const text = `${named(path)}: ${what} (${plural(bytes, 'byte')}, ${was}).${others}`;
  const outcome = before ? 'changed' : 'made';
  return { text, outcome, bytes: Buffer.byteLength(text), stored: null, changes: true } as const;
}

function lines(content: string): number {
  return content === '' ? 0 : content.split('\n').length - (content.endsWith('\n') ? 1 : 0);
}
