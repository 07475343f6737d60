/**
 * What a CI service writes around the commands that it runs. `begin`: a command starts; `failed`: it failed;
 * `after`: what follows only cleans up, keeps artefacts or reports.
 */
export type FrameMark = 'begin' | 'failed' | 'after';

/** Characters that a frame line can start with; most lines end here. */
const FIRST = /^[#$>STEBCDFUP]|^🚨|^(?:section_start|store build|travis_)/;

const FAILED = new RegExp(
  [
    '^The command ["\'].{0,4096}(?:exited with|failed and exited with) [1-9]', // Travis CI, Docker
    '^The command ["\'].{0,4096}returned a non-zero code: [1-9]',
    '^(?:##\\[error\\]|Error: )(?:Process completed with exit code|Bash exited with code) .?[1-9]', // Actions, Azure
    '^ERROR: Job failed', // GitLab
    "^ERROR: script returned exit code [1-9]|^Build step '.{0,200}' marked build as failure", // Jenkins
    '^Exited with code (?:exit status )?[1-9]|^Command exited with code [1-9]', // CircleCI, AppVeyor
    '^🚨 Error: The command exited with status [1-9]', // Buildkite
    '^(?:#\\d+ )?ERROR:? .{0,4096}did not complete successfully: exit code: [1-9]', // BuildKit
  ].join('|'),
);

const BEGIN =
  /^(?:\$ \S|##\[group\]Run |Step \d+\/\d+ ?: |STEP \d+|#\d+ \[[^\]]{1,80}\] RUN |> \S+@\S+ \S+ |section_start:)/;

const AFTER =
  /^(?:travis_fold:start:after_|Uploading [Aa]rtifacts|store build cache|Post job cleanup|##\[group\]Post |Done\. Your build exited|Cleaning up (?:orphan|project)|section_start:\d+:(?:after_script|upload_artifacts|cleanup)|Finished: FAILURE)/;

/** The mark that a line is, or null. `part` as `matchedPart` gives it. */
export function frameMark(part: string): FrameMark | null {
  if (!FIRST.test(part)) return null;
  if (FAILED.test(part)) return 'failed';
  if (AFTER.test(part)) return 'after';
  return BEGIN.test(part) ? 'begin' : null;
}

const RULE = /^([-=_*#~─━═])(?: ?\1){4,}$/;

/** True when a line is nothing but a rule drawn across. */
export function isRule(part: string): boolean {
  return RULE.test(part);
}
