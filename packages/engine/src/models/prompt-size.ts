import type { ChatMessage, ChatRequest, ToolDefinition } from './backend.ts';

/** What a template adds around a message, in bytes; measured on none, near the few tokens that chat templates spend. */
const AROUND_MESSAGE = 16;

/** Bytes that the model is given by one request: text, thinking, calls and the tools' schemas. */
export function requestBytes(request: ChatRequest): number {
  let bytes = toolBytes(request.tools);
  for (const message of request.messages) bytes += messageBytes(message);
  return bytes;
}

/** Bytes of one message as the model is given it. */
export function messageBytes(message: ChatMessage): number {
  let bytes = Buffer.byteLength(message.content) + AROUND_MESSAGE;
  if (message.role !== 'assistant') return bytes;
  if (message.thinking) bytes += Buffer.byteLength(message.thinking);
  for (const call of message.calls ?? []) {
    bytes += AROUND_MESSAGE + call.name.length + Buffer.byteLength(JSON.stringify(call.arguments));
  }
  return bytes;
}

/** Bytes of the tools' schemas, which every request carries. */
export function toolBytes(tools: readonly ToolDefinition[]): number {
  return tools.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(tools));
}
