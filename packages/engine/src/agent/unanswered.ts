import { type ChatMessage, ModelError } from '../models/backend.ts';
import { grouped } from '../text/format.ts';
import type { Reply } from './reply-collector.ts';

/** How often a model is asked again after a reply without text and calls. */
export const MOST_NUDGES = 2;

/** Whether a reply says nothing and asks for nothing. */
export function isUnanswered(reply: Reply): boolean {
  return reply.calls.length === 0 && reply.text.trim() === '';
}

/** What the model is told after such a reply; it stands in no thread. */
export function nudge(reply: Reply): ChatMessage {
  const content = reply.thinking.trim()
    ? 'You thought, but wrote no answer. Write your answer now, or call a tool.'
    : 'Your reply was empty. Answer what was asked, or call a tool.';
  return { role: 'user', content };
}

/** The sentence for a reply that stayed without text and calls. `window` in tokens, null when it is not known. */
export function unanswered(reply: Reply, window: number | null, asked: number): ModelError {
  const thought = reply.thinking.trim() !== '';
  const what = thought ? 'The model only thought and wrote no answer' : 'The model sent an empty reply';
  const times = asked > 1 ? `, ${asked} times` : '';
  return new ModelError(thought ? 'thinking-only' : 'empty-reply', `${what}${times}. ${advice(reply, window)}`);
}

/** The note for a reply that ran into its limit but has text. */
export function cutOff(reply: Reply, window: number | null): string {
  return isFull(reply, window)
    ? `The reply was cut off: the window of ${grouped(window ?? 0)} tokens is full. Ask for the rest, or set a larger window.`
    : "The reply was cut off by the server's limit on its length (num_predict).";
}

function advice(reply: Reply, window: number | null): string {
  if (reply.reason === 'length' && isFull(reply, window)) {
    return `Its window of ${grouped(window ?? 0)} tokens is full: start a new conversation, or set a larger window.`;
  }
  if (reply.reason === 'length')
    return "The server's limit on the length of a reply (num_predict) left no room for one.";
  return 'Say it in other words, or choose another model; some do this whenever tools are offered.';
}

/** Whether prompt and reply together filled the window; unknown counts are taken for it, because num_predict is rare. */
export function isFull({ usage }: Reply, window: number | null): boolean {
  if (window === null) return false;
  if (usage.inputTokens === undefined || usage.outputTokens === undefined) return true;
  return usage.inputTokens + usage.outputTokens >= window * 0.95;
}
