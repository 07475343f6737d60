import type { Case } from '../read.ts';

export const runtimes: readonly Case[] = [
  {
    name: 'a Python traceback, whose place is the last frame of the project',
    log: `Traceback (most recent call last):
  File "/p/run.py", line 40, in <module>
    main()
  File "/p/wait.py", line 12, in main
    left()
  File "/usr/lib/python3.12/site-packages/x/y.py", line 7, in left
    raise ValueError("no left")
ValueError: no left`,
    failures: ['L1 error python /p/wait.py:12 ValueError: no left'],
  },
  {
    name: 'chained tracebacks: the first is the root',
    log: `Traceback (most recent call last):
  File "/p/wait.py", line 12, in main
    left()
KeyError: 'left'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/p/run.py", line 40, in <module>
    main()
RuntimeError: cannot run
make: *** [Makefile:3: run] Error 1`,
    failures: ["L1 error python /p/wait.py:12 KeyError: 'left'"],
  },
  {
    name: 'a SyntaxError with its own frame',
    log: `  File "/p/wait.py", line 12
    left(
        ^
SyntaxError: '(' was never closed`,
    failures: ["L1 error python /p/wait.py:12 SyntaxError: '(' was never closed"],
  },
  {
    name: 'an error that Node did not catch',
    log: `/p/src/wait.js:12
  throw new TypeError('no left');
  ^

TypeError: no left
    at wait (/p/src/wait.js:12:9)
    at node:internal/main/run_main_module:28:49

Node.js v24.0.0`,
    failures: ['L1 error node /p/src/wait.js:12 TypeError: no left'],
  },
  {
    name: 'an error that comes out of Node itself',
    log: `node:internal/modules/cjs/loader:1078
  throw err;
  ^

Error: Cannot find module './left'
Require stack:
- /p/src/run.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1075:15)
    at Object.<anonymous> (/p/src/run.js:3:14) {
  code: 'MODULE_NOT_FOUND'
}

Node.js v24.0.0`,
    failures: ["L5 error node /p/src/run.js:3:14 Error: Cannot find module './left'"],
  },
  {
    name: 'a Go panic and a data race',
    log: `panic: runtime error: index out of range [3] with length 3

goroutine 1 [running]:
main.left(...)
	/p/wait.go:12
main.main()
	/p/main.go:7 +0x1d
exit status 2
WARNING: DATA RACE
Write at 0x00c0000b4010 by goroutine 7:
  main.main.func1()
      /p/poll.go:11 +0x38`,
    failures: [
      'L1 fatal go /p/wait.go:12 panic: runtime error: index out of range [3] with length 3',
      'L9 fatal go /p/poll.go:11 data race',
    ],
  },
  {
    name: 'uncaught exceptions of Java, Ruby, Elixir and Lua',
    log: `Exception in thread "main" java.lang.IllegalStateException: no left
	at java.base/java.util.Objects.requireNonNull(Objects.java:233)
	at com.x.Wait.left(Wait.java:12)
	at com.x.Main.main(Main.java:7)
lib/wait.rb:12:in 'left': no left (ArgumentError)
	from lib/run.rb:3:in '<main>'
** (RuntimeError) no left
    (waits 0.1.0) lib/wait.ex:12: Wait.left/0
lua: wait.lua:12: attempt to call a nil value`,
    failures: [
      'L1 error java Wait.java:12 java.lang.IllegalStateException: no left',
      'L5 error ruby lib/wait.rb:12 ArgumentError: no left',
      'L7 error elixir lib/wait.ex:12 RuntimeError: no left',
      'L9 error lua wait.lua:12 attempt to call a nil value',
    ],
  },
  {
    name: 'Rust threads that panic, old and new',
    log: `thread 'main' panicked at src/main.rs:12:5:
no left
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace
thread 'io' panicked at 'no right', src/io.rs:3:9`,
    failures: ['L1 error rust src/main.rs:12:5 no left', 'L4 error rust src/io.rs:3:9 no right'],
  },
  {
    name: 'a sanitizer, whose place is the first frame of the project',
    log: `=================================================================
==123==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010
READ of size 4 at 0x602000000010 thread T0
    #0 0x4f2b in free /build/llvm/asan_malloc.cc:12:3
    #1 0x5f3c in left /p/src/wait.c:12:5
==123==ABORTING`,
    failures: ['L2 fatal sanitizer /p/src/wait.c:12:5 AddressSanitizer: heap-use-after-free on address 0x602000000010'],
  },
];
