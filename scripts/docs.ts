// Writes the parts of the docs that follow from the code, between markers; with --check, fails when one is stale.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { EVENT_DETAILS } from '../packages/engine/src/audit/events.ts';
import { CHAT_COMMANDS } from '../packages/engine/src/chat/commands/table.ts';
import { SETTING_KEYS } from '../packages/engine/src/config/setting-keys.ts';
import { TOOLS } from '../packages/engine/src/tools/registry.ts';
import { inbound, outbound } from '../packages/protocol/src/index.ts';

interface JsonSchema {
  type?: string | string[] | undefined;
  const?: unknown;
  enum?: unknown[] | undefined;
  anyOf?: JsonSchema[] | undefined;
  oneOf?: JsonSchema[] | undefined;
  items?: JsonSchema | undefined;
  properties?: Record<string, JsonSchema> | undefined;
  required?: string[] | undefined;
  description?: string | undefined;
}

const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(jsonSchema).optional(),
    oneOf: z.array(jsonSchema).optional(),
    items: jsonSchema.optional(),
    properties: z.record(z.string(), jsonSchema).optional(),
    required: z.array(z.string()).optional(),
    description: z.string().optional(),
  }),
);

const read = (schema: z.ZodType): JsonSchema => jsonSchema.parse(z.toJSONSchema(schema, { io: 'input' }));

/** A field's type in a few words: `string`, `"start" | "end"`, `object[]`, `string | null`. */
function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' \\| ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' \\| ');
  if (schema.type === 'array') return `${typeOf(schema.items ?? {})}[]`;
  if (schema.properties) return `{ ${fields(schema).join(', ')} }`;
  return [schema.type ?? 'any'].flat().join(' \\| ');
}

function fields(schema: JsonSchema): string[] {
  const required = new Set(schema.required);
  return Object.keys(schema.properties ?? {}).map((name) => (required.has(name) ? name : `${name}?`));
}

function row(schema: JsonSchema): string {
  const { type, ...rest } = schema.properties ?? {};
  const required = new Set(schema.required);
  const cells = Object.entries(rest).map(([name, s]) => `\`${name}${required.has(name) ? '' : '?'}\` ${typeOf(s)}`);
  return `| \`${String(type?.const)}\` | ${cells.join('; ') || '–'} |`;
}

function lines(schema: z.ZodType): string {
  const options = read(schema);
  const all = (options.anyOf ?? options.oneOf ?? [options]).flatMap((option) => option.anyOf ?? [option]);
  return ['| type | fields |', '| --- | --- |', ...all.map(row)].join('\n');
}

function events(): string {
  const rows = Object.entries(EVENT_DETAILS).map(([kind, schema]) => {
    const { properties = {}, required } = read(schema);
    const cells = Object.entries(properties).map(
      ([name, s]) => `\`${name}${required?.includes(name) ? '' : '?'}\` ${typeOf(s)}`,
    );
    return `| \`${kind}\` | ${cells.join('; ')} |`;
  });
  return ['| kind | details |', '| --- | --- |', ...rows].join('\n');
}

/** The overview: what each tool is told of, and its page. */
function tools(): string {
  const rows = TOOLS.map(({ name, description }) => `| [${name}](tools/${name}.md) | ${description} |`);
  return ['| tool | what the model is told |', '| --- | --- |', ...rows].join('\n');
}

function argumentsOf(tool: (typeof TOOLS)[number]): string {
  const { properties = {}, required } = read(tool.schema);
  const rows = Object.entries(properties).map(
    ([name, s]) =>
      `| \`${name}\` | ${typeOf(s)} | ${required?.includes(name) ? 'yes' : 'no'} | ${s.description ?? ''} |`,
  );
  if (rows.length === 0) return 'No arguments.';
  return ['| argument | type | required | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function settings(): string {
  const rows = SETTING_KEYS.map(
    ({ key, takes, fallback, meaning }) =>
      `| \`${key}\` | ${takes} | ${fallback === null ? '–' : `\`${String(fallback)}\``} | ${meaning} |`,
  );
  return ['| key | takes | default | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function chatCommands(): string {
  const rows = CHAT_COMMANDS.map(({ name, takes, summary }) => {
    const words = `/${name} ${takes}`.trimEnd();
    return `| \`${words.replaceAll('|', '\\|')}\` | ${summary} |`;
  });
  return ['| command | does |', '| --- | --- |', ...rows].join('\n');
}

const GENERATED: readonly (readonly [string, string, () => string])[] = [
  ['docs/protocol.md', 'inbound', () => lines(inbound)],
  ['docs/protocol.md', 'outbound', () => lines(outbound)],
  ['docs/audit.md', 'events', events],
  ['docs/tools.md', 'tools', tools],
  ...TOOLS.map((tool) => [`docs/tools/${tool.name}.md`, `arguments of ${tool.name}`, () => argumentsOf(tool)] as const),
  ['docs/chat.md', 'chat commands', chatCommands],
  ['docs/settings.md', 'settings', settings],
];

let stale = 0;
for (const [path, name, make] of GENERATED) {
  const text = readFileSync(path, 'utf8');
  const open = `<!-- generated: ${name} -->\n`;
  const close = '<!-- end -->';
  const start = text.indexOf(open) + open.length;
  const end = text.indexOf(close, start);
  if (start < open.length || end === -1) throw new Error(`${path} has no markers for ${name}`);
  const now = `${text.slice(0, start)}\n${make()}\n\n${text.slice(end)}`;
  if (now === text) continue;
  if (process.argv.includes('--check')) {
    stale++;
    console.error(`${path} is stale (${name}); run: node scripts/docs.ts`);
  } else writeFileSync(path, now);
}
const pages = new Set(TOOLS.map(({ name }) => `${name}.md`));
for (const page of readdirSync('docs/tools')) {
  if (pages.has(page)) continue;
  stale++;
  console.error(`docs/tools/${page} is the page of no tool`);
}
process.exitCode = stale === 0 ? 0 : 1;
