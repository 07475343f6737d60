import type { Case } from '../read.ts';

export const builds: readonly Case[] = [
  {
    name: 'a linker, by symbol, and what it makes fail',
    log: `/usr/bin/ld: poll.o: in function \`poll':
poll.c:(.text+0x1f): undefined reference to \`left'
/usr/bin/ld: wait.c:12: undefined reference to \`left'
/usr/bin/ld: cannot find -lright
collect2: error: ld returned 1 exit status
make: *** [Makefile:12: app] Error 1`,
    failures: [
      "L2 error ld poll.c undefined reference to `left'",
      "L3 error ld wait.c:12 undefined reference to `left'",
      'L4 error ld - cannot find -lright',
    ],
  },
  {
    name: 'lld and the linkers of Apple and Microsoft',
    log: `ld.lld: error: undefined symbol: left
>>> referenced by wait.c:12
>>>               wait.o:(main)
Undefined symbols for architecture arm64:
  "_left", referenced from:
      _main in main.o
ld: symbol(s) not found for architecture arm64
clang: error: linker command failed with exit code 1 (use -v to see invocation)
main.obj : error LNK2019: unresolved external symbol left referenced in function main
LINK : fatal error LNK1120: 1 unresolved externals`,
    failures: [
      'L1 error ld wait.c:12 undefined symbol: left',
      'L5 error ld - undefined symbol: _left',
      'L9 error link main.obj LNK2019: unresolved external symbol left referenced in function main',
    ],
  },
  {
    name: 'make climbing up with nothing before it',
    log: `make[2]: Entering directory '/p/src'
make[2]: *** No rule to make target 'left.o', needed by 'all'.  Stop.
make[1]: *** [Makefile:12: src] Error 2
make: *** [Makefile:3: all] Error 2`,
    failures: ["L2 error make - No rule to make target 'left.o', needed by 'all'.  Stop."],
  },
  {
    name: 'make when only its own line says anything, and an error that it ignores',
    log: `make: [Makefile:9: clean] Error 1 (ignored)
make: *** [Makefile:12: run] Error 127
make: *** Waiting for unfinished jobs....`,
    failures: ['L2 error make Makefile:12 [Makefile:12: run] Error 127'],
  },
  {
    name: 'a Makefile that cannot be read',
    log: 'Makefile:12: *** missing separator.  Stop.',
    failures: ['L1 error make Makefile:12 missing separator'],
  },
  {
    name: 'ninja around a compiler',
    log: `[3/9] Building C object left.o
FAILED: CMakeFiles/app.dir/left.o
/usr/bin/cc -c ../left.c
../left.c:12:5: error: expected ';' before 'return'
ninja: build stopped: subcommand failed.`,
    failures: ["L4 error cc ../left.c:12:5 expected ';' before 'return'"],
  },
  {
    name: 'CMake',
    log: `CMake Warning (dev) at CMakeLists.txt:3 (project):
  Policy CMP0048 is not set.

CMake Error at CMakeLists.txt:12 (find_package):
  Could not find a package configuration file provided by "Left".

Call Stack (most recent call first):
  CMakeLists.txt:3 (include)

-- Configuring incomplete, errors occurred!`,
    failures: [
      'L4 error cmake CMakeLists.txt:12 find_package: Could not find a package configuration file provided by "Left".',
    ],
    warnings: ['L1 warning cmake CMakeLists.txt:3 project: Policy CMP0048 is not set.'],
  },
  {
    name: 'webpack, esbuild, Vite and Rollup',
    log: `ERROR in ./src/a.js 3:0-14
Module not found: Error: Can't resolve 'left' in '/p/src'
 @ ./src/index.js 2:0-13

webpack 5.90.0 compiled with 1 error in 90 ms
✘ [ERROR] Could not resolve "right"

    src/b.ts:3:7:
      3 │ import 'right'
        ╵        ~~~~~~~

[vite]: Rollup failed to resolve import "up" from "src/c.ts".
[!] RollupError: Expression expected
src/d.js (12:5)`,
    failures: [
      "L1 error webpack ./src/a.js:3:0 Module not found: Error: Can't resolve 'left' in '/p/src'",
      'L6 error esbuild src/b.ts:3:7 Could not resolve "right"',
      'L12 error vite - [vite]: Rollup failed to resolve import "up" from "src/c.ts".',
      'L13 error rollup src/d.js:12:5 RollupError: Expression expected',
    ],
  },
  {
    name: 'npm: its own failure leads, with the reason in words',
    log: `npm error code ERESOLVE
npm error ERESOLVE unable to resolve dependency tree
npm error
npm error While resolving: a@1.0.0
npm error A complete log of this run can be found in: /p/debug.log`,
    failures: ['L1 error npm - ERESOLVE: ERESOLVE unable to resolve dependency tree'],
  },
  {
    name: 'npm: a script that failed is explained by what it printed',
    log: `> a@1.0.0 build
src/a.ts(3,14): error TS2304: Cannot find name 'x'.
npm ERR! code ELIFECYCLE
npm ERR! errno 2
npm ERR! a@1.0.0 build: \`tsc\`
npm ERR! Exit status 2`,
    failures: ["L2 error tsc src/a.ts:3:14 TS2304: Cannot find name 'x'."],
  },
  {
    name: 'npm: a script that printed nothing',
    log: `npm ERR! code ELIFECYCLE
npm ERR! errno 2
npm ERR! a@1.0.0 build: \`tsc\``,
    failures: ['L1 error npm - code ELIFECYCLE'],
  },
  {
    name: 'pnpm, Yarn and Turborepo',
    log: ` ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"
error Couldn't find package "left" on the "npm" registry.
error Command failed with exit code 1.
➤ YN0028: │ The lockfile would have been modified by this install, which is explicitly forbidden.
➤ YN0082: │ left@npm:1: Couldn't find the package
 ELIFECYCLE  Command failed with exit code 1.
 ERROR  run failed: command  exited (1)`,
    failures: [
      'L1 error pnpm - ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"',
      'L2 error yarn - Couldn\'t find package "left" on the "npm" registry.',
      "L5 error yarn - YN0082: left@npm:1: Couldn't find the package",
    ],
  },
  {
    name: 'package managers of systems and languages',
    log: `E: Unable to locate package left
configure: error: C compiler cannot create executables
error: failed to select a version for the requirement \`left = "^9"\`
Your requirements could not be resolved to an installable set of packages.

  Problem 1
    - Root composer.json requires left/pad ^9, it could not be found.
ERROR: No matching distribution found for left==9
Could not find gem 'left' in locally installed gems.`,
    failures: [
      'L1 error apt - E: Unable to locate package left',
      'L2 error configure - C compiler cannot create executables',
      'L3 error cargo - failed to select a version for the requirement `left = "^9"`',
      'L4 error composer - Root composer.json requires left/pad ^9, it could not be found.',
      'L8 error pip - No matching distribution found for left==9',
      "L9 error bundler - Could not find gem 'left' in locally installed gems.",
    ],
  },
];
