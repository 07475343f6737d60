import { LogError } from '../../audit/log-files.ts';
import { allEvents } from '../../audit/log-reader.ts';
import type { CallRef } from '../../session/saved-conversation.ts';
import { isAsRecorded } from '../../store/open-verified.ts';
import type { StoredOutput } from '../../store/stored-output.ts';
import { clip, plural, size } from '../../text/format.ts';
import type { CommandContext } from '../commands/command.ts';
import { openCall } from './open-call.ts';
import { outputView } from './page-view.ts';

const TITLE_BYTES = 200;

/**
 * Shows the stored whole of an output (features H1): first what is shown, or why the store has nothing, then the output, or
 * what the tool returned.
 */
export async function showCall(asked: string, context: CommandContext): Promise<void> {
  const { conversation, face, signal, note } = context;
  const opened = openCall(conversation, asked);
  if (!('output' in opened)) {
    const { reason, sentence, call } = opened;
    await note(`${reason}: ${sentence}.${call ? ' This is what it returned:' : ''}`, call ? 'info' : 'warn');
    return call ? printReturned(call, context) : undefined;
  }
  const { output } = opened;
  try {
    if (!isAsRecorded(output)) {
      const { id } = output.record;
      return await note(`damaged: output ${id} is not what was kept; its bytes are not those of its record.`, 'error');
    }
    await note(whatIsShown(output, titleOf(output.record.id, context)), 'info');
    if (face.show) await face.show(output, signal);
    else await face.send(outputView(conversation, output.record.id, 1));
  } finally {
    output.close();
  }
}

function titleOf(id: string, { conversation: { calls } }: CommandContext): string {
  const found = calls.find(id);
  return found && 'call' in found ? clip(found.call.title.replaceAll(/\s+/g, ' '), TITLE_BYTES) : '';
}

/** `output 3f9a… of npm test: 2,270 lines, 180 KiB, whole`. */
function whatIsShown({ record }: StoredOutput, title: string): string {
  const { id, lines, bytes, cut, totalBytes } = record;
  const all = cut ? `cut: ${size(totalBytes - bytes)} more were not kept` : 'whole';
  return `output ${id}${title === '' ? '' : ` of ${title}`}: ${plural(lines, 'line')}, ${size(bytes)}, ${all}`;
}

/** Prints what the tool returned, from memory or from the audit log. */
async function printReturned(call: CallRef, { conversation, print, note }: CommandContext): Promise<void> {
  const text = conversation.calls.result(call.id)?.text ?? (await loggedResult(conversation.session.home, call));
  if (text === null) return note('What it returned is in no log any more.', 'warn');
  for (const line of text.replace(/\n$/, '').split('\n')) await print(line);
}

async function loggedResult(home: string, { id, session }: CallRef): Promise<string | null> {
  try {
    for await (const { call, details } of allEvents(home, { session, kinds: ['tool.result', 'command.typed'] }))
      if (call === id && typeof details.output === 'string') return details.output;
  } catch (error) {
    // A log that can not be read has nothing to show either.
    if (!(error instanceof LogError)) throw error;
  }
  return null;
}
