import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../text/error-code.ts';

/** Largest file of settings that is read. */
const LARGEST = 256 * 1024;

/** The text of a file of settings, null where there is none; or why it can not be read. */
export type SettingsText = { text: string | null } | { problem: string };

export const settingsPath = (home: string): string => join(home, 'config.json');

/** Reads the file of settings: UTF-8, a byte order mark left out. A pipe or a device in its place does not block. */
export function readSettingsText(path: string): SettingsText {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' ? { text: null } : { problem: `it can not be opened (${code})` };
  }
  try {
    const facts = fstatSync(fd);
    if (!facts.isFile()) return { problem: 'it is not a regular file' };
    const bytes = Buffer.alloc(LARGEST + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(fd, bytes, length, bytes.length - length, null);
    if (length > LARGEST) return { problem: `it is larger than ${LARGEST / 1024} KiB` };
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length)) };
  } catch (error) {
    return { problem: error instanceof TypeError ? 'it is not UTF-8 text' : `it can not be read (${codeOf(error)})` };
  } finally {
    closeSync(fd);
  }
}

/** The system's code of a failure (`EACCES`), or its words. */
export function codeOf(error: unknown): string {
  return errorCode(error) ?? (error instanceof Error ? error.message : String(error));
}
