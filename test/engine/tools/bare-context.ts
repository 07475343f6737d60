import { ToolBudget } from '../../../packages/engine/src/budget/tool-budget.ts';
import type { Decision } from '../../../packages/engine/src/gate/gate.ts';
import { OutputStore } from '../../../packages/engine/src/store/output-store.ts';
import type { ToolContext } from '../../../packages/engine/src/tools/tool.ts';

const SESSION = '0123456789abcdef';
const allowed: Decision = { verdict: 'allowed', level: 'safe', reason: '', scope: null };

/** What a tool may use where everything is allowed and nothing is recorded: for a tool without its tool box. */
export function bareContext(directory: string, signal = new AbortController().signal): ToolContext {
  return {
    call: SESSION,
    turn: 1,
    directory,
    budget: new ToolBudget(),
    ways: 'none',
    store: new OutputStore(directory, SESSION),
    signal,
    memory: { home: directory, session: SESSION, entries: () => null, condenser: null },
    entryOf: () => null,
    onProgress: () => {},
    decide: async () => allowed,
    decideWrite: async () => allowed,
    decideRead: async () => allowed,
    onCommandEnd: () => {},
    onFileWrite: () => {},
    limits: { maxOutputBytes: null, timeoutSeconds: 60, sandbox: null },
    inspect: { status: () => ({}), context: () => null, config: () => ({}) },
  };
}
