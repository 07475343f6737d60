import { approvalLine } from '../chat/approval-line.ts';
import { ApprovalStore } from '../gate/approval-store.ts';
import { plural } from '../text/format.ts';
import { print } from './run.ts';

/** `wisp approvals`: what may run unasked, oldest first. Exit code 1 when that can not be read. */
export async function listApprovals(home: string, json: boolean): Promise<number> {
  const read = new ApprovalStore(home).read();
  if ('problem' in read) return complain(read.problem);
  const { approvals } = read;
  if (json) await print(`${JSON.stringify(approvals)}\n`);
  else if (approvals.length === 0) await print('Nothing is approved beyond its session.\n');
  else await print(approvals.map((one) => `${approvalLine(one)}\n`).join(''));
  return 0;
}

/** `wisp approvals revoke`: by the first 4 or more characters of their ids, or all. Exit code 1 when none was revoked. */
export async function revokeApprovals(home: string, ids: readonly string[] | 'all'): Promise<number> {
  try {
    const gone = await new ApprovalStore(home).revoke(ids);
    if (gone.length === 0 && ids !== 'all')
      return complain('no approval has an id that begins so; wisp approvals lists them');
    await print(`${gone.map((one) => `${approvalLine(one)}\n`).join('')}${plural(gone.length, 'approval')} revoked.\n`);
    return 0;
  } catch (error) {
    return complain(error instanceof Error ? error.message : String(error));
  }
}

function complain(problem: string): number {
  process.stderr.write(`wisp approvals: ${problem}\n`);
  return 1;
}
