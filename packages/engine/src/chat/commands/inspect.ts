import { lastEvents } from '../../audit/log-reader.ts';
import { logLine, PLAIN } from '../log-line.ts';
import { auditCommand } from './audit.ts';
import type { ChatCommand, CommandContext } from './command.ts';
import { contextCommand } from './context.ts';
import { printFacts } from './print-facts.ts';
import { statusCommand } from './status.ts';

const WHAT = ['audit', 'calls', 'turn', 'context', 'status', 'config'];

/** Most events of one turn that are shown. */
const MOST = 2_000;

/** `/inspect WHAT`: what the model's own tool of that name tells it, for the person (features G5). */
export const inspectCommand: ChatCommand = {
  name: 'inspect',
  takes: 'audit [N] | calls [TURN] | turn [TURN] | context | status | config',
  summary: 'look at the conversation itself: its events, the calls of a turn, what is set',
  complete: (index) => (index === 0 ? WHAT : []),
  run: async (args, context) => {
    const [what = '', ...rest] = args.split(/\s+/);
    const more = rest.join(' ');
    switch (what) {
      case 'audit':
        return auditCommand.run(more, context);
      case 'context':
        return contextCommand.run('', context);
      case 'status':
        return statusCommand.run('', context);
      case 'config':
        return printFacts(context.conversation.settings, context.print);
      case 'calls':
        return events(more, ['tool.call', 'tool.result'], context);
      case 'turn':
        return events(more, null, context);
      default:
        return context.note(`/inspect takes one of ${WHAT.join(', ')}.`, 'warn');
    }
  },
};

async function events(asked: string, kinds: string[] | null, context: CommandContext): Promise<void> {
  const { conversation, print, note } = context;
  const turn = asked === '' ? conversation.turn : Number(asked);
  if (!Number.isInteger(turn) || turn < 0) return note('A turn is a whole number from 1.', 'warn');
  const { home, id: session } = conversation.session;
  const found = await lastEvents(home, { session, turn, ...(kinds ? { kinds } : {}) }, MOST);
  if (found.events.length === 0) return print(`Nothing of turn ${turn} in this session.`);
  for (const event of found.events) await print(logLine(event, PLAIN));
}
