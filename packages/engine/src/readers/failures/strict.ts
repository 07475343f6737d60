import { WORD } from './cues.ts';
import type { Family } from './family.ts';

const STRICT =
  /Failing due to -Werror|warnings (?:being )?treated as errors|too many warnings|-Werror specified|[Tt]reat(?:ing)? warnings as errors|--max-warnings|fail(?:ed|ing)? (?:due to|because of|on) warnings/;

/** A tool that says that its warnings fail the run: then they are the reason when there is nothing worse. */
export const strict: Family = {
  cues: WORD,
  first: '',
  read(entry, lane) {
    if (!STRICT.test(entry.text)) return false;
    lane.evidence('strict');
    return true;
  },
};
