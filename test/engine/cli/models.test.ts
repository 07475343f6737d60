import { expect, test } from 'vitest';
import { startFakeOllama } from '../../fake-ollama/server.ts';
import { fakeModel } from '../../fake-ollama/shapes.ts';
import { scratch, wisp } from '../../support/wisp.ts';

test('wisp models says of each model whether it is loaded, and whether it runs on a cloud', async () => {
  const models = [fakeModel({ name: 'reef:7b', loaded: true }), fakeModel({ name: 'sky:9b', remoteHost: 'https://c' })];
  const server = await startFakeOllama({ models });
  try {
    const { stdout, status } = await wisp(scratch(), ['models'], undefined, { OLLAMA_HOST: server.url });
    expect(status).toBe(0);
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^reef:7b {2}.* · loaded$/),
      expect.stringMatching(/^sky:9b {2}.* · on a cloud$/),
    ]);
  } finally {
    await server.close();
  }
});
