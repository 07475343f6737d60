import { expect, test } from 'vitest';
import { z } from 'zod';
import { TOOL_NAMES } from '../../../packages/engine/src/tools/names.ts';
import { scratch, wisp } from '../../support/wisp.ts';

const tool = z.strictObject({
  name: z.string(),
  description: z.string().min(1),
  offered: z.boolean(),
  parameters: z.looseObject({ type: z.literal('object') }),
});

test('wisp tools lists every tool with its arguments, without a model', async () => {
  const json = await wisp(scratch(), ['tools', '--json']);
  expect(json).toMatchObject({ status: 0, stderr: '' });
  const tools = z.array(tool).parse(JSON.parse(json.stdout));
  expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
  expect(tools.every(({ offered }) => offered)).toBe(true);
  expect(tools[0]?.parameters).toMatchObject({ properties: { command: { type: 'string' } }, required: ['command'] });
  const { stdout } = await wisp(scratch(), ['tools']);
  for (const { name, description } of tools) expect(stdout).toContain(`${name}\n  ${description.split('\n')[0]}`);
  expect(stdout).toContain('\n    command  ');
  expect(stdout).toContain('\n    timeout?  ');
});
