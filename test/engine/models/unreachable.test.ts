import { describe, expect, it } from 'vitest';
import { parseHost } from '../../../packages/engine/src/models/host.ts';
import { OLLAMA } from '../../../packages/engine/src/models/ollama/words.ts';
import { openBackend } from '../../../packages/engine/src/models/open-backend.ts';
import { OPENAI } from '../../../packages/engine/src/models/openai/words.ts';
import { unreachable } from '../../../packages/engine/src/models/unreachable.ts';
import { startFakeOpenAI } from '../../fake-openai/server.ts';
import { failure, never } from './support.ts';

const host = parseHost('https://gpu.example.org/v1') ?? { url: '', shown: '', loopback: false };
const failed = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('it broke'), { code }) });

describe('a connection that failed', () => {
  it.each([
    [
      'ECONNREFUSED',
      'no-server',
      'No model server answers at https://gpu.example.org:443/v1 (ECONNREFUSED). Start it ',
    ],
    ['ETIMEDOUT', 'no-server', 'No model server answers at https://gpu.example.org:443/v1 (ETIMEDOUT). Start it '],
    [
      'ENOTFOUND',
      'no-server',
      'The name in https://gpu.example.org:443/v1 is not known (ENOTFOUND). Check the address',
    ],
    ['ECONNRESET', 'stream-ended', 'The connection to https://gpu.example.org:443/v1 broke before the reply was done'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'no-server', 'The certificate of https://gpu.example.org:443/v1 is not trusted'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'no-server', 'The certificate of https://gpu.example.org:443/v1 is not trusted'],
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'no-server',
      'The certificate of https://gpu.example.org:443/v1 is not trusted',
    ],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'no-server', 'What answers at https://gpu.example.org:443/v1 does not speak TLS'],
  ])('%s is told as what it is', (code, kind, text) => {
    expect(unreachable(failed(code), host, OPENAI)).toEqual({ code: kind, text: expect.stringContaining(text) });
  });

  it('is looked for among the attempts of a name with several addresses', () => {
    const both = new AggregateError([Object.assign(new Error('no'), { code: 'ECONNREFUSED' })], 'all failed');
    expect(unreachable(both, host, OLLAMA)).toMatchObject({ code: 'no-server' });
  });

  it('is not what an error of this program is', () => {
    expect(unreachable(new TypeError('no such method'), host, OLLAMA)).toBeNull();
    expect(unreachable(failed('ERR_INVALID_ARG_TYPE'), host, OLLAMA)).toBeNull();
  });

  it('is told of https to a server that has none', async () => {
    const server = await startFakeOpenAI();
    const address = server.url.replace('http:', 'https:');
    const error = await failure(openBackend(`openai:m@${address}`).open(never()));
    await server.close();
    expect(error).toMatchObject({
      code: 'no-server',
      message: expect.stringContaining('does not speak TLS'),
    });
  });
});
