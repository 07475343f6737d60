import { cleanLine } from '../normalise-clean.ts';
import { type LogSeverity, severityOfLevel, severityOfNumber } from './level.ts';

/** What a log line that is one JSON object says. */
export interface JsonRecord {
  message: string;
  level: LogSeverity | null;
  time: string | null;
}

const MESSAGE_KEYS = ['msg', 'message', '@message', 'event', 'text', 'log', 'body', 'error', 'err'];
const LEVEL_KEYS = [
  'level',
  'lvl',
  'severity',
  'loglevel',
  'log.level',
  '@level',
  'levelname',
  'level_name',
  'priority',
];
const TIME_KEYS = ['time', 'ts', 'timestamp', '@timestamp', 'date', 'datetime', '@t', 't', 'asctime'];
const MOST_FIELDS = 30;
const LONGEST_FIELD = 80;

/** Reads a line such as bunyan, pino, zap, slog or logstash write. Null when the line is not one JSON object. */
export function readJsonRecord(line: string): JsonRecord | null {
  if (line.charCodeAt(0) !== 123 || line.charCodeAt(line.length - 1) !== 125) return null;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // A line that only looks like JSON is read as text.
    return null;
  }
  if (!isObject(value)) return null;
  const scopes = [value, ...Object.values(value).filter(isObject).slice(0, 8)];
  return { message: cleanLine(messageOf(scopes, value)), level: levelOf(scopes), time: timeOf(scopes) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of the first of `keys` that one of `scopes` has, and that `accept` makes something of. */
function find<T>(
  scopes: readonly Record<string, unknown>[],
  keys: readonly string[],
  accept: (v: unknown) => T | null,
): T | null {
  for (const scope of scopes) {
    for (const key of keys) {
      const found = Object.hasOwn(scope, key) ? accept(scope[key]) : null;
      if (found !== null) return found;
    }
  }
  return null;
}

function messageOf(scopes: readonly Record<string, unknown>[], whole: Record<string, unknown>): string {
  const text = find(scopes, MESSAGE_KEYS, (value) => (typeof value === 'string' && value !== '' ? value : null));
  if (text !== null) return text.includes('\n') ? text.slice(0, text.indexOf('\n')) : text;
  const fields = Object.entries(whole)
    .filter(([key]) => !TIME_KEYS.includes(key) && !LEVEL_KEYS.includes(key))
    .slice(0, MOST_FIELDS);
  return fields.map(([key, value]) => `${key}=${fieldText(value)}`).join(' ');
}

function fieldText(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, LONGEST_FIELD));
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  return String(value);
}

function levelOf(scopes: readonly Record<string, unknown>[]): LogSeverity | null {
  return find(scopes, LEVEL_KEYS, (value) => {
    if (typeof value === 'number') return value < 10 ? null : severityOfNumber(value);
    return typeof value === 'string' ? severityOfLevel(value) : null;
  });
}

function timeOf(scopes: readonly Record<string, unknown>[]): string | null {
  return find(scopes, TIME_KEYS, (value) => {
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' && value.length < 60 ? value : null;
  });
}
