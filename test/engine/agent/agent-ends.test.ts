import { describe, expect, it } from 'vitest';
import { RoundLimitError } from '../../../packages/engine/src/agent/events.ts';
import { ModelError } from '../../../packages/engine/src/models/backend.ts';
import { calls, done, text, thinking } from '../../fake-ollama/shapes.ts';
import type { FakeTurn } from '../../fake-ollama/turn.ts';
import { failure, server } from '../models/support.ts';
import { answer, Bench, Tools, timeless } from './support.ts';

const read = (id: string, path: string) => ({ id, name: 'read_file', arguments: { path } });
const EMPTY: FakeTurn = { lines: [done({ reply: 1 })] };
const FINE: FakeTurn = { lines: [text('Fine.'), done()] };
const OVERFLOW: FakeTurn = {
  status: 400,
  type: 'application/json',
  body: JSON.stringify({
    error: JSON.stringify({ error: { type: 'exceed_context_size_error', n_prompt_tokens: 9000, n_ctx: 6000 } }),
  }),
};

/** Roles and contents of the messages, one string each. */
function gist(messages: readonly unknown[]): string[] {
  return messages.map((m) => {
    const { role, content }: { role?: string; content?: string } = Object(m);
    return `${role}: ${content}`;
  });
}

describe('a reply that says nothing', () => {
  it('is asked for again, with a word that stays in no thread', async () => {
    const fake = await server({ turns: [EMPTY, FINE, FINE] });
    const bench = new Bench(fake);
    expect(await bench.turn('Hi')).toMatchObject({ outcome: 'ok', text: 'Fine.' });
    expect(bench.told('note')).toEqual([
      { kind: 'note', text: 'The model sent a reply without an answer; it is asked again.' },
    ]);
    await bench.turn('Bye');
    expect(gist(bench.sent(1))).toEqual([
      'user: Hi',
      'user: Your reply was empty. Answer what was asked, or call a tool.',
    ]);
    expect(gist(bench.sent(2))).toEqual(['user: Hi', 'assistant: Fine.', 'user: Bye']);
  });

  it('is an error after two more tries', async () => {
    const fake = await server({ turns: [EMPTY, EMPTY, EMPTY, FINE] });
    const bench = new Bench(fake);
    expect(timeless(await bench.turn('Hi'))).toEqual({
      text: '',
      outcome: 'error',
      usage: { inputTokens: 900, outputTokens: 3 },
      error: new ModelError(
        'empty-reply',
        'The model sent an empty reply, 3 times. Say it in other words, or choose another model; some do this whenever tools are offered.',
      ),
    });
    expect(fake.chats()).toHaveLength(3);
  });

  it('is told apart when the model only thought', async () => {
    const turn = { lines: [thinking('Perhaps.'), done()] };
    const fake = await server({ turns: [turn, turn, turn] });
    const bench = new Bench(fake);
    const { error } = await bench.turn('Hi');
    expect(error).toEqual(
      new ModelError(
        'thinking-only',
        'The model only thought and wrote no answer, 3 times. Say it in other words, or choose another model; some do this whenever tools are offered.',
      ),
    );
    expect(gist(bench.sent(1)).at(-1)).toBe(
      'user: You thought, but wrote no answer. Write your answer now, or call a tool.',
    );
  });

  it('is not asked for again when there is no room for it', async () => {
    const turn = { lines: [thinking('Perhaps.'), done({ reason: 'length', prompt: 8100, reply: 90 })] };
    const fake = await server({ turns: [turn, FINE] });
    const { error } = await new Bench(fake).turn('x'.repeat(20_000));
    expect(error).toEqual(
      new ModelError(
        'thinking-only',
        'The model only thought and wrote no answer. Its window of 8,192 tokens is full: start a new conversation, or set a larger window.',
      ),
    );
    expect(fake.chats()).toHaveLength(1);
  });
});

