import { WORD } from './cues.ts';
import type { Family } from './family.ts';

const PANICKED = /^thread '.{1,120}' (?:\(\d{1,20}\) )?panicked at (?:'(.*)', )?(\S.{0,300}?):(\d{1,7}):(\d{1,5}):?$/;

/** A Rust thread that panicked: the message stands before the place in old versions and on the next line in new ones. */
export const panicked: Family = {
  cues: WORD,
  first: 't',
  read(entry, lane) {
    const found = PANICKED.exec(entry.text);
    if (found === null) return false;
    const place = { file: found[2] ?? null, row: Number(found[3]), column: Number(found[4]) };
    const finding = lane.report(entry, { tool: 'rust', kind: 'crash', message: found[1] ?? '', ...place });
    if (finding.message !== '') return true;
    lane.open({
      take(next) {
        if (finding.message !== '') return false;
        finding.message = next.text.trim();
        finding.endLine = next.number;
        return true;
      },
    });
    return true;
  },
};
