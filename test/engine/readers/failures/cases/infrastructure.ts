import type { Case } from '../read.ts';

export const infrastructure: readonly Case[] = [
  {
    name: 'annotations of a workflow, and how its step ended',
    log: `::group::lint
::error file=src/a.ts,line=3,col=5::Missing%25 semicolon
::warning file=src/b.ts,line=9::Too long
::error::Process completed with exit code 1.
##[error]Process completed with exit code 1.`,
    failures: ['L2 error ci src/a.ts:3:5 Missing% semicolon'],
    warnings: ['L3 warning ci src/b.ts:9 Too long'],
  },
  {
    name: 'a step that nothing explains',
    log: `$ ./run.sh
The command "./run.sh" exited with 3.`,
    failures: ['L2 error ci - The command "./run.sh" exited with 3.'],
  },
  {
    name: 'steps that each fail for their own reason, and one that passed',
    log: `a.py:12:5: E501 line too long
The command "flake8 --exit-zero" exited with 0.
src/a.c:12:5: error: no left
make: *** [Makefile:3: all] Error 1
The command "make" exited with 2.
./run.sh: line 3: left: command not found
The command "./run.sh" exited with 127.`,
    failures: [
      'L3 error cc src/a.c:12:5 no left',
      'L6 error shell ./run.sh:3 ./run.sh: line 3: left: command not found',
    ],
  },
  {
    name: 'docker build, classic',
    log: `Step 4/9 : RUN make
src/a.c:12:5: error: no left
The command '/bin/sh -c make' returned a non-zero code: 2`,
    failures: ['L2 error cc src/a.c:12:5 no left'],
  },
  {
    name: 'BuildKit, which repeats the end of the step',
    log: `#9 [4/6] RUN make
#9 0.312 src/a.c:12:5: error: no left
#9 0.400 make: *** [Makefile:3: all] Error 1
#9 ERROR: process "/bin/sh -c make" did not complete successfully: exit code: 2
------
 > [4/6] RUN make:
0.312 src/a.c:12:5: error: no left
------
Dockerfile:12
--------------------
ERROR: failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 2`,
    failures: ['L2 error cc src/a.c:12:5 no left'],
  },
  {
    name: 'BuildKit on its own',
    log: '#4 ERROR: docker.io/library/left:9: not found',
    failures: ['L1 error docker - docker.io/library/left:9: not found'],
  },
  {
    name: 'Terraform in a box and without',
    log: `╷
│ Error: Unsupported argument
│
│   on main.tf line 12, in resource "a" "b":
│   12:   left = 1
╵

Error: Missing required argument

  on vars.tf line 3, in variable "x":`,
    failures: [
      'L2 error terraform main.tf:12 Unsupported argument',
      'L8 error terraform vars.tf:3 Missing required argument',
    ],
  },
  {
    name: 'kubectl and Helm',
    log: `Error from server (NotFound): pods "left" not found
Error: INSTALLATION FAILED: cannot re-use a name that is still in use`,
    failures: [
      'L1 error kubectl - Error from server (NotFound): pods "left" not found',
      'L2 error helm - INSTALLATION FAILED: cannot re-use a name that is still in use',
    ],
  },
  {
    name: 'Ansible, with a failure that it ignores',
    log: `TASK [install left] ****************************
fatal: [web1]: FAILED! => {"changed": false, "msg": "No package matching 'left' is available"}
TASK [may fail] ********************************
fatal: [web2]: FAILED! => {"msg": "nothing"}
...ignoring
PLAY RECAP *************************************`,
    failures: ["L2 error ansible - install left: No package matching 'left' is available (web1)"],
  },
  {
    name: 'Git',
    log: `Auto-merging a.txt
CONFLICT (content): Merge conflict in a.txt
fatal: could not read Username for 'https://example.com': terminal prompts disabled
 ! [rejected]        main -> main (non-fast-forward)
hint: Updates were rejected because the tip of your current branch is behind`,
    failures: [
      'L2 error git a.txt conflict (content): a.txt',
      "L3 fatal git - could not read Username for 'https://example.com': terminal prompts disabled",
      'L4 error git - rejected: main -> main (non-fast-forward)',
    ],
  },
  {
    name: 'last words',
    log: 'starting\nworking\nbash: left: command not found',
    failures: ['L3 error shell - bash: left: command not found'],
    exit: 127,
  },
  {
    name: 'a program that was killed',
    log: 'starting\nworking\nKilled',
    failures: ['L3 error system - Killed'],
    exit: 137,
  },
  {
    name: 'a full disk',
    log: 'copying\ncp: error writing b: No space left on device',
    failures: ['L2 error system - cp: error writing b: No space left on device'],
  },
];
