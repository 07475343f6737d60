import { statSync } from 'node:fs';
import { join } from 'node:path';
import { LogError, logDirectory, logName, putAside } from '../../audit/log-files.ts';
import { lastEvents } from '../../audit/log-reader.ts';
import { grouped, plural, size } from '../../text/format.ts';
import { type Finding, failed, ok, type Patient, warn } from './finding.ts';

/** How many of the last events are read. */
const READ = 2_000;

/** The audit log: how much there is of it, and whether its end can be read. */
export async function records({ home, settings }: Patient): Promise<Finding[]> {
  if (!settings.audit.enabled)
    return [ok('audit', 'off by the setting audit.enabled: nothing is recorded, and no output is kept')];
  const directory = logDirectory(home);
  try {
    const { events, unreadable } = await lastEvents(home, {}, READ);
    const sizes = [0, ...putAside(directory)].flatMap((number) => {
      const facts = statSync(join(directory, logName(number)), { throwIfNoEntry: false });
      return facts ? [facts.size] : [];
    });
    if (sizes.length === 0) return [ok('audit', 'no log yet')];
    const bytes = sizes.reduce((sum, one) => sum + one, 0);
    const has = `${size(bytes)} in ${plural(sizes.length, 'file')} of ${directory}`;
    if (unreadable === 0) return [ok('audit', has)];
    const found = `${has}: ${unreadable} of the last ${grouped(events.length + unreadable)} lines can not be read`;
    return [
      warn('audit', found, 'A crash or a full disk tears a line; the others are whole. Nothing needs to be done.'),
    ];
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return [failed('audit', `${error.message}. Make ${directory} and its files readable for you.`)];
  }
}
