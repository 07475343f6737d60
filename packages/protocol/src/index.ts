export { encodeLine, type Frame, LineSplitter, LineWriter, readFrames } from './framing.ts';
export { type ApprovalDecision, type Inbound, type InboundReading, inbound, readInbound } from './inbound.ts';
export { EVENT_TEXT_BYTES, MAX_LINE_BYTES } from './limits.ts';
export {
  type ActivityLine,
  type ApprovalLine,
  type ChoiceLine,
  type ContextLine,
  type EventLine,
  type EventOutput,
  type NoteLevel,
  type Outbound,
  type OutputPage,
  outbound,
  PROTOCOL_VERSION,
  readOutbound,
  type ScreenSettings,
  type StatusLine,
  type TurnOutcome,
  type ViewError,
} from './outbound.ts';
