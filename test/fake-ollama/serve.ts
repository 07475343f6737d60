// A server to try wisp against by hand: `node test/fake-ollama/serve.ts [PORT]`, then wisp with OLLAMA_HOST set to what it
// prints. It answers `run COMMAND` with a call of run_command, `think` with thinking, and anything else with an echo.
import { startFakeOllama } from './server.ts';
import { calls, done, fakeModel, text, thinking } from './shapes.ts';
import type { FakeTurn } from './turn.ts';

const PACE = 60;

function answer(body: Record<string, unknown>): FakeTurn {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  const last: unknown = messages.at(-1);
  const { role, content } = readMessage(last);
  if (role === 'tool') return say(`The tool answered with ${content.split('\n').length} lines.`);
  const command = /^run (.{1,2000})$/s.exec(content)?.[1];
  if (command)
    return { lines: [text('I run it. '), calls({ name: 'run_command', arguments: { command } }), done()], pace: PACE };
  if (content.startsWith('think')) {
    return {
      lines: [thinking('Let me '), thinking('see…'), text('I thought about it.'), done()],
      splits: [],
      pace: PACE,
    };
  }
  return say(`You said: ${content}`);
}

function say(sentence: string): FakeTurn {
  return { lines: [...(sentence.match(/\S{1,80}\s?/g) ?? []).map(text), done()], pace: PACE };
}

function readMessage(value: unknown): { role: string; content: string } {
  if (typeof value !== 'object' || value === null) return { role: '', content: '' };
  return {
    role: 'role' in value && typeof value.role === 'string' ? value.role : '',
    content: 'content' in value && typeof value.content === 'string' ? value.content : '',
  };
}

const server = await startFakeOllama({
  models: [fakeModel({ name: 'tidepool:7b', capabilities: ['completion', 'tools', 'thinking'] })],
  answer,
  port: Number(process.argv[2] ?? 0),
});
process.stdout.write(`OLLAMA_HOST=${server.url}\nmodel: ollama:tidepool:7b\n`);
