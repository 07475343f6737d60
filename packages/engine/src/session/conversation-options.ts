import type { EventOutput } from '@wisp/protocol';
import type { AuditEvent, EventDetails } from '../audit/events.ts';
import type { Settings } from '../config/settings.ts';
import type { Approver } from '../gate/gate.ts';
import type { OnProgress } from '../memory/progress.ts';
import type { Tool } from '../tools/tool.ts';
import type { FileMark } from './conversation-files.ts';
import type { SavedConversation } from './saved-conversation.ts';

export interface ConversationOptions {
  home: string;
  settings: Settings;
  directory: string;
  entryPoint: EventDetails<'session.start'>['entryPoint'];
  /** Model to use: null for the server's own choice, `none` for no model. */
  model: string | null;
  /** Address of the model server, in any form of OLLAMA_HOST. */
  host: string | undefined;
  /** Requests that the server takes at once. */
  parallel: number;
  tools: readonly Tool[];
  approveAll: boolean;
  approver: Approver;
  /** A conversation to go on with. */
  resume?: { saved: SavedConversation; mark: FileMark };
  onEvent?: (event: AuditEvent, output: EventOutput | null) => void;
  onNote: (text: string) => void;
  /** Told how far a long call has come, in a few words. */
  onProgress?: OnProgress;
  /** Told how many bytes the running command has printed so far. */
  onPrinted?: (bytes: number) => void;
}

/** How a turn went, for whoever shows it. */
export interface TurnReport {
  turn: number;
  outcome: 'ok' | 'error' | 'interrupted';
  seconds: number;
  text: string;
  inputTokens?: number;
  outputTokens?: number;
  error: string | null;
  ran: string | null;
}
