import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chatLines } from '../../../packages/engine/src/models/ollama/chat-lines.ts';
import { failure } from './support.ts';

async function* cut(body: Buffer, at: readonly number[]): AsyncGenerator<Uint8Array> {
  const edges = [0, ...at.filter((n) => n < body.length).sort((a, b) => a - b), body.length];
  for (const [i, end] of edges.slice(1).entries()) yield body.subarray(edges[i], end);
}

interface Lines {
  lines: string[];
  unreadable: string[];
}

async function read(text: string, at: readonly number[] = []): Promise<Lines> {
  const result: Lines = { lines: [], unreadable: [] };
  const body = cut(Buffer.from(text), at);
  for await (const line of chatLines(body, (l) => result.unreadable.push(l)))
    result.lines.push(Buffer.from(line).toString());
  return result;
}

const PART = '{"message":{"content":"é✅"}}\n';
const DONE = '{"message":{},"done":true}\n';

describe('chatLines', () => {
  it('gives whole lines however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 120 }), { maxLength: 20 }), async (at) => {
        expect(await read(`${PART}\r\n\nnoise\n${PART}${DONE}`, at)).toEqual({
          lines: [PART, PART, DONE],
          unreadable: ['noise'],
        });
      }),
    );
  });

  it('ends with the line that is done, whatever follows', async () => {
    expect(await read(`${DONE}{"error":"late"}\n`)).toEqual({ lines: [DONE], unreadable: [] });
  });

  it('fails when the body ends before that', async () => {
    expect(await failure(read(PART))).toMatchObject({ name: 'StreamEndedError' });
    expect(await failure(read(''))).toMatchObject({ name: 'StreamEndedError' });
    expect(await failure(read(`${PART}{"message":{"content":"ha`))).toMatchObject({ name: 'StreamEndedError' });
  });

  it('fails at a line that reports a failure', async () => {
    expect(await failure(read('{"error":"boom"}\n'))).toMatchObject({
      name: 'ErrorLineError',
      message: 'boom',
      status: null,
    });
    expect(await failure(read('{"StatusCode":429,"error":"slow"}\n'))).toMatchObject({ message: 'slow', status: 429 });
    expect(await failure(read('{"failed":1}\n'))).toMatchObject({ name: 'ErrorLineError', message: '{"failed":1}' });
  });

  it('fails at a line that never ends', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield Buffer.alloc(1024 * 1024, 'x');
    }
    const all = async () => {
      for await (const line of chatLines(endless(), () => {})) expect(line).toBeUndefined();
    };
    expect(await failure(all())).toMatchObject({ name: 'BodyTooLargeError' });
  });
});
