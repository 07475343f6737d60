import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startFakeOllama } from '../../fake-ollama/server.ts';
import { fakeModel, MODEL } from '../../fake-ollama/shapes.ts';
import { scratch, WISP } from '../../support/wisp.ts';
import { Pty } from '../../tui/pty.ts';

/** A script of replies for a model of its own. */
function script(...replies: object[]): string {
  const path = join(scratch(), 'script.jsonl');
  writeFileSync(path, replies.map((reply) => `${JSON.stringify(reply)}\n`).join(''));
  return `scripted:${path}`;
}

const calls = (command: string) => ({ calls: [{ name: 'run_command', arguments: { command } }] });

/** `wisp chat` on a terminal, at its prompt. */
async function start(args: readonly string[], env: Record<string, string> = {}, home = scratch()): Promise<Pty> {
  const pty = new Pty({
    command: [process.execPath, WISP, 'chat', ...args],
    env: { WISP_HOME: home, OLLAMA_HOST: '127.0.0.1:1', ...env },
  });
  onTestFinished(() => pty[Symbol.dispose]());
  await atPrompt(pty);
  return pty;
}

/** The last row that is not empty is the prompt. */
const atPrompt = (pty: Pty) => pty.until((screen) => /(?:^|\n)> *$/.test(screen.trimEnd()));

/** A child of wisp runs: what was typed is under way, and the terminal is as a shell leaves it. */
async function running(pty: Pty): Promise<void> {
  const children = () => readFileSync(`/proc/${pty.pid}/task/${pty.pid}/children`, 'utf8').trim();
  while (children() === '') await new Promise((resolve) => setImmediate(resolve));
}

