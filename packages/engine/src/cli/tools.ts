import { z } from 'zod';
import type { Settings } from '../config/settings.ts';
import { TOOLS } from '../tools/registry.ts';
import { print } from './run.ts';

const schemaShape = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })).default({}),
  required: z.array(z.string()).default([]),
});

/** `wisp tools`: what the model can call in a conversation with these settings, with its arguments. */
export async function listTools({ context }: Settings, json: boolean): Promise<number> {
  const tools = TOOLS.map(({ name, description, schema }) => {
    const { $schema: _, additionalProperties: __, ...parameters } = z.toJSONSchema(schema, { io: 'input' });
    return { name, description, offered: name !== 'memory' || context.memory, parameters };
  });
  if (json) {
    await print(`${JSON.stringify(tools)}\n`);
    return 0;
  }
  for (const { name, description, offered, parameters } of tools) {
    const { properties, required } = schemaShape.parse(parameters);
    const rows = Object.entries(properties).map(
      ([key, one]) => `    ${key}${required.includes(key) ? '' : '?'}  ${one.description ?? ''}\n`,
    );
    const off = offered ? '' : ' (not offered: context.memory is false)';
    await print(`${name}${off}\n  ${description.replaceAll('\n', '\n  ')}\n${rows.join('')}`);
  }
  return 0;
}
