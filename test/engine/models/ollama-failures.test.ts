import { describe, expect, it } from 'vitest';
import { ModelError, type ModelErrorCode } from '../../../packages/engine/src/models/backend.ts';
import { calls, done, text, thinking } from '../../fake-ollama/shapes.ts';
import type { FakeTurn } from '../../fake-ollama/turn.ts';
import { backendAt, failure, joined, reply, server } from './support.ts';

const json = (status: number, body: object): FakeTurn => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});
const refusal = (status: number, error: string): FakeTurn => json(status, { error });
const overflowText = JSON.stringify({
  error: {
    code: 400,
    message: 'request exceeds the available context size',
    type: 'exceed_context_size_error',
    n_prompt_tokens: 9001,
    n_ctx: 8192,
  },
});

const CUT_CALL = 'error parsing tool call: raw=\'{"path":"a"}]\', err=invalid character \']\' after top-level value';
const READ_LATER = 'The server and the network are well; ask for it in smaller pieces, or choose another model.';
const RUNNER =
  'Memory is the usual cause: close what else uses it, choose a smaller model, or set a smaller ollama.contextLength.';

/** What the server answers, the failure's code, its sentence, and how many requests it takes. */
const table: readonly (readonly [string, FakeTurn, ModelErrorCode, string, number])[] = [
  [
    'a prompt that does not fit, refused by Ollama',
    refusal(400, 'the prompt is longer than the context length currently available to the model; shorten it'),
    'overflow',
    'The conversation no longer fits the window of tidepool:7b. Start a new one, or set a larger ollama.contextLength.',
    1,
  ],
  [
    'a prompt that does not fit, refused by llama-server',
    refusal(400, overflowText),
    'overflow',
    'The conversation no longer fits the window of tidepool:7b (9,001 tokens, a window of 8,192). Start a new one, or set a larger ollama.contextLength.',
    1,
  ],
  [
    'a model that went away',
    refusal(404, "model 'tidepool:7b' not found"),
    'no-model',
    'There is no model tidepool:7b at URL. Installed: tidepool:7b. Get it with `ollama pull tidepool:7b`, or choose another.',
    1,
  ],
  [
    'no tools',
    refusal(400, 'registry.ollama.ai/library/tidepool:7b does not support tools'),
    'no-tools',
    'tidepool:7b can not call tools, and wisp works through tools. Choose a model whose `ollama show` lists "tools"; one made from a file needs a TEMPLATE that has them.',
    1,
  ],
  [
    'no chat',
    refusal(400, '"tidepool:7b" does not support chat'),
    'no-chat',
    'tidepool:7b does not chat: it is made for something else, such as embeddings. Choose another with `wisp models`.',
    1,
  ],
  [
    'another refusal, in the words of the server',
    refusal(400, 'mirostat is no longer supported'),
    'refused',
    'The server refused the request (400): mirostat is no longer supported',
    1,
  ],
  [
    "a decoder's complaint about the request itself",
    refusal(400, "invalid character 'x' looking for beginning of value"),
    'refused',
    "The server refused the request (400): invalid character 'x' looking for beginning of value",
    1,
  ],
  [
    'a full queue',
    refusal(503, 'server busy, please try again.  maximum pending requests exceeded'),
    'busy',
    'The model server is busy: server busy, please try again. maximum pending requests exceeded. Wait a moment and send the prompt again.',
    2,
  ],
  [
    'an overloaded cloud',
    refusal(503, 'Come back later (ref: 1)'),
    'busy',
    'The model server is busy: Come back later (ref: 1). Wait a moment and send the prompt again.',
    2,
  ],
  [
    'a runner that stopped',
    refusal(500, 'model runner has unexpectedly stopped, check the logs'),
    'crashed',
    `The model runner stopped while tidepool:7b was at work: model runner has unexpectedly stopped, check the logs. ${RUNNER}`,
    2,
  ],
  [
    'too little memory, which asking again does not change',
    refusal(500, 'model requires more system memory (9 GiB) than is available (4 GiB)'),
    'crashed',
    `The model runner stopped while tidepool:7b was at work: model requires more system memory (9 GiB) than is available (4 GiB). ${RUNNER}`,
    1,
  ],
  [
    'a runner that stopped in the middle',
    { lines: [text('So'), { error: 'an error was encountered while running the model: unexpected EOF' }] },
    'crashed',
    `The model runner stopped while tidepool:7b was at work: an error was encountered while running the model: unexpected EOF. ${RUNNER}`,
    2,
  ],
  [
    'a call that the server could not parse',
    { lines: [thinking('hm'), { error: CUT_CALL }] },
    'tool-call-unparsed',
    `tidepool:7b wrote a tool call that can not be read: ${CUT_CALL}. ${READ_LATER}`,
    2,
  ],
  [
    'the same before the first byte',
    refusal(500, 'failed to parse JSON: unexpected end of JSON input'),
    'tool-call-unparsed',
    `tidepool:7b wrote a tool call that can not be read: failed to parse JSON: unexpected end of JSON input. ${READ_LATER}`,
    2,
  ],
  [
    'the same with the text as the key',
    { lines: [thinking('hm'), { 'error parsing tool call': "invalid character 'q'" }] },
    'tool-call-unparsed',
    `tidepool:7b wrote a tool call that can not be read: {"error parsing tool call":"invalid character 'q'"}. ${READ_LATER}`,
    2,
  ],
  [
    'arguments that are no object',
    { lines: [calls({ name: 'read_file', arguments: '{"path"' }), done()] },
    'tool-call-unparsed',
    `tidepool:7b wrote a tool call that can not be read: the arguments of its call to read_file are no JSON object. ${READ_LATER}`,
    2,
  ],
  [
    'a call without a name',
    { lines: [calls({ name: ' ' }), done()] },
    'tool-call-unparsed',
    `tidepool:7b wrote a tool call that can not be read: a call in the reply has an empty name. ${READ_LATER}`,
    2,
  ],
  [
    'a line that reports a failure in words of its own',
    { lines: [text('a'), { error: { code: 7 }, StatusCode: 500 }] },
    'refused',
    'The server reported a failure: {"code":7}',
    1,
  ],
  [
    'a sign-in that is wanted',
    json(401, { error: 'unauthorized', signin_url: 'https://example.org/in?key=1' }),
    'unauthorized',
    'The server wants you signed in (unauthorized). Run `ollama signin` or open https://example.org/in?key=1, then send the prompt again.',
    1,
  ],
  [
    'a usage limit',
    refusal(429, 'weekly limit reached'),
    'refused',
    "The server's usage limit is reached: weekly limit reached. Wait, or choose a model that runs on this machine.",
    1,
  ],
  [
    'a host name that the server does not take',
    { status: 403, type: null, body: '' },
    'refused',
    'The server at URL refuses this host name (403). It listens on its own machine only: start it with OLLAMA_HOST=0.0.0.0, or make the proxy send `Host: localhost`.',
    1,
  ],
  [
    'a cloud that is out of reach',
    refusal(502, 'dial tcp: lookup example.org: no such host'),
    'refused',
    'The server refused the request (502): dial tcp: lookup example.org: no such host',
    1,
  ],
  [
    "a proxy's page",
    { status: 502, type: 'text/html', body: '<html>\n<b>Bad\u001b[31m Gateway</b></html>' },
    'refused',
    'The answer 502 did not come from Ollama but from something before it: <html> <b>Bad Gateway</b></html>. Check OLLAMA_HOST, and that no proxy stands between.',
    1,
  ],
  [
    'an address without that path',
    { status: 404, type: 'text/plain', body: '404 page not found' },
    'no-server',
    'What answers at URL is not Ollama (404: 404 page not found). Check OLLAMA_HOST, and that no proxy stands between.',
    1,
  ],
  [
    'a stream that ends before it is done',
    { lines: [text('ha'), text('ha')] },
    'stream-ended',
    "tidepool:7b stopped in the middle of its reply: the server closed the stream before it was done. Nothing of the reply was run. Send the prompt again; if it stops at the same place, look into the server's log.",
    1,
  ],
  [
    'a connection that breaks',
    { lines: [text('half of'), done()], dropAfter: 150 },
    'stream-ended',
    'The connection to URL broke before the reply was done (ECONNRESET). Nothing of the reply was run. See whether the server still runs, then send the prompt again.',
    1,
  ],
  [
    'a prompt that was cut in half, answered with 200',
    { lines: [text('What task?'), done({ prompt: 4098 })] },
    'cut-prompt',
    'The server cut the prompt to 4,098 tokens to fit a window of 8,192, so tidepool:7b did not see all of it and its reply was not used. Start a new conversation, set a larger ollama.contextLength, or update Ollama.',
    1,
  ],
];

