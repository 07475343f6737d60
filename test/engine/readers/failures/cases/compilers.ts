import type { Case } from '../read.ts';

export const compilers: readonly Case[] = [
  {
    name: 'gcc with notes, source and carets',
    log: `cc -c src/net/poll.c
In file included from src/net/poll.h:3,
                 from src/net/poll.c:1:
src/net/wait.h: In function 'wait_for':
src/net/wait.h:14:9: error: unknown type name 'ticks'
   14 |         ticks left;
      |         ^~~~~
src/net/wait.h:9:1: note: declared here
src/net/poll.c:40:3: warning: unused variable 'n' [-Wunused-variable]
1 error generated.`,
    failures: ["L5 error cc src/net/wait.h:14:9 unknown type name 'ticks'"],
    warnings: ["L9 warning cc src/net/poll.c:40:3 unused variable 'n' [-Wunused-variable]"],
  },
  {
    name: 'old gcc, which has no column and no severity',
    log: `poll.c:12: error: 'left' undeclared (first use in this function)
poll.c:13: parse error before "return"`,
    failures: [
      "L1 error cc poll.c:12 'left' undeclared (first use in this function)",
      'L2 error cc poll.c:13 parse error before "return"',
    ],
  },
  {
    name: 'a warning that the build promotes to an error',
    log: "lib/a.cpp:3:7: warning: unused variable 'x' [-Werror,-Wunused-variable]",
    failures: ["L1 error cc lib/a.cpp:3:7 unused variable 'x' [-Werror,-Wunused-variable]"],
  },
  {
    name: 'clang-tidy, in a folder with a blank in its name',
    log: '/my work/src/a.cpp:8:20: warning: use nullptr [modernize-use-nullptr]',
    failures: ['L1 warning clang-tidy /my work/src/a.cpp:8:20 use nullptr [modernize-use-nullptr]'],
  },
  {
    name: 'a diagnostic glued to the command before it',
    log: 'c++ -O2 -o a.o a.cpp b/a.cpp:3:7: error: no member named size',
    failures: ['L1 error cc b/a.cpp:3:7 no member named size'],
  },
  {
    name: 'gfortran of old, with the message under the source',
    log: `solve.f90:81.24-26:

call step(state, tol)
                        1
Error: Type mismatch in argument 'tol' at (1)`,
    failures: ["L1 error gfortran solve.f90:81:24 Type mismatch in argument 'tol' at (1)"],
  },
  {
    name: 'MSVC, C# and MSBuild, the block at the end repeating them',
    log: `  3>C:\\app\\Net (x86)\\poll.cpp(12): error C2065: 'ticks': undeclared identifier [C:\\app\\app.vcxproj]
src\\Main.cs(12,5): error CS0103: The name 'x' does not exist in the current context [C:\\app\\app.csproj]
main.cpp(81) : warning C4100: 'argc': unreferenced formal parameter
Build FAILED.
  src\\Main.cs(12,5): error CS0103: The name 'x' does not exist in the current context [C:\\app\\app.csproj]
    1 Warning(s)
    2 Error(s)`,
    failures: [
      "L1 error cl C:\\app\\Net (x86)\\poll.cpp:12 C2065: 'ticks': undeclared identifier [C:\\app\\app.vcxproj]",
      "L2 error csc src\\Main.cs:12:5 CS0103: The name 'x' does not exist in the current context [C:\\app\\app.csproj]",
    ],
    warnings: ["L3 warning cl main.cpp:81 C4100: 'argc': unreferenced formal parameter"],
  },
  {
    name: 'codes without a place',
    log: `MSBUILD : error MSB1009: Project file does not exist.
app.csproj : error NU1101: Unable to find package Left.Pad. [C:\\app\\app.sln]
error TS18003: No inputs were found in config file 'tsconfig.json'.`,
    failures: [
      'L1 error msbuild - MSB1009: Project file does not exist.',
      'L2 error nuget app.csproj NU1101: Unable to find package Left.Pad.',
      "L3 error tsc - TS18003: No inputs were found in config file 'tsconfig.json'.",
    ],
  },
  {
    name: 'rustc, Clippy and Cargo, with the tallies that close them',
    log: `error[E0425]: cannot find value \`left\` in this scope
  --> src/wait.rs:7:9
   |
7  |     let n = left + 1;
   |             ^^^^ not found in this scope
   |
note: it is here
  --> src/lib.rs:1:1

warning: unused import: \`std::fmt\`
 --> src/lib.rs:1:5
  |
1 | use std::fmt;
  |     ^^^^^^^^

error: aborting due to 1 previous error; 1 warning emitted

For more information about this error, try \`rustc --explain E0425\`.
error: could not compile \`waits\` (lib) due to 1 previous error; 1 warning emitted
warning: build failed, waiting for other jobs to finish...`,
    failures: ['L1 error rustc src/wait.rs:7:9 E0425: cannot find value `left` in this scope'],
    warnings: ['L10 warning rustc src/lib.rs:1:5 unused import: `std::fmt`'],
  },
  {
    name: 'Cargo twice the same error, for the library and its tests',
    log: `error[E0308]: mismatched types
 --> src/lib.rs:2:5
error: could not compile \`waits\` (lib) due to 1 previous error
error[E0308]: mismatched types
 --> src/lib.rs:2:5
error: could not compile \`waits\` (lib test) due to 1 previous error`,
    failures: ['L1 error rustc src/lib.rs:2:5 E0308: mismatched types'],
  },
  {
    name: 'tsc plain and pretty',
    log: `src/a.ts(3,14): error TS2322: Type 'string' is not assignable to type 'number'.
  Type 'x' is not assignable either.
src/(group)/page.tsx:3:14 - error TS2304: Cannot find name 'x'.

3 const y = x;
            ~
Found 2 errors in 2 files.`,
    failures: [
      "L1 error tsc src/a.ts:3:14 TS2322: Type 'string' is not assignable to type 'number'.",
      "L3 error tsc src/(group)/page.tsx:3:14 TS2304: Cannot find name 'x'.",
    ],
  },
  {
    name: 'javac under Ant, with one line a timestamp',
    log: `    [javac] /p/src/A.java:12: error: cannot find symbol
    [javac]         Left x;
    [javac]         ^
    [javac]   symbol:   class Left
    [javac] 1 error
BUILD FAILED
/p/build.xml:40: Compile failed; see the compiler error output for details.`,
    failures: ['L1 error javac /p/src/A.java:12 cannot find symbol'],
  },
  {
    name: 'Maven, which prints compile errors twice',
    log: `[ERROR] COMPILATION ERROR :
[ERROR] /p/src/main/java/A.java:[12,5] cannot find symbol
  symbol:   class Left
[WARNING] /p/src/main/java/B.java:[3,1] [deprecation] old() has been deprecated
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal org.x:maven-compiler-plugin:3.8:compile (default-compile) on project a: Compilation failure
[ERROR] /p/src/main/java/A.java:[12,5] cannot find symbol
[ERROR] -> [Help 1]`,
    failures: ['L2 error javac /p/src/main/java/A.java:12:5 cannot find symbol'],
    warnings: ['L4 warning javac /p/src/main/java/B.java:3:1 [deprecation] old() has been deprecated'],
  },
  {
    name: 'Maven on its own, without anything before it',
    log: `[INFO] BUILD FAILURE
[ERROR] Failed to execute goal org.x:some-plugin:1.0:run (default) on project a: No such property: left`,
    failures: ['L2 error maven - No such property: left (org.x:some-plugin:1.0:run on a)'],
  },
  {
    name: 'kotlinc old and new, and a Gradle that only passes it on',
    log: `> Task :app:compileKotlin FAILED
e: /p/A.kt: (12, 5): Unresolved reference: left
e: file:///p/B.kt:7:9 Type mismatch
w: /p/B.kt:9:1 Parameter 'x' is never used

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':app:compileKotlin'.
> Compilation error. See log for more details

* Try:
> Run with --stacktrace option`,
    failures: [
      'L2 error kotlinc /p/A.kt:12:5 Unresolved reference: left',
      'L3 error kotlinc /p/B.kt:7:9 Type mismatch',
    ],
    warnings: ["L4 warning kotlinc /p/B.kt:9:1 Parameter 'x' is never used"],
  },
  {
    name: 'Gradle on its own',
    log: `FAILURE: Build failed with an exception.

* What went wrong:
Could not resolve all files for configuration ':app:compileClasspath'.
> Could not find org.x:left:1.0.

* Try:`,
    failures: [
      "L3 error gradle - Could not resolve all files for configuration ':app:compileClasspath'. > Could not find org.x:left:1.0.",
    ],
  },
  {
    name: 'scalac under sbt',
    log: `[info] compiling 3 sources
[error] /p/src/A.scala:6:3: not found: value left
[error]   left
[error]   ^
[warn] /p/src/A.scala:9:1: unused import
[error] (compile / compileIncremental) Compilation failed`,
    failures: ['L2 error scalac /p/src/A.scala:6:3 not found: value left'],
    warnings: ['L5 warning scalac /p/src/A.scala:9:1 unused import'],
  },
  {
    name: 'go build and go vet under package headers',
    log: `# example.com/waits
./wait.go:12:5: undefined: left
./wait.go:13:9: too many errors
# [example.com/other]
vet: ./poll.go:3:7: undeclared name: ticks
no required module provides package example.com/left; to add it:
	go get example.com/left`,
    failures: [
      'L2 error go ./wait.go:12:5 undefined: left',
      'L5 error go ./poll.go:3:7 undeclared name: ticks',
      'L6 error go - no required module provides package example.com/left; to add it:',
    ],
  },
  {
    name: 'GHC, whose message stands under its header',
    log: `src/Wait.hs:12:5: error: [GHC-88464]
    Variable not in scope: left
   |
12 |     left
   |     ^^^^
src/Wait.hs:3:1: warning: [-Wunused-imports]
    The import of 'Data.List' is redundant`,
    failures: ['L1 error ghc src/Wait.hs:12:5 GHC-88464: Variable not in scope: left'],
    warnings: ["L6 warning ghc src/Wait.hs:3:1 -Wunused-imports: The import of 'Data.List' is redundant"],
  },
  {
    name: 'erlc, Elixir and Dart',
    log: `./wait.erl:175: record 'left' undefined
** (CompileError) lib/wait.ex:12: undefined function left/0
error: undefined variable "left"
    │
 12 │ left
    │ ^^^^
    │
    └─ lib/poll.ex:12:5: Poll.run/0

lib/main.dart:3:7: Error: Method not found: 'left'.`,
    failures: [
      "L1 error erlc ./wait.erl:175 record 'left' undefined",
      'L2 error elixir lib/wait.ex:12 CompileError: undefined function left/0',
      'L3 error elixir lib/poll.ex:12:5 undefined variable "left"',
      "L10 error dart lib/main.dart:3:7 Method not found: 'left'.",
    ],
  },
  {
    name: 'swiftc and xcodebuild, which lists the commands that failed',
    log: `/p/Sources/Wait.swift:12:5: error: cannot find 'left' in scope
    left()
    ^~~~
** BUILD FAILED **
The following build commands failed:
	CompileSwift normal arm64
(1 failure)`,
    failures: ["L1 error swiftc /p/Sources/Wait.swift:12:5 cannot find 'left' in scope"],
  },
  {
    name: 'perl, php and ruby',
    log: `syntax error at bin/wait.pl line 12, near "left("
PHP Parse error:  syntax error, unexpected 'left' in /p/wait.php on line 12
PHP Fatal error:  Uncaught Error: Call to undefined function left() in /p/poll.php:7
wait.rb:12: syntax error, unexpected end-of-input`,
    failures: [
      'L1 error perl bin/wait.pl:12 syntax error',
      "L2 error php /p/wait.php:12 syntax error, unexpected 'left'",
      'L3 fatal php /p/poll.php:7 Uncaught Error: Call to undefined function left()',
      'L4 error ruby wait.rb:12 syntax error, unexpected end-of-input',
    ],
  },
];
