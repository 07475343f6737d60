import { z } from 'zod';
import { fitText } from './fit-text.ts';
import { callLines } from './inspect/call-lines.ts';
import { eventLine, lastOfConversation, turnEvents } from './inspect/events.ts';
import type { Tool, ToolContext } from './tool.ts';

const MOST = 100;
const DEFAULT = 20;

/** Events of one turn that are listed. */
const MOST_OF_TURN = 20_000;

const schema = z.object({
  what: z
    .enum(['audit', 'calls', 'turn', 'context', 'status', 'config'])
    .describe(
      'audit: the last events. calls: the tool calls of a turn, a line each. turn: every event of a turn. context: what the next request carries. status: the model, window and budget. config: the settings.',
    ),
  turn: z.int().min(1).optional().describe('calls, turn: which turn. Default: this one.'),
  last: z.int().min(1).max(MOST).optional().describe(`audit: how many events. Default: ${DEFAULT}.`),
  kind: z.string().max(64).optional().describe('audit, turn: only events of this kind, such as tool.result.'),
});

/** Tells the model of its own conversation: what happened, what fills the window, what is set (features G5). */
export const inspectTool: Tool<typeof schema> = {
  name: 'inspect',
  description:
    'Look at this conversation itself: its log, its calls and how they ended, what fills the window, the settings.',
  schema,
  run: async (args, context) => fitText(await textOf(args, context), 'inspect', context),
};

async function textOf({ what, turn, last, kind }: z.infer<typeof schema>, context: ToolContext): Promise<string> {
  const { inspect } = context;
  const asked = turn ?? context.turn;
  switch (what) {
    case 'status':
      return asText(inspect.status());
    case 'config':
      return asText(inspect.config());
    case 'context':
      return asText(inspect.context() ?? { note: 'no model is open' });
    case 'calls':
      return listed(await callLines(context, asked), `no call in turn ${asked}`, context);
    case 'turn':
      return listed(await linesOfTurn(context, asked, kind), `no such event in turn ${asked}`, context);
    case 'audit':
      return listed(
        (await lastOfConversation(context, kind, last ?? DEFAULT)).map(eventLine),
        'no such event',
        context,
      );
  }
}

async function linesOfTurn(context: ToolContext, turn: number, kind: string | undefined): Promise<string[]> {
  const lines: string[] = [];
  for await (const event of turnEvents(context, turn, kind)) {
    if (lines.length === MOST_OF_TURN)
      return [...lines, `[the turn has more events; these are its first ${MOST_OF_TURN}]`];
    lines.push(eventLine(event));
  }
  return lines;
}

const asText = (value: object): string => JSON.stringify(value, null, 2);

const settings = z.object({ audit: z.object({ enabled: z.boolean() }) });

/** Without an audit there is nothing to list, which is not the same as nothing having happened. */
function listed(lines: readonly string[], none: string, { inspect }: ToolContext): string {
  if (lines.length > 0) return lines.join('\n');
  const isOff = settings.safeParse(inspect.config()).data?.audit.enabled === false;
  return isOff ? '[the audit is off (audit.enabled): what happens is not recorded]' : `[${none}]`;
}
