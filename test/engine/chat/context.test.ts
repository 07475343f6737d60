import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { calls, text } from '../../fake-ollama/shapes.ts';
import type { Engine } from '../../support/engine.ts';
import { countingServer, engineOn, isAfterResult, messagesOf, tooLong, WINDOW } from './counting-server.ts';

const command = (line: string) => ({ name: 'run_command', arguments: { command: line } });

/** The end of a turn. */
function endOf(wisp: Engine, turn: number) {
  return wisp.until(
    (line): line is Extract<typeof line, { type: 'turn' }> =>
      line.type === 'turn' && line.phase === 'end' && line.turn === turn,
  );
}

const condensations = (wisp: Engine) => wisp.audit().filter((event) => event.kind === 'context.condensation');

describe('a long conversation at a small window', () => {
  it('of 300 turns never exceeds it by the server’s count, and every request begins with the same bytes', async () => {
    let turn = 0;
    const { fake, counts } = await countingServer((body) => {
      if (isAfterResult(body)) return [text(`That was turn ${turn}, and what it printed is clear to me now.`)];
      turn++;
      // Numbers are as dense as text becomes: a token a byte.
      if (turn % 3 === 0) return [calls(command(`seq ${turn} ${turn + 4_000}`))];
      if (turn % 7 === 0) return [calls({ name: 'current_date' })];
      return [text(`Answer ${turn}. ${'It goes on a little. '.repeat(turn % 11)}`)];
    });
    const wisp = engineOn(fake);
    for (let n = 1; n <= 300; n++) wisp.say(`Question ${n}: ${'and more words about it '.repeat(n % 13)}`);
    await endOf(wisp, 300);
    expect(await wisp.end()).toBe(0);
    expect(Math.max(...counts)).toBeLessThanOrEqual(WINDOW);
    expect(Math.max(...counts)).toBeGreaterThan(WINDOW / 2);
    const first = new Set(fake.chats().map(({ body }) => JSON.stringify([messagesOf(body)[0], body.tools])));
    expect(first.size).toBe(1);
    const ends = wisp.lines.flatMap((line) => (line.type === 'turn' && line.phase === 'end' ? [line.outcome] : []));
    expect(ends).toEqual(Array.from({ length: 300 }, () => 'ok'));
    const condensed = condensations(wisp);
    expect(condensed.length).toBeGreaterThan(5);
    expect(condensed.length).toBeLessThan(120);
    expect(new Set(condensed.map(({ details }) => details.reason))).toEqual(new Set(['filling']));
    const shown = wisp.lines.filter((line) => line.type === 'event' && line.kind === 'context.condensation');
    expect(shown).toHaveLength(condensed.length);
    const prompt = messagesOf(fake.chats().at(-1)?.body ?? {});
    expect(prompt[1]?.content).toMatch(/^\[This conversation up to turn \d+, condensed by wisp\./);
  }, 60_000);

  it('tells what was condensed away by entries that can be recalled', async () => {
    let turn = 0;
    const { fake } = await countingServer((body) => {
      if (isAfterResult(body)) return [text('Done.')];
      turn++;
      if (turn === 1) return [calls(command('seq 1 200 | sed s/^/row-/'))];
      if (turn === 10) return [calls({ name: 'memory', arguments: { request: 'recall entry 1 lines 3-5' } })];
      return [text('Fine. '.repeat(150))];
    });
    const wisp = engineOn(fake);
    for (let n = 1; n <= 10; n++) wisp.say(`Question ${n}`);
    await endOf(wisp, 10);
    const request = messagesOf(fake.chats().at(-1)?.body ?? {});
    expect(request[1]?.content).toContain('Turn 1. Asked: Question 1 | Ran: run_command seq 1 200');
    expect(request[1]?.content).toContain('(exit status 0, entry 1)');
    // The result fitted when it was made: it was kept all the same.
    expect(request.at(-1)?.content).toContain('row-1\n');
  });
});

describe('the results of one turn', () => {
  it('leave room for the reply to eight parallel calls of 1 MiB each, all of them kept whole', async () => {
    const { fake, counts } = await countingServer(
      (body) => {
        if (isAfterResult(body)) return [text('All eight are read.')];
        return [calls(...Array.from({ length: 8 }, (_, n) => command(`yes line-of-${n} | head -c 1048576`)))];
      },
      { counting: 'bytes' },
    );
    const wisp = engineOn(fake);
    wisp.say('Run all eight.');
    expect(await endOf(wisp, 1)).toMatchObject({ outcome: 'ok' });
    const results = messagesOf(fake.chats()[1]?.body ?? {}).filter(({ role }) => role === 'tool');
    expect(results).toHaveLength(8);
    for (const { content } of results) {
      expect(content).toContain('held back');
      expect(content).toContain('exit status: 0');
    }
    expect(counts[1]).toBeLessThan(WINDOW * 0.85);
    const kept = wisp.audit().filter(({ kind }) => kind === 'output.kept');
    expect(kept.map(({ details }) => Number(details.bytes) > 1_048_576)).toEqual(Array.from({ length: 8 }, () => true));
  });

  it('hold over the bound that the person set for commands, and what they cut is marked', async () => {
    const { fake, counts } = await countingServer((body) => {
      if (isAfterResult(body)) return [text('Read.')];
      return [calls(command('yes one more line of the log | head -c 1048576'))];
    });
    const home = mkdtempSync(join(tmpdir(), 'wisp-home-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    writeFileSync(join(home, 'config.json'), JSON.stringify({ commandMaxOutputBytes: 65_536 }));
    const wisp = engineOn(fake, { WISP_HOME: home });
    wisp.say('Print.');
    expect(await endOf(wisp, 1)).toMatchObject({ outcome: 'ok' });
    const result = messagesOf(fake.chats()[1]?.body ?? {}).at(-1)?.content ?? '';
    expect(result).toContain('[held back: lines ');
    expect(Buffer.byteLength(result)).toBeGreaterThan(4_096);
    expect(Buffer.byteLength(result)).toBeLessThan(WINDOW * 2);
    expect(counts[1]).toBeLessThan(WINDOW * 0.85);
  });
});

describe('a server that refuses a request as too long', () => {
  const six = async (wisp: Engine) => {
    for (let n = 1; n <= 6; n++) wisp.say(`Tell me about ${n}. ${'More of it. '.repeat(40)}`);
    await endOf(wisp, 6);
  };

  it('gets it condensed and once more', async () => {
    const { fake } = await countingServer(() => [text('Fine. '.repeat(40))]);
    const wisp = engineOn(fake);
    await six(wisp);
    // From here on the server takes less than it did: a setting of its own, another model beside it.
    fake.push(tooLong(9_999));
    const before = fake.chats().length;
    wisp.say('And now?');
    expect(await endOf(wisp, 7)).toMatchObject({ outcome: 'ok' });
    expect(fake.chats().length - before).toBe(2);
    expect(condensations(wisp).map(({ details }) => details.reason)).toEqual(['overflow']);
    expect(await wisp.end()).toBe(0);
  });

  it('gets it no third time, and the conversation goes on', async () => {
    const { fake } = await countingServer(() => [text('Fine. '.repeat(40))]);
    const wisp = engineOn(fake);
    await six(wisp);
    fake.push(tooLong(9_999), tooLong(9_000));
    const before = fake.chats().length;
    wisp.say('And now?');
    expect(await endOf(wisp, 7)).toMatchObject({ outcome: 'error' });
    expect(fake.chats().length - before).toBe(2);
    expect(wisp.audit().findLast((event) => event.kind === 'error')?.details).toMatchObject({ code: 'overflow' });
    wisp.say('And after that?');
    expect(await endOf(wisp, 8)).toMatchObject({ outcome: 'ok' });
  });

  it('is not asked at all for a prompt of 1 MiB, and nothing is condensed for it', async () => {
    const { fake } = await countingServer(() => [text('Fine. '.repeat(40))]);
    const wisp = engineOn(fake);
    await six(wisp);
    const before = fake.chats().length;
    wisp.say('x'.repeat(1024 * 1024 - 100));
    expect(await endOf(wisp, 7)).toMatchObject({ outcome: 'error' });
    expect(wisp.audit().findLast((event) => event.kind === 'error')?.details.message).toMatch(
      /^This prompt is too long for the model: 1,024 KiB, about \d{3},\d{3} tokens, and a window of 8,192 has room for about \d,\d{3}\. Put the text into a file/,
    );
    expect(fake.chats()).toHaveLength(before);
    expect(condensations(wisp)).toEqual([]);
    wisp.say('Short');
    expect(await endOf(wisp, 8)).toMatchObject({ outcome: 'ok' });
  });
});

describe('a window that the server has loaded smaller than asked', () => {
  it('is kept to from the first reply on', async () => {
    const loaded = 4_096;
    const { fake, counts } = await countingServer(() => [text('Fine. '.repeat(60))], { counting: 'bytes', loaded });
    const wisp = engineOn(fake);
    for (let n = 1; n <= 25; n++) wisp.say(`Tell me about ${n}. ${'More of it. '.repeat(20)}`);
    expect(await endOf(wisp, 25)).toMatchObject({ outcome: 'ok' });
    expect(Math.max(...counts)).toBeLessThanOrEqual(loaded);
    expect(condensations(wisp).length).toBeGreaterThan(0);
    expect(condensations(wisp).every(({ details }) => details.window === loaded)).toBe(true);
  });
});

describe('interrupting while the context is condensed', () => {
  it('leaves a conversation that goes on', async () => {
    const { fake } = await countingServer(() => [text('Fine. '.repeat(250))]);
    const wisp = engineOn(fake);
    let at = 0;
    for (let n = 1; n <= 12; n++) {
      wisp.say(`Question ${n}`);
      const line = await wisp.until(
        (one): one is typeof one =>
          (one.type === 'event' && one.kind === 'context.condensation') || (one.type === 'turn' && one.phase === 'end'),
        at,
      );
      if (line.type === 'event') wisp.send({ type: 'interrupt' });
      await endOf(wisp, n);
      at = wisp.lines.length;
    }
    expect(condensations(wisp).length).toBeGreaterThan(0);
    wisp.say('And now?');
    expect(await endOf(wisp, 13)).toMatchObject({ outcome: 'ok' });
    const roles = messagesOf(fake.chats().at(-1)?.body ?? {}).map(({ role }) => role);
    expect(roles.filter((role, index) => role === roles[index - 1])).toEqual([]);
  });
});
