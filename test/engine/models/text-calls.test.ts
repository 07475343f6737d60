import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextCalls } from '../../../packages/engine/src/models/reply/text-calls.ts';

const TOOLS = ['run_command', 'read_file'];
const read = (path: string) => ({ name: 'read_file', arguments: { path } });
const object = (path: string) => JSON.stringify(read(path));

/** What a reply of these fragments becomes. */
function settle(fragments: readonly string[], tools = TOOLS): { text: string; calls: unknown } {
  const printed = new TextCalls(tools);
  let text = '';
  for (const fragment of fragments) text += printed.push(fragment);
  const calls = printed.calls();
  return { text: calls ? text : text + printed.release(), calls };
}

const asCalls: readonly (readonly [string, string, unknown[]])[] = [
  ['an object', object('a'), [read('a')]],
  ['an object with white space around it', `\n ${object('a')} \n`, [read('a')]],
  ['objects one after another', `${object('a')}\n${object('b')}`, [read('a'), read('b')]],
  ['objects with commas between', `${object('a')}, ${object('b')}`, [read('a'), read('b')]],
  ['an array', `[${object('a')}, ${object('b')}]`, [read('a'), read('b')]],
  ['a tag', `<tool_call>\n${object('a')}\n</tool_call>`, [read('a')]],
  ['two tags', `<tool_call>${object('a')}</tool_call>\n<tool_call>${object('b')}</tool_call>`, [read('a'), read('b')]],
  ['a tag whose end is missing', `<tool_call>${object('a')}`, [read('a')]],
  ['a fenced block', `\`\`\`json\n${object('a')}\n\`\`\``, [read('a')]],
  ['an [ARGS] call', 'read_file[ARGS]{"path": "a"}', [read('a')]],
  ['an object without arguments', '{"name": "run_command"}', [{ name: 'run_command', arguments: {} }]],
  ['an object with parameters', '{"name":"read_file","parameters":{"path":"a"}}', [read('a')]],
  ['arguments that are a string', '{"name":"read_file","arguments":"{\\"path\\":\\"a\\"}"}', [read('a')]],
  ['a wrapped object', '{"type":"function","function":{"name":"read_file","arguments":{"path":"a"}}}', [read('a')]],
  ['braces and quotes inside strings', '{"name":"read_file","arguments":{"path":"}{\\"\\\\"}}', [read('}{"\\')]],
];

const asText: readonly (readonly [string, string])[] = [
  ['a sentence', 'I would call read_file.'],
  ['a call with a sentence before it', `I call it: ${object('a')}`],
  ['a call with a sentence after it', `${object('a')} is what I call.`],
  ['a tool that nobody offered', '{"name":"delete_all","arguments":{}}'],
  ['an object of another kind', '{"answer": 42}'],
  ['a call with a key that calls do not have', '{"name":"read_file","arguments":{},"comment":"x"}'],
  ['one good call and one bad', `${object('a')}\n{"name":"nobody"}`],
  ['arguments that are no object', '{"name":"read_file","arguments":[1]}'],
  ['[ARGS] with something else', 'read_file[ARGS]path'],
  ['half an object', '{"name":"read_file","arguments":{"path"'],
  ['an empty array', '[]'],
  ['a list of numbers', '[1] first\n[2] second'],
  ['a block of code', '```python\nprint(1)\n```'],
  ['only white space', ' \n '],
  ['nothing', ''],
];

describe('TextCalls', () => {
  it.each(asCalls)('reads %s as calls and shows no text', (_, content, calls) => {
    expect(settle([content])).toEqual({ text: '', calls });
    expect(settle([...content])).toEqual({ text: '', calls });
  });

  it.each(asText)('leaves %s as text, whole', (_, content) => {
    expect(settle([content])).toEqual({ text: content, calls: null });
    expect(settle([...content])).toEqual({ text: content, calls: null });
  });

  it('is text without offered tools', () => {
    expect(settle([object('a')], [])).toEqual({ text: object('a'), calls: null });
  });

  it('gives text on as soon as it can be no call', () => {
    const printed = new TextCalls(TOOLS);
    expect(printed.push('{"na')).toBe('');
    expect(printed.push('tion": ')).toBe('{"nation": ');
    expect(printed.push('"x"}')).toBe('"x"}');
  });

  it('keeps every character of any text, however it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('{', '[', '{"name"', '<tool_call>', '```json\n'))),
        (fragments) => {
          const { text, calls } = settle(fragments);
          if (calls === null) expect(text).toBe(fragments.join(''));
        },
      ),
    );
  });

  it('takes a long call in small fragments in linear time', () => {
    const content = JSON.stringify({ name: 'read_file', arguments: { path: 'x'.repeat(400_000) } });
    const fragments = content.match(/.{1,8}/gs) ?? [];
    const start = process.cpuUsage();
    expect(settle(fragments).calls).toHaveLength(1);
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  });
});
