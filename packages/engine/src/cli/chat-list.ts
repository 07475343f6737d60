import { listConversations } from '../session/conversation-files.ts';
import { cleanOutput } from '../text/clean.ts';
import { clip, plural } from '../text/format.ts';
import { print } from './run.ts';

const ASKED_BYTES = 80;

/** `wisp chat --list`: the saved conversations, the newest first, one a line; with `json` one array. */
export async function listChats(home: string, json: boolean): Promise<number> {
  const listed = await listConversations(home);
  if (json) {
    await print(`${JSON.stringify(listed)}\n`);
    return 0;
  }
  if (listed.length === 0) process.stderr.write('No conversation is saved yet.\n');
  for (const one of listed) {
    if ('problem' in one) {
      process.stderr.write(`wisp chat: ${one.problem}.\n`);
      continue;
    }
    const { name, saved, turn, model, directory, asked } = one;
    const when = new Date(saved).toLocaleString('sv-SE').slice(0, 16);
    const words = clip(cleanOutput(asked).replaceAll(/\s+/g, ' '), ASKED_BYTES);
    await print(`${name}  ${when}  ${plural(turn, 'turn')}  ${model ?? 'no model'}  ${directory}  ${words}\n`);
  }
  return 0;
}
