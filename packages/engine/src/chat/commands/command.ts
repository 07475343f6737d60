import type { NoteLevel } from '@wisp/protocol';
import type { OnProgress } from '../../memory/progress.ts';
import type { Conversation } from '../../session/conversation.ts';
import type { Question } from '../choices.ts';
import type { Face } from '../face.ts';

/** What a command of the chat may use. */
export interface CommandContext {
  conversation: Conversation;
  /** Address of the model server, in any form of OLLAMA_HOST. */
  host: string | undefined;
  face: Face;
  /** All commands, for the one that lists them. */
  commands: readonly ChatCommand[];
  /** Raised when the person interrupts the command. */
  signal: AbortSignal;
  /** Shows a whole line to the person. */
  print: (text: string) => Promise<void>;
  note: (text: string, level: NoteLevel) => Promise<void>;
  /** Says how far a long command has come, in a few words. */
  onProgress: OnProgress;
  /** Lets the person choose; null where nobody is there to. Gives the value, or null for none. */
  choose: ((question: Question) => Promise<string | null>) | null;
  quit: () => void;
}

/** What candidates for an argument are made from. */
interface Sources {
  conversation: Conversation;
  /** Names of the models of the server; none when it does not answer soon. */
  models: () => Promise<readonly string[]>;
}

/** A command of the chat: `/name` and what follows it. */
export interface ChatCommand {
  name: string;
  /** What may follow the name, as help shows it: `[NAME]`; empty for nothing. */
  takes: string;
  summary: string;
  /** Candidates for argument `index` (from 0), given the arguments before it. */
  complete?: (
    index: number,
    before: readonly string[],
    sources: Sources,
  ) => readonly string[] | Promise<readonly string[]>;
  /** `args`: what follows the name, trimmed. */
  run: (args: string, context: CommandContext) => Promise<void>;
}
