import type { AgentEvent } from '../agent/agent.ts';
import { grouped } from '../text/format.ts';
import type { Activity } from './activity.ts';
import type { Face } from './face.ts';

/** Shows what a turn does as it goes. The model's stream waits until the face has taken each fragment. */
export async function showAgentEvent(event: AgentEvent, face: Face, activity: Activity): Promise<void> {
  switch (event.kind) {
    case 'delta':
      activity.set({ doing: 'replying', thinking: false });
      return face.send({ type: 'delta', text: event.text });
    case 'void':
      return face.send({ type: 'delta', text: '', restart: true });
    case 'thinking': {
      const { phase } = event;
      activity.set({ doing: 'thinking', thinking: phase !== 'end' });
      if (phase === 'end') return face.send({ type: 'reasoning', phase, text: '', seconds: event.seconds });
      return face.send({ type: 'reasoning', phase, text: phase === 'delta' ? event.text : '' });
    }
    case 'note':
      return face.send({ type: 'note', text: event.text, level: 'warn' });
    case 'window': {
      const text = `The server holds a window of ${grouped(event.window)} tokens; the budget follows it.`;
      return face.send({ type: 'note', text, level: 'info' });
    }
    default:
      return;
  }
}