describe('a reply that has no room', () => {
  const full = { lines: [thinking('Perhaps.'), done({ reason: 'length', prompt: 6_900, reply: 1_292 })] };
  const filled = async (bench: Bench) => {
    for (const prompt of ['x'.repeat(12_000), 'y'.repeat(12_000)]) await bench.turn(prompt);
  };

  it('is asked for once more when room can be made for it', async () => {
    const fake = await server({ turns: [FINE, FINE, full, FINE] });
    const bench = new Bench(fake);
    await filled(bench);
    expect(await bench.turn('And now?')).toMatchObject({ outcome: 'ok', text: 'Fine.' });
    expect(bench.told('condensed')).toMatchObject([{ reason: 'reply' }]);
    expect(bench.told('note')).toEqual([]);
    expect(gist(bench.sent(3)).at(-1)).toBe('user: And now?');
  });

  it('is asked for no third time', async () => {
    const fake = await server({ turns: [FINE, FINE, full, full, FINE] });
    const bench = new Bench(fake);
    await filled(bench);
    expect(await bench.turn('And now?')).toMatchObject({ outcome: 'error', error: { code: 'thinking-only' } });
    expect(fake.chats()).toHaveLength(4);
  });
});

describe('a turn that fails', () => {
  it('stands in the thread with a closing word, so that the next one follows on it', async () => {
    const fake = await server({ turns: [{ lines: [text('half')] }, FINE] });
    const bench = new Bench(fake);
    expect(await bench.turn('Build it')).toMatchObject({ outcome: 'error', text: '', error: { code: 'stream-ended' } });
    await bench.turn('Again');
    expect(gist(bench.sent(1))).toEqual([
      'user: Build it',
      'assistant: [The turn ended without an answer.]',
      'user: Again',
    ]);
  });

  it('does not run the calls of a reply that was not done', async () => {
    const tools = new Tools();
    const fake = await server({ turns: [{ lines: [calls(read('c1', 'a'))] }] });
    expect(await new Bench(fake, tools).turn('Go')).toMatchObject({
      outcome: 'error',
      error: { code: 'stream-ended' },
    });
    expect(tools.calls).toEqual([]);
  });

  it('says when there is no server', async () => {
    const fake = await server();
    await fake.close();
    expect(await new Bench(fake).turn('Hi')).toMatchObject({ outcome: 'error', error: { code: 'no-server' } });
  });

  it('is ended after so many rounds of calls, those of the last reply not run', async () => {
    const tools = new Tools();
    let n = 0;
    const fake = await server({ answer: () => ({ lines: [calls(read(`c${++n}`, 'a')), done()] }) });
    const bench = new Bench(fake, tools, { rounds: 2 });
    expect(timeless(await bench.turn('Go'))).toMatchObject({
      text: '',
      outcome: 'error',
      error: new RoundLimitError(2),
    });
    expect(tools.calls).toHaveLength(2);
    fake.push(FINE);
    await bench.turn('Stop');
    expect(gist(bench.sent(3))).toEqual([
      'user: Go',
      'assistant: ',
      'tool: content of a',
      'assistant: ',
      'tool: content of a',
      'assistant: ',
      'tool: [not run: the turn ended before]',
      'assistant: [The turn ended without an answer.]',
      'user: Stop',
    ]);
  });

  it('leaves the thread consistent when a tool box has a fault, and rejects with it', async () => {
    const fault = new Error('a fault');
    const fake = await server({ turns: [{ lines: [calls(read('c1', 'a'), read('c2', 'b')), done()] }, FINE] });
    const tools = new Tools(async () => {
      throw fault;
    });
    const bench = new Bench(fake, tools);
    expect(await failure(bench.turn('Go'))).toBe(fault);
    await bench.turn('Again');
    expect(gist(bench.sent(1))).toEqual([
      'user: Go',
      'assistant: ',
      'tool: [not run: the turn ended before]',
      'tool: [not run: the turn ended before]',
      'assistant: [The turn ended without an answer.]',
      'user: Again',
    ]);
  });
});

