export { encodeLine, type Frame, LineSplitter, LineWriter, readFrames } from './framing.ts';
export { type ApprovalDecision, type Inbound, type InboundReading, inbound, readInbound } from './inbound.ts';
export { EVENT_TEXT_BYTES, MAX_LINE_BYTES } from './limits.ts';
export {
  type ActivityLine,
  type ApprovalLine,
  type ChoiceLine,
  type ContextLine,
  type EventLine,
  type NoteLevel,
  type Outbound,
  outbound,
  PROTOCOL_VERSION,
  readOutbound,
  type ScreenSettings,
  type StatusLine,
  type TurnOutcome,
} from './outbound.ts';
export type { EventOutput, OutputPage, ViewError } from './output-lines.ts';
