import type { EventLine, Outbound } from '@wisp/protocol';
import { plural, size } from '../../text/format.ts';

/** What a line of the protocol is in plain text, and where it goes; null for one that plain text does not show. */
export interface PlainText {
  /** `reply` is what was asked for; `about` what is said of it. */
  to: 'reply' | 'about';
  text: string;
}

/** The wordings of the lines that are shown as they are. */
export function plainText(line: Outbound): PlainText[] {
  switch (line.type) {
    case 'note':
      return [{ to: 'about', text: `${line.text}\n` }];
    case 'output':
      return [{ to: 'reply', text: `${line.text}\n` }];
    case 'event':
      return eventText(line);
    case 'view':
      return 'error' in line ? [{ to: 'about', text: `${line.error}\n` }] : [{ to: 'reply', text: line.text }];
    case 'turn':
      return line.phase === 'end' ? [{ to: 'about', text: turnText(line) }] : [];
    default:
      return [];
  }
}

function eventText({ kind, text, output }: EventLine): PlainText[] {
  if (text === null) return [];
  const about: PlainText = { to: 'about', text: `· ${text}${wholeAt(output)}\n` };
  if (kind !== 'command.typed' || !output) return [about];
  const printed = output.text === '' || output.text.endsWith('\n') ? output.text : `${output.text}\n`;
  return [{ to: 'reply', text: printed }, about];
}

/** Where the rest of an output is that was given in part. */
function wholeAt(output: EventLine['output']): string {
  if (!output?.stored || !output.truncated) return '';
  const { id, lines, bytes } = output.stored;
  return ` · ${plural(lines, 'line')}, ${size(bytes)}: /show ${id.slice(0, 8)}`;
}

function turnText({ outcome, ran }: Extract<Outbound, { type: 'turn' }>): string {
  const how = outcome === 'interrupted' ? 'interrupted\n' : '';
  return `${how}${ran ? `ran: ${ran}\n` : ''}`;
}
