import type { ChatMessage, ToolDefinition } from '../backend.ts';
import type { ThinkingField } from './completion.ts';

/** A message as `/v1/chat/completions` takes it. Thinking goes back only to a server that gave some, in its own field. */
export function completionMessage(message: ChatMessage, thinking: ThinkingField | null): object {
  if (message.role === 'tool') return { role: 'tool', content: message.content, tool_call_id: message.callId };
  if (message.role !== 'assistant') return { role: message.role, content: message.content };
  const calls = message.calls?.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  }));
  return {
    role: 'assistant',
    content: message.content,
    ...(thinking && message.thinking ? { [thinking]: message.thinking } : {}),
    ...(calls?.length ? { tool_calls: calls } : {}),
  };
}

/** A tool as `/v1/chat/completions` takes it. */
export function completionTool({ name, description, parameters }: ToolDefinition): object {
  return { type: 'function', function: { name, description, parameters } };
}
