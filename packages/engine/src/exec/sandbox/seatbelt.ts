import type { Argv, WritablePlaces } from './places.ts';

/** The argv that runs `argv` under Seatbelt (sandbox-exec(1) of macOS): everything is allowed but writes outside the places. */
export function seatbeltArgv(places: WritablePlaces, argv: Argv): Argv {
  return ['/usr/bin/sandbox-exec', '-p', seatbeltProfile(places), ...argv];
}

/** The profile, in Seatbelt's Scheme. The last rule that matches decides. */
function seatbeltProfile({ writable, pinned, readOnly }: WritablePlaces): string {
  const under = (paths: readonly string[]) => paths.map((path) => `(subpath ${quoted(path)})`).join(' ');
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    `(allow file-write* (subpath "/dev") ${under(writable)})`,
    // Of these, moving away alone: a rename unlinks.
    ...pinned.map((path) => `(deny file-write-unlink (literal ${quoted(path)}))`),
    ...(readOnly.length > 0 ? [`(deny file-write* ${under(readOnly)})`] : []),
  ].join('\n');
}

function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
