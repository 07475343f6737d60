import { type Inbound, type Outbound, readInbound, readOutbound } from '@wisp/protocol';
import { describe, expect, test } from 'vitest';

const requests: Inbound[] = [
  { type: 'hello', effects: ['approve'], client: 'wisp-tui', version: '0.1.0' },
  { type: 'message', text: '!npm test' },
  { type: 'interrupt' },
  { type: 'answer', id: 'a1', decision: 'session' },
  { type: 'choose', id: 'c1', value: null },
  { type: 'complete', id: 'q1', text: '/he', cursor: 3 },
  { type: 'output', id: '3f9a2c1b', page: 2 },
  { type: 'search', id: 's1', output: '3f9a2c1b', pattern: 'error', line: 0, direction: 'forward' },
  { type: 'points', id: 's2', output: '3f9a2c1b' },
  { type: 'keep', id: 's3', output: '3f9a2c1b', path: 'build.log' },
  { type: 'context', id: 'x1' },
];

const answers: Outbound[] = [
  { type: 'hello', protocol: 1, engine: '0.1.0', session: '0123456789abcdef', home: '/home/me/.wisp' },
  {
    type: 'hello',
    protocol: 1,
    engine: '0.1.0',
    session: '0123456789abcdef',
    home: '/home/me/.wisp',
    settings: {
      theme: 'auto',
      alternate: true,
      mouse: false,
      animation: true,
      shownOutputLines: 12,
      pager: null,
    },
  },
  { type: 'note', text: 'No model server answers.', level: 'warn' },
  {
    type: 'status',
    model: null,
    window: null,
    budget: 4096,
    contextUsed: null,
    directory: '/srv',
    branch: 'main',
    added: 3,
    removed: 1,
    approval: 'ask',
  },
  {
    type: 'status',
    model: 'qwen3:8b',
    window: 8192,
    budget: 4096,
    contextUsed: 0.25,
    directory: '/srv',
    branch: null,
    added: 0,
    removed: 0,
    approval: 'yes',
    inputTokens: 1_200,
    outputTokens: 80,
    name: 'tides',
  },
  { type: 'activity', doing: 'npm test', asking: false, turnSeconds: 1.5 },
  { type: 'activity', doing: 'npm test', asking: false, turnSeconds: 3.5, bytes: 40_960, seconds: 2 },
  {
    type: 'activity',
    doing: 'condense',
    asking: false,
    turnSeconds: 4,
    thinking: false,
    progress: { done: 3, total: 12, unit: 'chunks' },
  },
  { type: 'turn', phase: 'start', turn: 1 },
  {
    type: 'turn',
    phase: 'end',
    turn: 1,
    seconds: 2.5,
    outcome: 'ok',
    inputTokens: 900,
    outputTokens: 40,
    ran: 'run_command',
  },
  { type: 'delta', text: 'It ' },
  { type: 'reasoning', phase: 'start', text: '' },
  { type: 'reasoning', phase: 'delta', text: 'The tide table ' },
  { type: 'reasoning', phase: 'end', text: '', seconds: 1.5 },
  { type: 'output', text: '/help  list the commands' },
  {
    type: 'event',
    kind: 'tool.call',
    call: '0123456789abcdef',
    turn: 1,
    details: { tool: 'run_command' },
    text: 'npm test',
  },
  {
    type: 'view',
    kind: 'output',
    id: '0123456789abcdef',
    page: 1,
    pages: 1,
    text: 'a\n',
    firstLine: 1,
    lines: 1,
    start: 0,
    end: 2,
    totalBytes: 2,
    totalLines: 1,
    cut: false,
    exact: true,
    last: true,
  },
  { type: 'view', kind: 'output', id: 'ffff', page: 9, error: 'no such page: it has 2', reason: 'no such page' },
  { type: 'found', id: 's1', output: '3f9a2c1b', line: 154 },
  { type: 'points', id: 's2', output: '3f9a2c1b', points: [{ line: 154, text: 'error: no such file', failure: true }] },
  { type: 'kept', id: 's3', output: '3f9a2c1b', path: '/srv/build.log' },
  {
    type: 'context',
    id: 'x1',
    window: 8_192,
    room: 1_024,
    calibrated: true,
    parts: [{ name: 'system prompt', bytes: 2_048, tokens: 512 }],
  },
  {
    type: 'approval',
    id: 'a1',
    command: 'npm i',
    line: 'npm i',
    pattern: 'npm i',
    directory: '/srv',
    level: 'moderate',
    reasons: ['it writes'],
  },
  { type: 'withdrawn', id: 'a1' },
  { type: 'choice', id: 'c1', title: 'Model', options: [{ value: 'a', label: 'A' }], acceptsText: false },
  { type: 'completions', id: 'q1', from: 0, candidates: ['/help'] },
  { type: 'exit', code: 0 },
  { type: 'exit', code: 0, saved: 'tides' },
];

describe('the lines of the protocol', () => {
  test.each(requests)('reads $type as it was written', (request) => {
    expect(readInbound(JSON.stringify(request))).toEqual({ kind: 'request', request });
  });

  test.each(answers)('reads $type as the engine wrote it', (answer) => {
    expect(readOutbound(JSON.stringify(answer))).toEqual(answer);
  });

  test('takes a line that is no JSON object as a message with that text', () => {
    for (const line of ['hello there', '!ls', '{broken', '[1]', '"text"', '42', 'null']) {
      expect(readInbound(line)).toEqual({ kind: 'request', request: { type: 'message', text: line } });
    }
  });

  test('leaves fields and types that it does not know alone', () => {
    expect(readInbound('{"type":"interrupt","since":"later"}')).toEqual({
      kind: 'request',
      request: { type: 'interrupt' },
    });
    expect(readInbound('{"type":"later"}')).toEqual({ kind: 'unknown', type: 'later' });
    expect(readOutbound('{"type":"later"}')).toBeNull();
    expect(readOutbound('a library printed this')).toBeNull();
  });

  test.each([
    ['{"type":"message","text":5}', /^text: /],
    ['{"type":"output","id":"a","page":1.5}', /^page: /],
    ['{"type":"output","id":"a","page":0}', /^page: /],
    ['{"type":"complete","id":"a","text":"b","cursor":-1}', /^cursor: /],
    ['{"type":"hello","effects":"approve"}', /^effects: /],
    ['{"type":5}', /^type: /],
    ['{}', /^type: /],
  ])('names the field that is wrong in %s', (line, problem) => {
    expect(readInbound(line)).toEqual({ kind: 'invalid', problem: expect.stringMatching(problem) });
  });
});
