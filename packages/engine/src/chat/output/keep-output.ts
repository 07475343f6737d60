import { open, unlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Inbound, Outbound } from '@wisp/protocol';
import type { Conversation } from '../../session/conversation.ts';
import { whyNotKept } from '../../store/failure.ts';
import { type StoredOutput, StoreError } from '../../store/stored-output.ts';
import { errorCode } from '../../text/error-code.ts';
import { openCall } from './open-call.ts';

type Kept = Extract<Outbound, { type: 'kept' }>;

/** Answers `keep`: writes a stored output, byte for byte, to a new file of the person's. A file that exists stays as it is. */
export async function keepOutputAs(
  conversation: Conversation,
  { id, output: asked, path }: Extract<Inbound, { type: 'keep' }>,
): Promise<Kept> {
  const whole = resolve(conversation.session.directory, path.replace(/^~(?=\/|$)/, homedir()));
  const answer = (error?: string): Kept => ({
    type: 'kept',
    id,
    output: asked,
    path: whole,
    ...(error === undefined ? {} : { error }),
  });
  if (path.trim() === '' || path.includes('\0')) return answer('there is no name of a file');
  const opened = openCall(conversation, asked);
  if (!('output' in opened)) return answer(`${opened.reason}: ${opened.sentence}`);
  try {
    await write(opened.output, whole);
    return answer();
  } catch (error) {
    if (error instanceof StoreError) return answer(`damaged: ${error.message}`);
    if (errorCode(error) === 'EEXIST') return answer(`${whole} exists already; choose another name`);
    if (errorCode(error) === 'ENOENT') return answer(`there is no directory ${join(whole, '..')}`);
    return answer(whyNotKept(error, whole));
  } finally {
    opened.output.close();
  }
}

async function write(output: StoredOutput, path: string): Promise<void> {
  // What a tool printed may hold what only its owner should read.
  const file = await open(path, 'wx', 0o600);
  try {
    for (let page = 1; page <= output.pages; page++) {
      const bytes = output.page(page)?.bytes;
      if (bytes) await file.writeFile(bytes);
    }
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    // Half an output would be taken for the whole.
    await unlink(path).catch(() => undefined);
    throw error;
  }
}
