import { grouped, plural, size } from '../../text/format.ts';
import type { ChatCommand } from './command.ts';

/** `/context`: what the next request carries, part by part, and how full the window is. */
export const contextCommand: ChatCommand = {
  name: 'context',
  takes: '',
  summary: 'what the next request carries, and how full the window is',
  run: async (_, { conversation, print }) => {
    const report = conversation.context();
    if (!report) return print('There is no model, so there is no request.');
    const { parts, window, room, used, calibrated } = report;
    for (const { name, detail, bytes, tokens } of parts)
      await print(
        `${grouped(tokens).padStart(9)} tokens  ${size(bytes).padStart(9)}  ${name}${detail ? `: ${detail}` : ''}`,
      );
    const total = parts.reduce((sum, part) => sum + part.tokens, 0);
    const share = used === null ? '' : `, ${Math.round(used * 100)}% of the window of ${grouped(window ?? 0)}`;
    await print(`${plural(total, 'token')}${share}; ${grouped(room)} are kept free for the reply.`);
    if (!calibrated) await print('Tokens are estimated: the server has not counted a request yet.');
  },
};
