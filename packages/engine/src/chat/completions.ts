import { ModelError } from '../models/backend.ts';
import { installedModels } from '../models/open-backend.ts';
import type { Conversation } from '../session/conversation.ts';
import { CHAT_COMMANDS } from './commands/table.ts';
import { completePath } from './complete-path.ts';

export interface Completion {
  /** The character at which a candidate replaces the input up to the cursor. */
  from: number;
  candidates: string[];
}

/** Most candidates of one answer. */
const MOST = 200;

/** How long the names of the models are believed, and waited for, in ms. */
const MODELS_FRESH = 30_000;
const MODELS_WAIT = 1_500;

/** Completes the input of a conversation: commands and their arguments, and the names of files. */
export class Completer {
  readonly #conversation: Conversation;
  readonly #host: string | undefined;
  #models: { names: string[]; time: number } | null = null;

  constructor(conversation: Conversation, host: string | undefined) {
    this.#conversation = conversation;
    this.#host = host;
  }

  /** Candidates for the input at character `cursor`, the likeliest first. */
  async complete(text: string, cursor: number, signal: AbortSignal): Promise<Completion> {
    const before = text.slice(0, cursor);
    const from = before.search(/\S*$/);
    const word = before.slice(from);
    const { directory } = this.#conversation.session;
    if (!before.startsWith('/') || (from === 0 && word.includes('/', 1))) {
      const isCommand = before.startsWith('!');
      if (isCommand && from === 0) return completePath(word.slice(1), 1, directory, true);
      // In a sentence only what looks like a path is one.
      const isPath = isCommand || /[/.~]/.test(word);
      return isPath ? completePath(word, from, directory, isCommand) : { from, candidates: [] };
    }
    const candidates = from === 0 ? CHAT_COMMANDS.map((c) => `/${c.name}`) : await this.#arguments(before, signal);
    return { from, candidates: candidates.filter((one) => one.startsWith(word) && one !== word).slice(0, MOST) };
  }

  async #arguments(before: string, signal: AbortSignal): Promise<readonly string[]> {
    const [name = '', ...words] = before.slice(1).split(/\s+/);
    const command = CHAT_COMMANDS.find((one) => one.name === name);
    const sources = { conversation: this.#conversation, models: () => this.#modelNames(signal) };
    return (await command?.complete?.(words.length - 1, words.slice(0, -1), sources)) ?? [];
  }

  async #modelNames(signal: AbortSignal): Promise<readonly string[]> {
    if (this.#models && performance.now() - this.#models.time < MODELS_FRESH) return this.#models.names;
    const soon = AbortSignal.any([signal, AbortSignal.timeout(MODELS_WAIT)]);
    try {
      const names = (await installedModels(this.#conversation.modelName, this.#host, soon)).map((one) => one.name);
      this.#models = { names, time: performance.now() };
      return names;
    } catch (error) {
      // A server that is not there has no names to offer.
      if (error instanceof ModelError || soon.aborted) return [];
      throw error;
    }
  }
}
