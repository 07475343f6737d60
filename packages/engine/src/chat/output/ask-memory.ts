import { answerMemory } from '../../memory/memory.ts';
import { summariseStored } from '../../memory/summarise-stored.ts';
import type { CommandContext } from '../commands/command.ts';

/** Bytes of one answer: a person scrolls, and asks for more where there is more. */
const ROOM = 32 * 1024;

/** Answers a request to memory for the person, who may ask about any stored output. */
export async function askMemory(request: string, context: CommandContext): Promise<void> {
  const { conversation, signal, print, onProgress } = context;
  const answer = await answerMemory(request, {
    home: conversation.session.home,
    session: null,
    room: ROOM,
    voice: 'chat',
    entries: (number) => conversation.entry(number),
    summarise: summariseStored,
    condenser: conversation.condenser,
    signal,
    onProgress,
  });
  for (const line of answer.replace(/\n$/, '').split('\n')) await print(line);
}
