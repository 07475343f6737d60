import { join } from 'node:path';
import { AuditLog, newId } from '../../../packages/engine/src/audit/audit-log.ts';
import type { AuditEvent } from '../../../packages/engine/src/audit/events.ts';
import { ToolBudget } from '../../../packages/engine/src/budget/tool-budget.ts';
import { DEFAULT_SETTINGS } from '../../../packages/engine/src/config/settings.ts';
import { ApprovalStore } from '../../../packages/engine/src/gate/approval-store.ts';
import { type ApprovalAnswer, Gate } from '../../../packages/engine/src/gate/gate.ts';
import { OutputStore } from '../../../packages/engine/src/store/output-store.ts';
import { AuditedToolBox } from '../../../packages/engine/src/tools/audited-toolbox.ts';
import { TOOLS } from '../../../packages/engine/src/tools/registry.ts';
import type { ToolAnswer } from '../../../packages/engine/src/tools/toolbox.ts';
import { scratch } from '../../support/wisp.ts';

interface BenchOptions {
  home?: string;
  entries?: readonly { id: string; session: string }[];
  audit?: boolean;
}

/** The tools of a conversation on a home of its own, whose person answers as told. */
export class Toolbench {
  readonly home: string;
  readonly directory = scratch();
  readonly session = newId();
  readonly budget = new ToolBudget();
  readonly events: AuditEvent[] = [];
  readonly store: OutputStore;
  readonly box: AuditedToolBox;
  answer: ApprovalAnswer = 'once';
  /** What happens while the question stands. */
  beforeAnswer = () => {};
  turn = 1;
  context: object | null = { parts: [] };
  /** Rounds of calls get an id each from the server; here they count. */
  #calls = 0;

  /** `home` and `entries` of a conversation that goes on; `audit` false for one that records nothing. */
  constructor({ home = scratch(), entries = [], audit = true }: BenchOptions = {}) {
    this.home = home;
    this.store = new OutputStore(home, this.session, audit ? null : 'the audit is off');
    this.box = new AuditedToolBox({
      tools: TOOLS,
      audit: new AuditLog({
        home: this.home,
        session: this.session,
        version: 'test',
        now: () => new Date(),
        enabled: audit,
        limits: DEFAULT_SETTINGS.audit,
        onFailure: (error) => {
          throw error;
        },
        onEvent: (event) => this.events.push(event),
      }),
      store: this.store,
      budget: this.budget,
      gate: new Gate({
        approver: async () => {
          this.beforeAnswer();
          return this.answer;
        },
        approveAll: false,
        places: { home: '/home/nobody', launch: this.directory, wisp: join(this.home, '.wisp') },
        approvals: new ApprovalStore(this.home),
        ...DEFAULT_SETTINGS.approval,
      }),
      directory: this.directory,
      ways: 'memory',
      turn: () => this.turn,
      entries,
      home: this.home,
      session: this.session,
      condenser: () => null,
      onProgress: () => {},
      limits: { maxOutputBytes: null, timeoutSeconds: 60, sandbox: null },
      inspect: {
        status: () => ({ model: 'm', notes: 'n'.repeat(20_000) }),
        context: () => this.context,
        config: () => ({ ...DEFAULT_SETTINGS, audit: { ...DEFAULT_SETTINGS.audit, enabled: audit } }),
      },
    });
  }

  call(name: string, args: Record<string, unknown>, room = Number.POSITIVE_INFINITY): Promise<ToolAnswer> {
    this.#calls += 1;
    return this.box.call({ id: `c${this.#calls}`, name, arguments: args }, new AbortController().signal, room);
  }

  /** The events of a kind, their details alone. */
  told(kind: string): Record<string, unknown>[] {
    return this.events.filter((event) => event.kind === kind).map((event) => event.details);
  }
}
