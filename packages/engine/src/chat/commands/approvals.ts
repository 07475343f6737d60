import { ApprovalStore } from '../../gate/approval-store.ts';
import { plural } from '../../text/format.ts';
import { approvalLine } from '../approval-line.ts';
import type { ChatCommand, CommandContext } from './command.ts';

/** `/approvals [revoke ID|all]`: what may run unasked beyond this session. */
export const approvalsCommand: ChatCommand = {
  name: 'approvals',
  takes: '[revoke ID|all]',
  summary: 'list what may run unasked beyond this session; revoke takes one back',
  complete: (index, before, { conversation }) => {
    if (index === 0) return ['revoke'];
    const read = new ApprovalStore(conversation.session.home).read();
    return before[0] === 'revoke' && !('problem' in read) ? ['all', ...read.approvals.map(({ id }) => id)] : [];
  },
  run: async (args, context) => {
    const [verb = '', ...ids] = args.split(/\s+/);
    if (verb === '') return list(context);
    if (verb !== 'revoke' || ids.length === 0)
      return context.note('/approvals lists them; /approvals revoke ID takes one back, revoke all every one.', 'warn');
    await revoke(ids, context);
  },
};

async function list({ conversation, print, note }: CommandContext): Promise<void> {
  const read = new ApprovalStore(conversation.session.home).read();
  if ('problem' in read) return note(read.problem, 'error');
  if (read.approvals.length === 0) return print('Nothing is approved beyond its session.');
  for (const approval of read.approvals) await print(approvalLine(approval));
}

async function revoke(ids: readonly string[], { conversation, print, note }: CommandContext): Promise<void> {
  try {
    const gone = await new ApprovalStore(conversation.session.home).revoke(ids.includes('all') ? 'all' : ids);
    for (const approval of gone) await print(approvalLine(approval));
    await note(`${plural(gone.length, 'approval')} revoked.`, gone.length === 0 ? 'warn' : 'info');
  } catch (error) {
    await note(error instanceof Error ? error.message : String(error), 'error');
  }
}
