import { FILE_PROGRAMS } from './file-programs.ts';
import { MACHINE_PROGRAMS } from './machine.ts';
import { NETWORK_PROGRAMS } from './network.ts';
import { PACKAGE_PROGRAMS } from './packages.ts';
import type { Rule } from './rule.ts';
import { TEXT_PROGRAMS } from './text-programs.ts';

/** Programs with a way to write, run or destroy, by name: the rule that says what each is asked about. */
export const PROGRAMS: ReadonlyMap<string, Rule> = new Map(
  [FILE_PROGRAMS, TEXT_PROGRAMS, NETWORK_PROGRAMS, PACKAGE_PROGRAMS, MACHINE_PROGRAMS].flatMap((table) =>
    Object.entries(table),
  ),
);
