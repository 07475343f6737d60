import type { NoteLevel } from '@wisp/protocol';

/** Output as the transcript shows it: its first lines, and how many more there are. Lines are clean. */
export interface Fold {
  readonly lines: readonly string[];
  /** Lines that are not here: behind the first, or in the stored whole alone. */
  readonly more: number;
  /** What opens in the expanded view; see `Openable`. */
  readonly openable: string;
}

/** Most lines, and rows, of an output that a transcript item shows. */
export const FOLD_LINES = 20;

export type CallState = 'running' | 'ok' | 'failed';

/** What the transcript holds. Items are never changed, only replaced, so that their rows can be kept. Text is clean. */
export type Item =
  | { readonly kind: 'user'; readonly text: string }
  | {
      readonly kind: 'typed';
      readonly command: string;
      readonly state: CallState;
      readonly outcome: string;
      readonly fold?: Fold;
    }
  /** A block of a reply: Markdown, or code of a language ('' where none is named). `begins`: set apart from what is above. */
  | { readonly kind: 'reply'; readonly text: string; readonly code: string | null; readonly begins: boolean }
  | {
      readonly kind: 'call';
      readonly title: string;
      readonly state: CallState;
      readonly outcome: string;
      readonly fold?: Fold;
    }
  | { readonly kind: 'event'; readonly text: string }
  | { readonly kind: 'thought'; readonly text: string; readonly openable: string }
  | { readonly kind: 'printed'; readonly text: string; readonly begins: boolean }
  | { readonly kind: 'note'; readonly level: NoteLevel; readonly text: string }
  | { readonly kind: 'turn'; readonly text: string; readonly failed: boolean }
  | { readonly kind: 'banner'; readonly lines: readonly string[] };

/** An output that the expanded view can open. */
export interface Openable {
  /** The event's id: what the engine takes as an id, and `/show` too. */
  readonly id: string;
  /** What printed it, for the header: clean. */
  readonly title: string;
  /** The stored whole, when there is one. */
  readonly stored?: { readonly id: string; readonly bytes: number; readonly lines: number; readonly cut: boolean };
  /** The person named it: whether anything is stored is not known before the engine is asked. */
  readonly named?: true;
  /** Its text as the event carried it: what is shown when nothing is stored. */
  readonly text: string;
  /** That text is all that was printed. */
  readonly complete: boolean;
}
