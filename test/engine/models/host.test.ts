import { describe, expect, it } from 'vitest';
import { parseHost } from '../../../packages/engine/src/models/host.ts';

const forms: readonly (readonly [string | undefined, string])[] = [
  [undefined, 'http://127.0.0.1:11434'],
  ['', 'http://127.0.0.1:11434'],
  ['   ', 'http://127.0.0.1:11434'],
  ['10.2.3.4', 'http://10.2.3.4:11434'],
  ['10.2.3.4:4000', 'http://10.2.3.4:4000'],
  [':4000', 'http://127.0.0.1:4000'],
  ['box', 'http://box:11434'],
  ['box:9', 'http://box:9'],
  ['box:', 'http://box:11434'],
  ['box/', 'http://box:11434'],
  ['box:9/ollama/', 'http://box:9/ollama'],
  ['http://box', 'http://box:80'],
  ['http://box:9', 'http://box:9'],
  ['HTTP://box', 'http://box:80'],
  ['https://box', 'https://box:443'],
  ['https://box:9/deep/path', 'https://box:9/deep/path'],
  ['ollama.com', 'https://ollama.com:443'],
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  ['0.0.0.0:4000', 'http://127.0.0.1:4000'],
  ['http://0.0.0.0:4000/', 'http://127.0.0.1:4000'],
  ['::', 'http://[::1]:11434'],
  ['[::]:4000', 'http://[::1]:4000'],
  ['::1', 'http://[::1]:11434'],
  ['[::1]', 'http://[::1]:11434'],
  ['[::1]:4000', 'http://[::1]:4000'],
  ['fe80::2', 'http://[fe80::2]:11434'],
  ['localhost', 'http://localhost:11434'],
  ['"10.2.3.4"', 'http://10.2.3.4:11434'],
  ["' 10.2.3.4:4000 '", 'http://10.2.3.4:4000'],
  ['  box  ', 'http://box:11434'],
  ['box:99999', 'http://box:11434'],
  ['box:-1', 'http://box:11434'],
  ['box:abc', 'http://box:11434'],
  ['http://box:99999', 'http://box:80'],
  ['https://box:abc', 'https://box:443'],
];

describe('parseHost', () => {
  it.each(forms)('reads %j as %s', (given, url) => {
    expect(parseHost(given)?.url).toBe(url);
  });

  it('keeps a password for the server and out of what is shown', () => {
    expect(parseHost('http://me:secret@box:9/x')).toEqual({
      url: 'http://me:secret@box:9/x',
      shown: 'http://box:9/x',
      loopback: false,
    });
  });

  it.each(['127.0.0.1', '127.9.9.9:1', 'localhost', 'a.localhost', '[::1]', '0.0.0.0', '::'])(
    'knows %s as this machine',
    (given) => {
      expect(parseHost(given)?.loopback).toBe(true);
    },
  );

  it.each(['box', '10.0.0.1', 'localhost.example.com', 'https://ollama.com'])(
    'knows %s as another machine',
    (given) => {
      expect(parseHost(given)?.loopback).toBe(false);
    },
  );

  it.each(['ftp://box', 'bo x', 'http://', 'a'.repeat(3000)])(
    'gives null or an address for %j, and never throws',
    (given) => {
      const host = parseHost(given);
      if (host) expect(URL.canParse(host.url)).toBe(true);
    },
  );

  it('takes no scheme but http and https', () => {
    expect(parseHost('ftp://box')).toBeNull();
  });
});