describe('a prompt that does not fit', () => {
  it('is forgotten, so that the next one can', async () => {
    const fake = await server({ turns: [OVERFLOW, FINE] });
    const bench = new Bench(fake);
    expect(await bench.turn('x'.repeat(20_000))).toMatchObject({ outcome: 'error', error: { code: 'overflow' } });
    expect(bench.budget.window).toBe(6000);
    expect(bench.told('window')).toEqual([{ kind: 'window', window: 6000 }]);
    await bench.turn('Short');
    expect(gist(bench.sent(1))).toEqual(['user: Short']);
  });

  it('keeps what its turn had done, with references for what was large', async () => {
    const fake = await server({ turns: [{ lines: [calls(read('c1', 'a')), done()] }, OVERFLOW, OVERFLOW, FINE] });
    const tools = new Tools(async () => answer('x'.repeat(9000), { stored: true, way: 'memory: "recall entry 1"' }));
    const bench = new Bench(fake, tools);
    expect(await bench.turn('Go')).toMatchObject({ outcome: 'error', error: { code: 'overflow' } });
    await bench.turn('Short');
    expect(gist(bench.sent(3))).toEqual([
      'user: Go',
      'assistant: ',
      `tool: [entry 1: output of read_file call 00000000000000a1 not repeated: 9 KiB, exit status 0, begins: ${'x'.repeat(97)}…; to see it, memory: "recall entry 1"]`,
      'assistant: [The turn ended without an answer.]',
      'user: Short',
    ]);
  });

  it('is sent once more when something could be condensed, and only once', async () => {
    const fake = await server({ turns: [FINE, FINE, OVERFLOW, FINE, OVERFLOW, FINE] });
    const bench = new Bench(fake);
    for (const prompt of ['x'.repeat(6_000), 'y'.repeat(6_000)]) await bench.turn(prompt);
    expect(await bench.turn('Again')).toMatchObject({ outcome: 'ok', text: 'Fine.' });
    expect(bench.told('condensed')).toMatchObject([{ reason: 'overflow', turns: 2 }]);
    expect(gist(bench.sent(3)).at(0)).toContain('Turn 1. Asked: xxx');
    expect(await bench.turn('z'.repeat(2_000))).toMatchObject({ outcome: 'error', error: { code: 'overflow' } });
    // Nothing was left to condense: the same request is not sent twice.
    expect(fake.chats()).toHaveLength(5);
  });

  it('is condensed, too, when an old server answers a part of it, and that answer is void', async () => {
    const half = 8_192 - Math.floor((8_192 - 4) / 2);
    const cut = { lines: [text('What was asked?'), done({ prompt: half })] };
    const fake = await server({ turns: [{ lines: [text('Fine.'), done({ prompt: 2_400 })] }, cut, FINE] });
    const bench = new Bench(fake);
    await bench.turn('x'.repeat(8_000));
    expect(await bench.turn('y'.repeat(14_000))).toMatchObject({ outcome: 'ok', text: 'Fine.' });
    expect(bench.told('condensed', 'void')).toMatchObject([
      { kind: 'condensed', reason: 'overflow', turns: 1 },
      { kind: 'void', because: 'restart', reason: 'the server had cut the prompt' },
    ]);
    expect(fake.chats()).toHaveLength(3);
  });

  it('is not sent at all when it can not fit whatever is condensed', async () => {
    const fake = await server({ turns: [FINE] });
    const bench = new Bench(fake);
    const { error } = await bench.turn('x'.repeat(1_000_000));
    expect(error?.message).toMatch(
      /^This prompt is too long for the model: 977 KiB, about 250,\d{3} tokens, and a window of 8,192 has room for about 6,\d{3}\. Put the text into a file and ask about the file: read_file reads it part by part\./,
    );
    expect(fake.chats()).toHaveLength(0);
    expect(await bench.turn('Short')).toMatchObject({ outcome: 'ok' });
  });
});
