import type { Case } from '../read.ts';

export const linters: readonly Case[] = [
  {
    name: 'ESLint stylish, with a message over two lines',
    log: `
/p/src/a.js
  12:5   error    'left' is not defined   no-undef
  13:10  warning  Unexpected console statement
                  in this file            no-console

/p/src/b.js
  1:1  error  Missing semicolon  semi

✖ 3 problems (2 errors, 1 warning)`,
    failures: [
      "L3 error eslint /p/src/a.js:12:5 'left' is not defined  no-undef",
      'L8 error eslint /p/src/b.js:1:1 Missing semicolon  semi',
    ],
    warnings: ['L4 warning eslint /p/src/a.js:13:10 Unexpected console statement'],
  },
  {
    name: 'ESLint compact and unix',
    log: `/p/a.js: line 12, col 5, Error - 'left' is not defined. (no-undef)
/p/a.js:13:1: Missing semicolon. [Error/semi]`,
    failures: [
      "L1 error eslint /p/a.js:12:5 'left' is not defined. (no-undef)",
      'L2 error eslint /p/a.js:13:1 Missing semicolon. [Error/semi]',
    ],
  },
  {
    name: 'stylelint, whose severities are signs',
    log: `web/site.css
  46:3   ✖  Unexpected unit  length-zero-no-unit
 116:12  ⚠  Unexpected empty line  rule-empty-line`,
    failures: ['L2 error eslint web/site.css:46:3 Unexpected unit  length-zero-no-unit'],
    warnings: ['L3 warning eslint web/site.css:116:12 Unexpected empty line  rule-empty-line'],
  },
  {
    name: 'Biome',
    log: `src/a.ts:12:5 lint/style/useConst  FIXABLE  ━━━━━━━━━━━━━━━━━━━━━

  × This let is never assigned again.

    12 │ let left = 1;`,
    failures: ['L1 error biome src/a.ts:12:5 lint/style/useConst: This let is never assigned again.'],
  },
  {
    name: 'ruff concise and full, flake8, mypy and pylint',
    log: `a.py:12:5: F401 [*] \`os\` imported but unused
F841 Local variable \`left\` is assigned to but never used
  --> pkg/b.py:3:7
   |
 3 |     left = 1
   |     ^^^^
   |
help: Remove assignment

pkg/c.py:66:121: E501 line too long (143 > 120 characters)
pkg/d.py:12: error: Name "left" is not defined  [name-defined]
pkg/d.py:12: note: Did you mean "lift"?
************* Module pkg.e
pkg/e.py:4:0: C0114: Missing module docstring (missing-module-docstring)
C: 15, 0: Invalid constant name "x" (invalid-name)
Found 1 error in 1 file (checked 9 source files)`,
    failures: [
      'L1 error flake8 a.py:12:5 F401 [*] `os` imported but unused',
      'L2 error ruff pkg/b.py:3:7 F841: Local variable `left` is assigned to but never used',
      'L10 error flake8 pkg/c.py:66:121 E501 line too long (143 > 120 characters)',
      'L11 error python pkg/d.py:12 Name "left" is not defined  [name-defined]',
      'L14 error pylint pkg/e.py:4:0 C0114: Missing module docstring (missing-module-docstring)',
    ],
    warnings: ['L15 warning pylint pkg/e.py:15:0 Invalid constant name "x" (invalid-name)'],
  },
  {
    name: 'pydocstyle, bandit, Black, isort and Sphinx',
    log: `pkg/a.py:18 in public function \`left\`:
        D103: Missing docstring in public function
>> Issue: [B602:shell] subprocess call with shell=True
   Severity: High   Confidence: High
   Location: ./pkg/run.py:40:4
would reformat pkg/b.py
ERROR: /p/pkg/c.py Imports are incorrectly sorted and/or formatted.
/p/doc/index.rst:12: WARNING: undefined label: left
/p/doc/more.rst: WARNING: document isn't included in any toctree`,
    failures: [
      'L1 error pydocstyle pkg/a.py:18 D103: Missing docstring in public function',
      'L3 error bandit ./pkg/run.py:40:4 B602:shell: subprocess call with shell=True',
      'L6 error black pkg/b.py would reformat',
      'L7 error isort /p/pkg/c.py Imports are incorrectly sorted and/or formatted.',
    ],
    warnings: ['L8 warning sphinx /p/doc/index.rst:12 undefined label: left'],
  },
  {
    name: 'yamllint in both formats and ansible-lint',
    log: `a.yml:3:4: [error] too many spaces (braces)
b.yml
  9:1       error    trailing spaces  (trailing-spaces)
roles/web/tasks/main.yml:12: fqcn[action]: Use the full name of the module`,
    failures: [
      'L1 error yaml a.yml:3:4 too many spaces (braces)',
      'L3 error eslint b.yml:9:1 trailing spaces  (trailing-spaces)',
      'L4 error ansible-lint roles/web/tasks/main.yml:12 fqcn[action]: Use the full name of the module',
    ],
  },
  {
    name: 'golangci-lint, staticcheck and golint',
    log: `poll/wait.go:42:21: Error return value of \`c.Close\` is not checked (errcheck)
	c.Close()
	       ^
poll/wait.go:50:1: exported function Left should have comment or be unexported`,
    failures: [
      'L1 error go poll/wait.go:42:21 Error return value of `c.Close` is not checked (errcheck)',
      'L4 error go poll/wait.go:50:1 exported function Left should have comment or be unexported',
    ],
  },
  {
    name: 'RuboCop, reek and the like',
    log: `lib/wait.rb:12:5: E: Lint/Syntax: unexpected token
lib/poll.rb:1:1: C: [Correctable] Style/X: Missing magic comment.
lib/poll.rb -- 1 warning:
  lib/poll.rb:3: IrresponsibleModule: Poll has no descriptive comment
app/left.rb:57 Array#select.first is slower than Array#detect.`,
    failures: [
      'L1 error rubocop lib/wait.rb:12:5 E: Lint/Syntax: unexpected token',
      'L4 error reek lib/poll.rb:3 IrresponsibleModule: Poll has no descriptive comment',
      'L5 error fasterer app/left.rb:57 Array#select.first is slower than Array#detect.',
    ],
    warnings: ['L2 warning rubocop lib/poll.rb:1:1 [Correctable] Style/X: Missing magic comment.'],
  },
  {
    name: 'PHPStan and PHP_CodeSniffer tables, Psalm',
    log: ` ------ ----------------------------------------
  Line   src/Wait.php
 ------ ----------------------------------------
  12     Call to an undefined method Wait::left().
 ------ ----------------------------------------

FILE: /p/src/Poll.php
----------------------------------------------------------------------
FOUND 1 ERROR AFFECTING 1 LINE
----------------------------------------------------------------------
 7 | ERROR | [x] Missing blank line
----------------------------------------------------------------------

ERROR: UndefinedClass - src/A.php:12:5 - Class Left does not exist`,
    failures: [
      'L4 error phpstan src/Wait.php:12 Call to an undefined method Wait::left().',
      'L11 error phpcs /p/src/Poll.php:7 [x] Missing blank line',
      'L14 error psalm src/A.php:12:5 UndefinedClass',
    ],
  },
  {
    name: 'ShellCheck on a terminal',
    log: `
In run.sh line 12:
rm -rf $left
       ^---^ SC2086 (info): Double quote to prevent globbing.
^-- SC2148 (error): Tips depend on target shell.

For more information:
  https://example.com/SC2086`,
    failures: ['L2 error shellcheck run.sh:12 SC2148: Tips depend on target shell.'],
    warnings: ['L2 warning shellcheck run.sh:12 SC2086: Double quote to prevent globbing.'],
  },
  {
    name: 'cpplint, protolint, buf, perlcritic, puppet-lint',
    log: `src/a.cpp:5:  Do not use namespace using-directives.  [build/namespaces] [5]
[api/a.proto:11:5] Found an incorrect indentation style.
api/b.proto:42:10:Field name "leftID" should be lower_snake_case.
lib/a.pl: Code is not tidy at line 1, column 1.  See page 33.  (Severity: 1)
/p/init.pp - ERROR: left not in autoload module layout on line 7`,
    failures: [
      'L1 error cpplint src/a.cpp:5 Do not use namespace using-directives.  [build/namespaces] [5]',
      'L2 error protolint api/a.proto:11:5 Found an incorrect indentation style.',
      'L3 error buf api/b.proto:42:10 Field name "leftID" should be lower_snake_case.',
      'L4 error perlcritic lib/a.pl:1:1 Code is not tidy',
      'L5 error puppet-lint /p/init.pp:7 left not in autoload module layout',
    ],
  },
  {
    name: 'xmllint, Doxygen, hadolint and markdownlint',
    log: `conf/a.xml:3: parser error : Opening and ending tag mismatch: left line 2 and right
include/a.h:48: warning: argument 'left' of command @param is not found
Dockerfile:3 DL3006 warning: Always tag the version of an image explicitly
README.md:3 MD022/blanks-around-headings Headings should be surrounded by blank lines`,
    failures: [
      'L1 error xmllint conf/a.xml:3 Opening and ending tag mismatch: left line 2 and right',
      'L3 error hadolint Dockerfile:3 DL3006 warning: Always tag the version of an image explicitly',
      'L4 error markdownlint README.md:3 MD022/blanks-around-headings Headings should be surrounded by blank lines',
    ],
    warnings: ["L2 warning cc include/a.h:48 argument 'left' of command @param is not found"],
  },
  {
    name: 'a linter that only warns, in a run that failed',
    log: `Sources/A.swift:88:42: warning: Colon Violation: Colons should be next to the identifier (colon)
Done linting! Found 1 violation, 0 serious in 9 files.
The command "lint --strict" exited with 3.`,
    failures: [
      'L1 warning swiftc Sources/A.swift:88:42 Colon Violation: Colons should be next to the identifier (colon)',
    ],
  },
  {
    name: 'a compiler that only warns, and says that its warnings fail the run',
    log: `src/Wait.hs:94:10: Warning:
    No explicit implementation for left

<no location info>:
Failing due to -Werror.
working on
working on`,
    failures: ['L1 warning ghc src/Wait.hs:94:10 No explicit implementation for left'],
  },
];
