import type { Argv, WritablePlaces } from './places.ts';

/**
 * The argv that runs `argv` with bubblewrap (bwrap(1)), the whole file system read-only but for the places. Processes,
 * network and devices stay as they are. A command that a signal ends has the status 128 and the signal's number.
 */
export function bubblewrapArgv({ writable, pinned, readOnly }: WritablePlaces, argv: Argv): Argv {
  return [
    'bwrap',
    // Not --die-with-parent: SIGTERM to the group ends bwrap at once, and the command would have no time to clean up.
    // With these, root could mount what is read-only for writing.
    ...['--cap-drop', 'CAP_SYS_ADMIN', '--cap-drop', 'CAP_SYS_PTRACE'],
    ...['--ro-bind', '/', '/'],
    // Not a devices file system of its own: not every machine has all that bubblewrap would put there.
    ...['--dev-bind', '/dev', '/dev'],
    ...writable.flatMap((path) => ['--bind-try', path, path]),
    // What is mounted can not be moved.
    ...pinned.flatMap((path) => ['--bind-try', path, path]),
    // After what is writable: it may lie within.
    ...readOnly.flatMap((path) => ['--ro-bind-try', path, path]),
    '--',
    ...argv,
  ];
}
