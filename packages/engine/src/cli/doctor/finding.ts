import type { Environment } from '../../config/environment.ts';
import type { LoadedSettings } from '../../config/load.ts';
import type { Settings } from '../../config/settings.ts';

/** What one check saw. `todo` is what to do about it; null when there is nothing to do. */
export interface Finding {
  name: string;
  state: 'ok' | 'warn' | 'broken';
  found: string;
  todo: string | null;
}

/** What the checks look at. */
export interface Patient {
  home: string;
  loaded: LoadedSettings;
  /** The settings in force. */
  settings: Settings;
  env: Environment;
  directory: string;
  /** Whether what is printed goes to a terminal, and its size. */
  terminal: { columns: number; rows: number; colours: number } | null;
}

export type Check = (patient: Patient, signal: AbortSignal) => Finding[] | Promise<Finding[]>;

export const ok = (name: string, found: string): Finding => ({ name, state: 'ok', found, todo: null });

export const warn = (name: string, found: string, todo: string): Finding => ({ name, state: 'warn', found, todo });

export const broken = (name: string, found: string, todo: string): Finding => ({ name, state: 'broken', found, todo });

/** A failure that was told in sentences: the first says what is so, the rest what to do. */
export function failed(name: string, message: string): Finding {
  const end = message.indexOf('. ');
  if (end === -1) return broken(name, message, 'Run wisp models to see what the server has.');
  return broken(name, message.slice(0, end), message.slice(end + 2));
}
