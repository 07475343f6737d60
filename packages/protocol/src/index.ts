export { encodeLine, type Frame, LineSplitter, LineWriter, MAX_LINE_BYTES, readFrames } from './framing.ts';
export { type ApprovalDecision, type Inbound, type InboundReading, inbound, readInbound } from './inbound.ts';
export {
  type ApprovalLine,
  EVENT_TEXT_BYTES,
  type EventLine,
  type EventOutput,
  type NoteLevel,
  type Outbound,
  type OutputPage,
  outbound,
  PROTOCOL_VERSION,
  readOutbound,
  type StatusLine,
  type TurnOutcome,
  type ViewError,
} from './outbound.ts';
