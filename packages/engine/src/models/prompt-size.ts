import { weightOf } from '../text/weight.ts';
import type { ChatMessage, ChatRequest, ToolDefinition } from './backend.ts';

/** What templates put around a message, a call, and the list of tools, in bytes: a few tokens, and a paragraph for the tools. */
export const AROUND_MESSAGE = 24;
const AROUND_CALL = 64;
const AROUND_TOOLS = 400;

/** How much of the window a request fills: text, thinking, calls and the tools' schemas, weighed as `weightOf` does. */
export function requestWeight(request: ChatRequest): number {
  let weight = toolsWeight(request.tools);
  for (const message of request.messages) weight += messageWeight(message);
  return weight;
}

/** How much of the window one message fills. Each is weighed once: it is an object that does not change. */
export function messageWeight(message: ChatMessage): number {
  const known = weights.get(message);
  if (known !== undefined) return known;
  const weight = sizeOf(message, weightOf);
  weights.set(message, weight);
  return weight;
}

const weights = new WeakMap<ChatMessage, number>();

/** Bytes of one message as the model is given it. */
export function messageBytes(message: ChatMessage): number {
  return sizeOf(message, Buffer.byteLength);
}

/** How much of the window the tools' schemas fill, which every request carries. */
export function toolsWeight(tools: readonly ToolDefinition[]): number {
  return tools.length === 0 ? 0 : weightOf(JSON.stringify(tools)) + AROUND_TOOLS;
}

/** Bytes of the tools' schemas as the model is given them. */
export function toolsBytes(tools: readonly ToolDefinition[]): number {
  return tools.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(tools)) + AROUND_TOOLS;
}

function sizeOf(message: ChatMessage, measure: (text: string) => number): number {
  let size = measure(message.content) + AROUND_MESSAGE;
  if (message.role !== 'assistant') return size;
  if (message.thinking) size += measure(message.thinking);
  for (const call of message.calls ?? []) {
    size += AROUND_CALL + measure(call.name) + measure(JSON.stringify(call.arguments));
  }
  return size;
}
