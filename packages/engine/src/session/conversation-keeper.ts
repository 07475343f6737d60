import { whyNotKept } from '../store/failure.ts';
import { type FileMark, markOf, removeConversation, writeConversation } from './conversation-files.ts';
import { isAutomatic, NAME_SHAPE, type SavedConversation } from './saved-conversation.ts';

const PLACE = 'the directory of conversations';

/** A conversation as it is saved, but for what its file is called and when it was written. */
export type Unsaved = Omit<SavedConversation, 'version' | 'name' | 'saved'>;

export interface KeeperOptions {
  home: string;
  session: string;
  now: () => Date;
  onNote: (text: string) => void;
  /** The file that the conversation was read from. */
  from?: { name: string; mark: FileMark };
}

/**
 * Saves one conversation after each of its turns: under the name that the person gave, else under one of its own, so that a
 * crash loses the turn under way at most. A file that another wisp has written to in the meantime is left as it is.
 */
export class ConversationKeeper {
  readonly #options: KeeperOptions;
  #name: string;
  /** The file as this process left it; null before it wrote one. */
  #mark: FileMark | null;
  #count = 1;
  #isWarned = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#name = options.from?.name ?? this.#automatic();
    this.#mark = options.from?.mark ?? null;
  }

  /** The name that the person gave; null without one. */
  get name(): string | null {
    return isAutomatic(this.#name) ? null : this.#name;
  }

  /** What the conversation is resumed by; null when nothing of it was saved. */
  get savedAs(): string | null {
    return this.#mark === null ? null : this.#name;
  }

  /** A new conversation begins in the same session: the one so far stays as it was saved. */
  begin(): void {
    this.#count++;
    this.#name = this.#automatic();
    this.#mark = null;
  }

  /** Saves under the name that it has. Never throws: a failure is told once, and the conversation goes on. */
  async save(content: Unsaved): Promise<void> {
    const { home, onNote } = this.#options;
    try {
      const there = await markOf(home, this.#name);
      if (there !== null && there !== this.#mark) {
        const taken = this.#name;
        this.begin();
        onNote(
          `Another wisp has saved ${taken} in the meantime; this conversation is saved as ${this.#name} from now on.`,
        );
      }
      await this.#write(content);
      this.#isWarned = false;
    } catch (error) {
      if (!this.#isWarned) onNote(`The conversation is not being saved: ${whyNotKept(error, PLACE)}. It goes on.`);
      this.#isWarned = true;
    }
  }

  /**
   * Saves under a name of the person's, from now on after each turn. Returns what is wrong: then nothing has changed.
   * `replace`: writes over a conversation of that name.
   */
  async saveAs(name: string, content: Unsaved, replace: boolean): Promise<string | null> {
    if (!NAME_SHAPE.test(name))
      return 'A name has 1 to 64 of A-Z, a-z, 0-9, ".", "_" and "-", and begins with none of the last two nor with ".".';
    if (isAutomatic(name)) return 'Names of that form are those that wisp gives; they are swept. Choose another.';
    const { home } = this.#options;
    const before = { name: this.#name, mark: this.#mark };
    try {
      if (name !== before.name && !replace && (await markOf(home, name)) !== null)
        return `There is a conversation ${name} already. /save --replace ${name} writes over it.`;
      this.#name = name;
      await this.#write(content);
    } catch (error) {
      this.#name = before.name;
      return `It was not saved: ${whyNotKept(error, PLACE)}.`;
    }
    // What was saved on the way is the same conversation.
    if (isAutomatic(before.name) && before.mark !== null && (await markOf(home, before.name)) === before.mark)
      await removeConversation(home, before.name);
    return null;
  }

  async #write(content: Unsaved): Promise<void> {
    const { home, now } = this.#options;
    const saved = { version: 1 as const, name: this.#name, saved: now().toISOString(), ...content };
    this.#mark = await writeConversation(home, saved);
  }

  #automatic(): string {
    const { session, now } = this.#options;
    const day = now().toISOString().slice(0, 10);
    return `${day}-${session.slice(0, 8)}${this.#count > 1 ? `-${this.#count}` : ''}`;
  }
}
