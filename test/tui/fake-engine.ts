// A scripted engine: speaks the protocol on stdin and stdout, and does what the text of a message names. It stands in for
// `wisp chat --json` in the tests and benchmarks of the screen.
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { type Inbound, LineWriter, type Outbound, readFrames, readInbound } from '@wisp/protocol';
import { HOSTILE } from './hostile.ts';
import { numberedLines, StoredOutput } from './stored-output.ts';

// Ctrl-C in the terminal that it shares is the screen's to interpret, or the pager's.
process.on('SIGINT', () => {});

if (process.argv[3] === '--plain') {
  process.stdout.write('plain chat of the fake engine\n');
  process.exit(7);
}

if (process.argv[2] === 'show') {
  // What the real engine does on a terminal: the output goes through the pager.
  const { status } = spawnSync('less', ['-R'], { input: numberedLines(5_000), stdio: ['pipe', 'inherit', 'inherit'] });
  process.exit(status ?? 1);
}

const writer = new LineWriter(process.stdout);
const send = (line: Outbound) => writer.send(line);
const journal = process.env.FAKE_ENGINE_JOURNAL;
const outputs = new Map<string, StoredOutput>();
let turn = 0;
let calls = 0;
let used = 0.12;
let interrupted: (() => void) | null = null;
const answers = new Map<string, (decision: string | null) => void>();

const status = () =>
  send({
    type: 'status',
    model: 'ollama:tiny-coder',
    window: 32_768,
    budget: 16_384,
    contextUsed: used,
    directory: process.cwd(),
    branch: 'main',
    added: 12,
    removed: 3,
    approval: 'ask',
  });

const activity = (doing: string | null, thinking = false) =>
  send({ type: 'activity', doing, asking: false, turnSeconds: 0, thinking });

const event = (
  kind: string,
  details: Record<string, unknown>,
  extra: Partial<Extract<Outbound, { type: 'event' }>> = {},
) => send({ type: 'event', kind, call: null, turn, details, text: null, ...extra });

function keep(bytes: Buffer): StoredOutput {
  const output = new StoredOutput(`${(0x3f9a_0000 + outputs.size).toString(16)}`, bytes);
  outputs.set(output.id, output);
  return output;
}

function eventOutput(id: string, bytes: Buffer) {
  const text = bytes.subarray(0, 16_384).toString('utf8');
  const whole = bytes.length > 4_096 ? keep(bytes) : null;
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return {
    id,
    text,
    lines,
    bytes: bytes.length,
    truncated: whole !== null,
    shownLines: lines,
    ...(whole ? { stored: { id: whole.id, bytes: bytes.length, lines: whole.lines, cut: false } } : {}),
  };
}

async function call(command: string, bytes: Buffer, exitStatus = 0): Promise<void> {
  calls += 1;
  const id = `c${calls}`;
  await event('tool.call', { tool: 'run_command', arguments: command }, { call: id, text: `run_command: ${command}` });
  await activity(`running ${command}`);
  await event('command.outcome', { command, exitStatus, seconds: 0.2 }, { call: id });
  const details = { tool: 'run_command', output: '', bytes: bytes.length, seconds: 0.2 };
  await event('tool.result', details, { call: id, output: eventOutput(`e${calls}`, bytes) });
}

async function say(text: string): Promise<void> {
  for (const word of text.split(/(?<= )/)) await send({ type: 'delta', text: word });
}

function waitForInterrupt(): Promise<void> {
  return new Promise((resolve) => {
    interrupted = resolve;
  });
}

function ask(id: string, line: Outbound): Promise<string | null> {
  void send(line);
  return new Promise((resolve) => answers.set(id, resolve));
}

const POINTS = [
  { line: 500, text: 'line 500 is where it broke', failure: true },
  { line: 900, text: '12 warnings', failure: false },
  { line: 150_000, text: 'line 150000 broke too', failure: true },
];

const CONTEXT: Omit<Extract<Outbound, { type: 'context' }>, 'id'> = {
  type: 'context',
  window: 32_768,
  room: 4_096,
  calibrated: true,
  parts: [
    { name: 'system prompt', bytes: 2_000, tokens: 500 },
    { name: 'turn 1', detail: 'why does it fail?', bytes: 8_000, tokens: 2_000 },
  ],
};

