import type { Argv, WritablePlaces } from './places.ts';

/**
 * The argv that runs `argv` with bubblewrap (bwrap(1)), the whole file system read-only but for the places. Processes,
 * network and devices stay as they are, so that ending, signals and ports work as without it.
 */
export function bubblewrapArgv({ writable, readOnly }: WritablePlaces, argv: Argv): Argv {
  return [
    'bwrap',
    '--die-with-parent',
    ...['--ro-bind', '/', '/'],
    // Not a devices file system of its own: not every machine has all that bubblewrap would put there.
    ...['--dev-bind', '/dev', '/dev'],
    ...writable.flatMap((path) => ['--bind-try', path, path]),
    // After what is writable: it may lie within.
    ...readOnly.flatMap((path) => ['--ro-bind-try', path, path]),
    '--',
    ...argv,
  ];
}