describe('a plain conversation on a terminal', () => {
  test('answers at a prompt, keeps what was said, and leaves with Ctrl-D', async () => {
    const home = scratch();
    const pty = await start(['--model', script({ text: 'High water is at six.' })], {}, home);
    expect(pty.text()).toContain('/help lists the commands, Ctrl-D leaves.');
    pty.say('When is high water?');
    await pty.until('High water is at six.');
    await atPrompt(pty);
    pty.type('\x04');
    expect(await pty.exit).toBe(0);
    expect(pty.text()).toMatch(/Saved\. To go on: wisp chat --resume \d{4}-\d\d-\d\d-[0-9a-f]{8}/);
    const again = await start(['--continue', '--model', script({ text: 'At noon.' })], {}, home);
    expect(again.text().replaceAll('\n', '')).toContain('Last asked: When is high water?');
  });

  test('only ever adds lines: nothing moves the cursor up, and nothing of a model or a tool drives the terminal', async () => {
    const hostile = 'Low\x1b]52;c;aGk=\x07 water\x1b[2J\x1b[31m now.';
    const pty = await start(['--model', script({ text: hostile })]);
    pty.say('When?');
    await pty.until('Low water now.');
    pty.say('!printf "\\033]0;mine\\007\\033[5Aup\\n"');
    await pty.until('exit status 0');
    await atPrompt(pty);
    expect(pty.titles).toEqual([]);
    expect(pty.raw).not.toContain('\x1b]52');
    expect(pty.raw).not.toContain('\x1b[2J');
    expect(pty.raw).not.toMatch(/\x1b\[\d*[AHf]/);
    expect(pty.text()).toContain('\nup\n');
  });

  test('asks before a command in lines, with all of it visible, and takes the answer', async () => {
    const made = join(scratch(), 'made');
    const pty = await start([
      '--model',
      script(calls(`touch \u202e${made}`), { text: 'Made.' }, calls(`touch ${made}`), { text: 'Then not.' }),
    ]);
    pty.say('Make it.');
    await pty.until('Run it? [y]es, once');
    expect(pty.text().replaceAll('\n', '')).toContain(`touch \\u{202e}${made}`);
    pty.say('n');
    await pty.until('Made.');
    expect(existsSync(made)).toBe(false);
    await atPrompt(pty);
    pty.say('Do.');
    await pty.until((screen) => screen.split('Run it?').length === 3);
    pty.say('y');
    await pty.until('Then not.');
    expect(existsSync(made)).toBe(true);
  });

  test('does not take what was typed before a question for its answer', async () => {
    const made = join(scratch(), 'made');
    const model = script({ ...calls(`touch ${made}`), delayMs: 1_000 }, { text: 'Over.' }, { text: 'To yes.' });
    const pty = await start(['--model', model]);
    pty.say('Make it.');
    await pty.until('Make it.');
    pty.say('yes');
    await pty.until('Run it?');
    pty.say('n');
    // The line that was typed before is a message, and has its own reply.
    await pty.until('To yes.');
    expect(existsSync(made)).toBe(false);
  });

  test('stops a turn with Ctrl-C, clears a draft with it, and leaves with it at an empty prompt', async () => {
    const pty = await start(['--model', script({ text: 'Slow.', delayMs: 60_000 }, { text: 'Quick.' })]);
    pty.say('Wait.');
    await pty.until('Wait.');
    pty.kill('SIGINT');
    await pty.until('interrupted');
    await atPrompt(pty);
    pty.type('half a line\x03');
    await atPrompt(pty);
    pty.say('Go on.');
    await pty.until('Quick.');
    await atPrompt(pty);
    pty.type('\x03');
    expect(await pty.exit).toBe(0);
  });

  test('ends a command of the person’s with Ctrl-C, keeping what it printed, and with a second one all', async () => {
    const pty = await start(['--model', 'none']);
    pty.say('!seq 1 9000; echo "$((40 + 2)) printed" >&2; exec sleep 60');
    await running(pty);
    pty.type('\x03');
    await pty.until('ended by signal SIGTERM');
    await atPrompt(pty);
    pty.say('!trap "" TERM; sleep 60');
    await running(pty);
    pty.type('\x03');
    await pty.until('Ctrl-C again leaves.');
    pty.type('\x03');
    expect(await pty.exit).toBe(0);
  });

  test('takes every line of a paste, one after another', async () => {
    const pty = await start(['--model', 'none']);
    pty.type('!echo first\r!echo second\r!echo thi');
    await pty.until('\nsecond\n');
    await pty.until((screen) => screen.trimEnd().endsWith('> !echo thi'));
    pty.say('rd');
    await pty.until('\nthird\n');
  });

  test('completes with Tab and finds earlier lines with the arrow, also of the conversation before', async () => {
    const home = scratch();
    const pty = await start(['--model', 'none'], {}, home);
    pty.type('/out\t');
    await pty.until('> /outputs');
    pty.say('');
    await pty.until('Nothing has been held back yet.');
    await atPrompt(pty);
    pty.type('\x1b[A');
    await pty.until((screen) => screen.trimEnd().endsWith('> /outputs'));
    pty.type('\x03\x04');
    await pty.exit;
    const next = await start(['--model', 'none'], {}, home);
    next.type('\x1b[A');
    await next.until((screen) => screen.trimEnd().endsWith('> /outputs'));
  });

  test('offers a choice with numbers', async () => {
    const server = await startFakeOllama({ models: [fakeModel(), fakeModel({ name: 'saltmarsh:3b' })] });
    onTestFinished(() => server.close());
    const pty = await start(['--model', MODEL], { OLLAMA_HOST: server.url });
    pty.say('/model');
    await pty.until('Number or name');
    expect(pty.text()).toMatch(new RegExp(`\\* 1 {2}${MODEL}`));
    pty.say('2');
    await pty.until('A new thread');
    await pty.until('saltmarsh:3b · window');
  });

  test('leaves the terminal as it was when it is ended', async () => {
    const pty = await start(['--model', 'none']);
    pty.kill('SIGTERM');
    expect(await pty.exit).toBe(0);
    expect(pty.raw).not.toContain('Error');
  });
});

describe('an output in the pager', () => {
  const large = '!yes "the tide comes in and goes out" | head -c 17000000';

  test('is read and left five times, and no key is lost', async () => {
    const pty = await start(['--model', 'none'], { PAGER: 'less -R', LESS: 'R' });
    pty.say('!seq 1 5000');
    await pty.until('/show ');
    await atPrompt(pty);
    for (let round = 1; round <= 5; round++) {
      pty.say('/show');
      await pty.until((screen) => screen.startsWith('exit status: 0\nstdout:\n1\n'));
      // Ctrl-C there goes to every process of the terminal; it is the pager's.
      pty.kill('SIGINT');
      pty.type('G');
      await pty.until('\n5000\n');
      pty.type('q');
      await atPrompt(pty);
      pty.say(`!echo round ${round}`);
      await pty.until(`\nround ${round}\n`);
      await atPrompt(pty);
    }
  });

  test('may be left at once, though it has 16 MiB; without PAGER it is less', async () => {
    const pty = await start(['--model', 'none'], { PAGER: '', LESS: 'R' });
    pty.say(large);
    await pty.until('/show ');
    await atPrompt(pty);
    pty.say('/show');
    await pty.until((screen) => screen.startsWith('exit status: 0\nstdout:\nthe tide'));
    pty.type('q');
    await atPrompt(pty);
    pty.say('!echo still here');
    await pty.until('\nstill here\n');
    expect(pty.raw).not.toContain('EPIPE');
  });

  test('gets no escape sequences but colours', async () => {
    const seen = join(scratch(), 'seen');
    const pty = await start(['--model', 'none'], { PAGER: `cat > ${seen}` });
    pty.say('!printf "\\033[31mred\\033[0m \\033]0;mine\\007\\033[2Jplain\\n1%%\\r2%%\\n"; seq 1 9000');
    await pty.until('/show ');
    await atPrompt(pty);
    pty.say('/show');
    await pty.until('whole');
    await atPrompt(pty);
    const text = readFileSync(seen, 'utf8');
    expect(text.startsWith('exit status: 0\nstdout:\n\x1b[31mred\x1b[0m plain\n2%\n1\n2\n')).toBe(true);
    expect(text.endsWith('\n9000\n')).toBe(true);
  });

  test('is printed where the pager can not be run, which is said', async () => {
    const home = scratch();
    writeFileSync(join(home, 'config.json'), '{ "pager": "no-such-pager" }');
    const pty = await start(['--model', 'none'], {}, home);
    pty.say('!seq 1 9000');
    await pty.until('/show ');
    await atPrompt(pty);
    pty.say('/show');
    await pty.until((screen) => screen.includes('\n9000\n>'));
    expect(pty.raw).toContain('the pager `no-such-pager` could not be run (exit status 127); the output follows.');
  });

  test('is what wisp show gives on a terminal, unless it is told not to', async () => {
    const home = scratch();
    const first = await start(['--model', 'none'], {}, home);
    first.say('!seq 1 5000');
    await first.until('/show ');
    const id = /\/show ([0-9a-f]{8})/.exec(first.text())?.[1] ?? '';
    first.type('\x04');
    const env = { WISP_HOME: home, PAGER: 'less -R', LESS: 'R' };
    using paged = new Pty({ command: [process.execPath, WISP, 'show', id], env });
    await paged.until((screen) => screen.startsWith('exit status: 0\nstdout:\n1\n'));
    paged.type('q');
    expect(await paged.exit).toBe(0);
    using plain = new Pty({ command: [process.execPath, WISP, 'show', '--no-pager', id], env });
    expect(await plain.exit).toBe(0);
    expect(plain.raw).toContain('\r\n5000\r\n');
  });
});