const SCRIPTS: Record<string, (rest: string) => Promise<unknown>> = {
  say,
  run: (rest) => call(`seq ${rest}`, numberedLines(Number(rest))),
  fail: () => call('npm test', numberedLines(30), 1),
  short: () => call('echo hi', Buffer.from('hi\n')),
  wide: () => call('cat min.js', Buffer.from(`${'abcdefghi '.repeat(20_000)}\nend\n`)),
  colours: () => call('make', Buffer.from(`${'\x1b[31merror:\x1b[0m it broke\n'.repeat(30)}${'x'.repeat(300)}END\n`)),
  hostile: () => call('cat hostile', Buffer.from(HOSTILE)),
  big: (rest) => call('cat big.log', numberedLines(Number(rest) || 200_000, 84)),
  big16: () => call('cat big.log', numberedLines(199_728, 84)),
  slow: async () => {
    await activity('running sleep 1000');
    await send({ type: 'delta', text: 'I wait.' });
    await waitForInterrupt();
    return 'interrupted';
  },
  ticks: async (rest) => {
    for (let n = 1; n <= Number(rest); n++) await send({ type: 'delta', text: `tick ${n}\n` });
  },
  think: async () => {
    await activity(null, true);
    await event('model.reasoning', { text: 'First I look.\nThen I leap.\n' }, { text: 'thought for 2s' });
  },
  approve: async (rest) => {
    const command = rest || 'make install';
    const decision = await ask('a1', {
      type: 'approval',
      id: 'a1',
      command,
      line: command,
      pattern: command.split(' ')[0] ?? '',
      directory: process.cwd(),
      level: rest.startsWith('rm') ? 'dangerous' : 'moderate',
      reasons: ['writes outside the directory'],
    });
    await say(`The answer was ${decision}.`);
  },
  choose: async () => {
    const options = ['small', 'middle', 'large'].map((value) => ({ value, label: `${value} model`, detail: 'fits' }));
    const value = await ask('m1', {
      type: 'choice',
      id: 'm1',
      title: 'Which model?',
      options,
      current: 'middle',
      acceptsText: false,
    });
    await say(`The choice was ${value}.`);
  },
  die: async () => {
    process.stderr.write('panic: the model is on fire\n');
    process.exit(3);
  },
  stray: async () => {
    process.stdout.write('a library says hello\n');
    await say('Still here.');
  },
};

async function onMessage(text: string): Promise<void> {
  if (text === '/quit') {
    await send({ type: 'exit', code: 0 });
    process.exit(0);
  }
  if (text.startsWith('/')) {
    await send({ type: 'output', text: `${text}: that is a command` });
    await status();
    return;
  }
  if (text.startsWith('!')) {
    const command = text.slice(1).trim();
    await activity(`running ${command}`);
    const bytes = command.startsWith('seq ')
      ? numberedLines(Number(command.slice(4)))
      : Buffer.from(`you ran ${command}\n`);
    const details = {
      command,
      workingDirectory: process.cwd(),
      output: '',
      bytes: bytes.length,
      seconds: 0.3,
      exitStatus: 0,
      signal: null,
      stored: null,
    };
    calls += 1;
    await event('command.typed', details, { output: eventOutput(`e${calls}`, bytes) });
    await activity(null);
    await status();
    return;
  }
  turn += 1;
  await send({ type: 'turn', phase: 'start', turn });
  let outcome: 'ok' | 'interrupted' = 'ok';
  for (const part of text.split(' + ')) {
    const [word = '', ...rest] = part.split(' ');
    const script = SCRIPTS[word];
    if ((await (script ?? say)(script ? rest.join(' ') : part)) === 'interrupted') outcome = 'interrupted';
  }
  used = Math.min(1, used + 0.07);
  await activity(null);
  await send({
    type: 'turn',
    phase: 'end',
    turn,
    seconds: 1.4,
    outcome,
    inputTokens: 1_204,
    outputTokens: 96,
    ran: `ran: ${calls} calls`,
  });
  await status();
}

function onRequest(request: Inbound): void {
  if (journal) appendFileSync(journal, `${JSON.stringify(request)}\n`);
  switch (request.type) {
    case 'message':
      queue = queue.then(() => onMessage(request.text));
      break;
    case 'interrupt':
      interrupted?.();
      break;
    case 'answer':
      answers.get(request.id)?.(request.decision);
      break;
    case 'choose':
      answers.get(request.id)?.(request.value ?? null);
      break;
    case 'complete': {
      const candidates = ['/help', '/last', '/model', '/show', '/quit'].filter((one) => one.startsWith(request.text));
      void send({ type: 'completions', id: request.id, from: 0, candidates });
      break;
    }
    case 'search': {
      const line = outputs.get(request.output)?.search(request.pattern, request.line, request.direction === 'forward');
      void send({ type: 'found', id: request.id, output: request.output, line: line ?? null });
      break;
    }
    case 'points':
      void send({ type: 'points', id: request.id, output: request.output, points: POINTS });
      break;
    case 'keep':
      void send({ type: 'kept', id: request.id, output: request.output, path: `/kept/${request.path}` });
      break;
    case 'context':
      void send({ ...CONTEXT, id: request.id });
      break;
    case 'output': {
      const output = outputs.get(request.id);
      if (output && request.page <= output.pages) void send(output.page(request.page));
      else {
        const error = `There is no output ${request.id} here.`;
        void send({
          type: 'view',
          kind: 'output',
          id: request.id,
          page: request.page,
          error,
          reason: 'no such output',
        });
      }
    }
  }
}

let queue = Promise.resolve();
await send({
  type: 'hello',
  protocol: 1,
  engine: '0.0.0-fake',
  session: '00c0ffee00c0ffee',
  home: process.env.FAKE_ENGINE_HOME ?? '/nowhere',
});
await status();
for await (const frame of readFrames(process.stdin)) {
  const reading = frame.kind === 'line' ? readInbound(frame.text) : null;
  if (reading?.kind === 'request') onRequest(reading.request);
}
process.exit(0);
