import type { Outbound } from '@wisp/protocol';
import type { Panel } from '../../panel/panel.ts';
import { found, pointsArrived, told } from '../../panel/questions.ts';
import { cleanInline } from '../../text/sanitise.ts';
import { withPanel } from '../panel.ts';
import { panelRoom } from '../room.ts';
import type { State } from '../state.ts';
import { only, type Step } from '../step.ts';

type Answer = Extract<Outbound, { type: 'found' | 'points' | 'kept' }>;

/** An answer about the output in the expanded view; a late one is dropped. */
export function onPanelAnswer(state: State, line: Answer): Step {
  const { panel } = state;
  if (!panel?.question || panel.questionId !== line.id) return only(state);
  return withPanel(
    state,
    line.error === undefined ? answered(state, panel, line) : told(panel, cleanInline(line.error), true),
  );
}

function answered(state: State, panel: Panel, line: Answer): Panel {
  const room = panelRoom(state);
  switch (line.type) {
    case 'found':
      return found(panel, line.line, room);
    case 'points': {
      const points = line.points.map((point) => ({ ...point, text: cleanInline(point.text) }));
      return pointsArrived(panel, points, room);
    }
    case 'kept':
      return told(panel, `saved to ${cleanInline(line.path)}`, false);
  }
}
