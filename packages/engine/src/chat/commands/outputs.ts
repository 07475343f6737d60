import { clip, plural, size } from '../../text/format.ts';
import { openCall } from '../output/open-call.ts';
import type { ChatCommand } from './command.ts';

/** Most outputs that the list has, the newest. */
const MOST = 100;
const TITLE_BYTES = 100;

/** `/outputs`: the outputs of the conversation that are kept whole, the oldest first. */
export const outputsCommand: ChatCommand = {
  name: 'outputs',
  takes: '',
  summary: 'list the outputs that are kept whole',
  run: async (_, { conversation, print }) => {
    const { kept } = conversation.calls;
    if (kept.length === 0) return print('Nothing has been held back yet.');
    if (kept.length > MOST) await print(`The last ${MOST} of ${kept.length}:`);
    for (const { id, title } of kept.slice(-MOST)) {
      const opened = openCall(conversation, id);
      let extent = '';
      if ('output' in opened) {
        const { lines, bytes, cut } = opened.output.record;
        extent = `${plural(lines, 'line')}, ${size(bytes)}${cut ? ' (cut)' : ''}`;
        opened.output.close();
      } else extent = opened.reason;
      await print(`${id}  ${extent}  ${clip(title.replaceAll(/\s+/g, ' '), TITLE_BYTES)}`);
    }
  },
};
