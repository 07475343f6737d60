import type { ChatMessage, ToolDefinition } from '../backend.ts';

/** Finished turns give the same messages again and again: in a long conversation making them anew shows. */
const made = new WeakMap<ChatMessage, object>();

/** A message as `/api/chat` takes it. `arguments` must be an object; results name their tool and their call. */
export function wireMessage(message: ChatMessage): object {
  const known = made.get(message);
  if (known) return known;
  const wire = makeMessage(message);
  made.set(message, wire);
  return wire;
}

function makeMessage(message: ChatMessage): object {
  if (message.role === 'tool') {
    return { role: 'tool', content: message.content, tool_name: message.name, tool_call_id: message.callId };
  }
  if (message.role !== 'assistant') return { role: message.role, content: message.content };
  const { content, thinking, calls } = message;
  return {
    role: 'assistant',
    content,
    ...(thinking ? { thinking } : {}),
    ...(calls?.length
      ? {
          tool_calls: calls.map(({ id, name, arguments: given }, index) => ({
            id,
            function: { index, name, arguments: given },
          })),
        }
      : {}),
  };
}

/** A tool as `/api/chat` takes it. */
export function wireTool(tool: ToolDefinition): object {
  return {
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: tool.parameters },
  };
}
