import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { auditEnvelope } from '../../audit/events.ts';
import { codeOf } from '../../config/settings-file.ts';
import { grouped, plural, size } from '../../text/format.ts';
import { broken, type Finding, ok, type Patient, warn } from './finding.ts';

/** How much of the log's end is read: what is written there is what the next events follow. */
const READ = 1024 * 1024;

/** Files of the audit log, those put aside too. */
const LOG = /^audit(?:\.\d{1,4})?\.jsonl$/;

/** The audit log: how much there is of it, and whether its end can be read. */
export function records({ home, settings }: Patient): Finding[] {
  if (!settings.audit.enabled)
    return [ok('audit', 'off by the setting audit.enabled: nothing is recorded, and no output is kept')];
  const directory = join(home, 'logs');
  try {
    const files = readdirSync(directory).filter((name) => LOG.test(name));
    const bytes = files.reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
    const has = `${size(bytes)} in ${plural(files.length, 'file')} of ${directory}`;
    const { lines, unreadable } = endOf(join(directory, 'audit.jsonl'));
    if (unreadable === 0) return [ok('audit', has)];
    const found = `${has}: ${unreadable} of the last ${grouped(lines)} lines can not be read`;
    return [
      warn('audit', found, 'A crash or a full disk tears a line; the others are whole. Nothing needs to be done.'),
    ];
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return [ok('audit', 'no log yet')];
    const todo = `Make ${directory} a directory that you can read and write.`;
    return [broken('audit', `${directory} can not be read (${code})`, todo)];
  }
}

/** Lines in the last MiB of a log, and how many of them are no events. */
function endOf(path: string): { lines: number; unreadable: number } {
  const fd = openSync(path, 'r');
  try {
    const total = fstatSync(fd).size;
    const start = Math.max(0, total - READ);
    const bytes = Buffer.alloc(total - start);
    const read = readSync(fd, bytes, 0, bytes.length, start);
    const all = bytes.toString('utf8', 0, read).split('\n');
    // The first is cut where the reading began; what follows the last line feed is empty, or torn.
    const lines = all.slice(start === 0 ? 0 : 1).filter((line, i, rest) => line !== '' || i < rest.length - 1);
    return { lines: lines.length, unreadable: lines.filter((line) => !isEvent(line)).length };
  } finally {
    closeSync(fd);
  }
}

function isEvent(line: string): boolean {
  try {
    return auditEnvelope.safeParse(JSON.parse(line)).success;
  } catch {
    // No JSON: the line is counted as one that can not be read.
    return false;
  }
}
