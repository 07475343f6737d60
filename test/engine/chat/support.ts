import type { Outbound } from '@wisp/protocol';
import { onTestFinished } from 'vitest';
import { type FakeOllama, type FakeOllamaOptions, startFakeOllama } from '../../fake-ollama/server.ts';
import { calls, done, text } from '../../fake-ollama/shapes.ts';
import type { FakeTurn } from '../../fake-ollama/turn.ts';
import { Engine } from '../../support/engine.ts';

/** A reply that says this. */
export const say = (words: string): FakeTurn => ({ lines: [text(words), done()] });

/** A reply that runs this command. */
export const runs = (command: string): FakeTurn => ({
  lines: [calls({ id: 'r', name: 'run_command', arguments: { command } }), done()],
});

export interface Conversing {
  wisp: Engine;
  server: FakeOllama;
}

/** An engine on a model server that answers with these turns; ready for input. */
export async function converse(
  turns: FakeTurn[],
  args: readonly string[] = ['--yes'],
  options: Omit<FakeOllamaOptions, 'turns'> = {},
): Promise<Conversing> {
  const server = await startFakeOllama({ ...options, turns });
  onTestFinished(() => server.close());
  const wisp = new Engine(args, { OLLAMA_HOST: server.url });
  await wisp.line('status');
  return { wisp, server };
}

/** Sends a message, waits until input is wanted again, and gives what came in between. */
export async function tell(wisp: Engine, message: string): Promise<Outbound[]> {
  const from = wisp.lines.length;
  wisp.say(message);
  await wisp.until((line): line is Extract<Outbound, { type: 'status' }> => line.type === 'status', from);
  return wisp.lines.slice(from);
}

/** What a command of the chat printed: its lines, joined. */
export async function printed(wisp: Engine, command: string): Promise<string> {
  const lines = await tell(wisp, command);
  return lines.flatMap((line) => (line.type === 'output' ? [line.text] : [])).join('\n');
}

/** The notes that a command of the chat gave. */
export async function notes(wisp: Engine, command: string): Promise<string[]> {
  const lines = await tell(wisp, command);
  return lines.flatMap((line) => (line.type === 'note' ? [line.text] : []));
}

/** Runs a command of the person's; gives the id of its call. */
export async function typed(wisp: Engine, command: string): Promise<string> {
  const lines = await tell(wisp, `!${command}`);
  const event = lines.find((line) => line.type === 'event' && line.kind === 'command.typed');
  return (event?.type === 'event' && event.call) || '';
}
