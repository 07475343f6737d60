import { type ChatEvent, ModelError, type ToolRequest, type Usage } from '../models/backend.ts';
import type { Emit } from './events.ts';

/** One whole reply. */
export interface Reply {
  text: string;
  thinking: string;
  calls: readonly ToolRequest[];
  reason: 'stop' | 'length';
  usage: Usage;
  seconds: number;
}

/**
 * Gathers one streamed reply and tells of it as it comes. Calls are given only with the whole reply: those of one that
 * failed are never run. What had come is in `text` when it fails or is interrupted.
 */
export class ReplyCollector {
  readonly #emit: Emit;
  #text = '';
  #thinking = '';
  #calls: ToolRequest[] = [];
  #thinkingSince: number | null = null;
  #thinkingFrom = 0;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  get text(): string {
    return this.#text;
  }

  /** Reads the stream to its end. Throws what the stream throws. */
  async collect(events: AsyncIterable<ChatEvent>): Promise<Reply> {
    const began = performance.now();
    try {
      for await (const event of events) {
        if (event.kind !== 'done') await this.#take(event);
        else {
          await this.#endThinking();
          const { reason, usage } = event;
          const reply = { text: this.#text, thinking: this.#thinking, calls: this.#calls, reason, usage };
          return { ...reply, seconds: (performance.now() - began) / 1000 };
        }
      }
    } catch (error) {
      await this.#endThinking();
      throw error;
    }
    throw new ModelError('stream-ended', 'The model stopped in the middle of its reply. Send the prompt again.');
  }

  async #take(event: Exclude<ChatEvent, { kind: 'done' }>): Promise<void> {
    if (event.kind === 'thinking') return this.#think(event.text);
    if (event.kind === 'warning') return this.#emit({ kind: 'note', text: event.text });
    await this.#endThinking();
    if (event.kind === 'text') {
      this.#text += event.text;
      await this.#emit({ kind: 'delta', text: event.text });
    } else if (event.kind === 'call') this.#calls.push(event.call);
    else await this.#void(event);
  }

  async #void(event: Extract<ChatEvent, { kind: 'restart' | 'text-was-thinking' }>): Promise<void> {
    if (event.kind === 'restart') {
      this.#thinking = '';
      this.#calls = [];
    } else this.#thinking += this.#text;
    this.#text = '';
    const because = event.kind === 'restart' ? 'restart' : 'thinking';
    await this.#emit({ kind: 'void', because, reason: event.kind === 'restart' ? event.reason : null });
  }

  async #think(text: string): Promise<void> {
    if (this.#thinkingSince === null) {
      this.#thinkingSince = performance.now();
      this.#thinkingFrom = this.#thinking.length;
      await this.#emit({ kind: 'thinking', phase: 'start' });
    }
    this.#thinking += text;
    await this.#emit({ kind: 'thinking', phase: 'delta', text });
  }

  async #endThinking(): Promise<void> {
    if (this.#thinkingSince === null) return;
    const seconds = (performance.now() - this.#thinkingSince) / 1000;
    this.#thinkingSince = null;
    await this.#emit({ kind: 'thinking', phase: 'end', text: this.#thinking.slice(this.#thinkingFrom), seconds });
  }
}
