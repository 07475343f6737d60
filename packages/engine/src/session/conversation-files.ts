import { constants } from 'node:fs';
import { lstat, open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { z } from 'zod';
import { makePrivate } from '../audit/private-directory.ts';
import { errorCode } from '../text/error-code.ts';
import {
  type ConversationHead,
  conversationHead,
  isAutomatic,
  NAME_SHAPE,
  type SavedConversation,
  savedConversation,
} from './saved-conversation.ts';

/** Largest file that is read: a thread within the largest window is a tenth of it. */
const LARGEST = 64 * 1024 * 1024;

/** Most conversations that a list looks into, the newest. */
const MOST_LISTED = 500;

/** Tells one state of a file from another: each save makes a new one. */
export type FileMark = `${number}:${number}`;

export type ReadConversation = { saved: SavedConversation; mark: FileMark } | { problem: string };

const conversationsDirectory = (home: string): string => join(home, 'conversations');

const pathOf = (home: string, name: string): string => join(conversationsDirectory(home), `${name}.json`);

/** Reads a conversation by its name. What is wrong with the name or the file is a sentence; never throws for it. */
export async function readConversation(home: string, name: string): Promise<ReadConversation> {
  const read = await readAs(savedConversation, home, name);
  return 'problem' in read ? read : { saved: { ...read.value, name }, mark: read.mark };
}

/** Writes a conversation, whole or not at all, private to the user. Throws what the file system says. */
export async function writeConversation(home: string, saved: SavedConversation): Promise<FileMark> {
  makePrivate(home);
  makePrivate(conversationsDirectory(home));
  await writeFileAtomic(pathOf(home, saved.name), `${JSON.stringify(saved)}\n`, { mode: 0o600 });
  return (await markOf(home, saved.name)) ?? '0:0';
}

/** The state of a conversation's file; null when there is none. */
export async function markOf(home: string, name: string): Promise<FileMark | null> {
  try {
    const { ino, mtimeMs } = await lstat(pathOf(home, name));
    return `${ino}:${mtimeMs}`;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Removes a conversation's file; one that is not there is no error. */
export async function removeConversation(home: string, name: string): Promise<void> {
  try {
    await unlink(pathOf(home, name));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** A saved conversation of a list: its head, or what is wrong with its file. */
export type ListedConversation = ConversationHead | { name: string; problem: string };

/** The saved conversations, the newest first, 500 at most; one whose file is wrong is named with the reason. */
export async function listConversations(home: string): Promise<ListedConversation[]> {
  const newest = (await filesOf(home)).sort((a, b) => b.time - a.time).slice(0, MOST_LISTED);
  const listed: ListedConversation[] = [];
  for (const { name } of newest) {
    const read = await readAs(conversationHead, home, name);
    listed.push('problem' in read ? { name, problem: read.problem } : { ...read.value, name });
  }
  return listed;
}

/** Names of the saved conversations, the newest first. */
export async function conversationNames(home: string): Promise<string[]> {
  return (await filesOf(home)).sort((a, b) => b.time - a.time).map(({ name }) => name);
}

/** The newest conversation that was held in a directory; null when there is none that can be read. */
export async function newestOf(home: string, directory: string): Promise<string | null> {
  for (const { name } of (await filesOf(home)).sort((a, b) => b.time - a.time).slice(0, MOST_LISTED)) {
    const read = await readAs(conversationHead, home, name);
    if (!('problem' in read) && read.value.directory === directory) return name;
  }
  return null;
}

/**
 * Removes conversations that nobody named and that were last saved `days` ago or more (0: none); 16 at most, since a person
 * waits. `spare` is one that goes on.
 */
export async function sweepConversations(
  home: string,
  { days, now, spare }: { days: number; now: number; spare: string | null },
): Promise<void> {
  if (days === 0) return;
  const old = (await filesOf(home)).filter(
    ({ name, time }) => isAutomatic(name) && name !== spare && time < now - days * 86_400_000,
  );
  for (const { name } of old.slice(0, 16)) await removeConversation(home, name);
}

async function filesOf(home: string): Promise<{ name: string; time: number }[]> {
  const names = await readdir(conversationsDirectory(home)).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  const files: { name: string; time: number }[] = [];
  for (const file of names) {
    const name = file.endsWith('.json') ? file.slice(0, -'.json'.length) : '';
    if (!NAME_SHAPE.test(name)) continue;
    const mark = await lstat(pathOf(home, name)).catch(() => null);
    if (mark?.isFile()) files.push({ name, time: mark.mtimeMs });
  }
  return files;
}

async function readAs<T>(
  schema: z.ZodType<T>,
  home: string,
  name: string,
): Promise<{ value: T; mark: FileMark } | { problem: string }> {
  if (!NAME_SHAPE.test(name))
    return {
      problem: `"${name.slice(0, 64)}" is no name of a conversation: one has 1 to 64 of A-Z, a-z, 0-9, ".", "_" and "-"`,
    };
  const path = pathOf(home, name);
  try {
    // No link is followed, and a pipe in its place does not block.
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = await file.stat();
    if (!stat.isFile()) return { problem: `${path} is no regular file` };
    if (stat.size > LARGEST)
      return { problem: `${path} is larger than 64 MiB: it is not a conversation that wisp saved` };
    const value = schema.safeParse(jsonOf(await file.readFile('utf8')));
    if (value.success) return { value: value.data, mark: `${stat.ino}:${stat.mtimeMs}` };
    const [issue] = value.error.issues;
    const where = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
    return {
      problem: `${path} is damaged${where}: ${issue?.message ?? 'it has another form'}. Remove it, or restore it`,
    };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT')
      return { problem: `there is no conversation ${name}; wisp chat --list names those there are` };
    return { problem: `${path} can not be read (${code ?? String(error)})` };
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON fits no schema, and is told as that.
    return undefined;
  }
}