describe('a failure of Ollama', () => {
  it.each(table)('tells of %s', async (_, turn, code, sentence, requests) => {
    const fake = await server({ turns: [turn, turn, turn] });
    const error = await failure(reply(backendAt(fake.url)));
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ code, message: sentence.replace('URL', fake.url) });
    expect(fake.chats()).toHaveLength(requests);
  });

  it('keeps its cause', async () => {
    const { url } = await server({ turns: [refusal(400, 'no')] });
    expect(await failure(reply(backendAt(url)))).toMatchObject({
      cause: { name: 'HttpStatusError', status: 400, text: 'no' },
    });
  });

  it('names the setting when the server is silent before the first byte', async () => {
    const { url } = await server({ turns: [{ silent: true }] });
    expect(await failure(reply(backendAt(url, { idleSeconds: 0.05 })))).toMatchObject({
      code: 'idle',
      message:
        'tidepool:7b sent nothing for 0.05 seconds, so wisp stopped waiting. A large prompt on a slow machine can take longer: raise ollama.timeoutSeconds (0 waits for ever), or see what the server does with `ollama ps`.',
    });
  });
});

describe('asking again', () => {
  it('takes the second reply and says that what came before is void', async () => {
    const turns = [{ lines: [text('So'), { error: CUT_CALL }] }, { lines: [text('Done.'), done()] }];
    const { url } = await server({ turns });
    expect(joined(await reply(backendAt(url)))).toEqual([
      { kind: 'text', text: 'So' },
      { kind: 'restart', reason: `tidepool:7b wrote a tool call that can not be read: ${CUT_CALL}. ${READ_LATER}` },
      { kind: 'text', text: 'Done.' },
      { kind: 'done', reason: 'stop', usage: { inputTokens: 300, outputTokens: 12 } },
    ]);
  });

  it('gives each kind of failure one chance', async () => {
    const turns = [refusal(503, 'server busy'), { lines: [{ error: CUT_CALL }] }, { lines: [text('Done.'), done()] }];
    const fake = await server({ turns });
    expect((await reply(backendAt(fake.url))).map((e) => e.kind)).toEqual(['restart', 'restart', 'text', 'done']);
  });
});
