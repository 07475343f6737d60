import { WORD } from './cues.ts';
import type { Family } from './family.ts';
import { asPath } from './place.ts';
import { reportPlaced } from './placed.ts';
import { severityOf } from './severity.ts';
import { toolFor } from './tools.ts';

const GLUED =
  /[\s:]((?:[A-Za-z]:)?[\w./\\@+~-]{1,300}\.\w{1,10}):(\d{1,7}):(\d{1,5}): (fatal error|error|warning): (\S.*)$/;

/**
 * A compiler's diagnostic behind other text on one line: parallel jobs and commands echoed without an end of line glue lines
 * together. Place, column and severity make the shape certain wherever it stands; quoted and compared text is left alone.
 */
export const glued: Family = {
  cues: WORD,
  first: '',
  read(entry, lane) {
    if (!entry.text.includes('error: ') && !entry.text.includes('warning: ')) return false;
    if (/^\s*[-+>|'"`#]|^\s*(?:at|E) /.test(entry.text)) return false;
    const found = GLUED.exec(entry.text);
    const file = found === null ? null : asPath(found[1] ?? '');
    if (found === null || file === null) return false;
    const place = { file, row: Number(found[2]), column: Number(found[3]), rest: found[5] ?? '', indent: 0 };
    const severity = severityOf(found[4] ?? 'error');
    const message = found[5] ?? '';
    reportPlaced(entry, lane, place, {
      tool: toolFor(file, null),
      severity: severity === 'note' ? 'error' : severity,
      message,
    });
    return true;
  },
};
