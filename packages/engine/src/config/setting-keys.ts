import { z } from 'zod';
import { grouped } from '../text/format.ts';
import { settingsSchema } from './settings.ts';

export type SettingValue = string | number | boolean;

/** One setting, as `wisp config list`, completion and the docs show it. */
export interface SettingKey {
  /** Its name with dots: `ollama.host`. */
  key: string;
  kind: 'text' | 'number' | 'switch' | 'choice';
  /** What it takes, to stand after "takes": `a whole number from 1 to 8`. */
  takes: string;
  /** All values that it can have, where they are few. */
  choices: readonly string[];
  /** What it is without a file; null when it is absent then. */
  fallback: SettingValue | null;
  meaning: string;
  /** The value as it is used; null when it is not allowed. */
  check(value: unknown): SettingValue | null;
}

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const leafShape = z.looseObject({
  type: z.enum(['string', 'integer', 'boolean']),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: scalar.optional(),
  description: z.string(),
  form: z.string().optional(),
});

/** Every setting there is, in the order of the schema. */
export const SETTING_KEYS: readonly SettingKey[] = leaves(settingsSchema, '');

/** The setting of this name, or null. */
export function settingKey(key: string): SettingKey | null {
  return SETTING_KEYS.find((setting) => setting.key === key) ?? null;
}

/** Whether settings begin with this name: `ollama`. */
export function isGroup(name: string): boolean {
  return SETTING_KEYS.some(({ key }) => key.startsWith(`${name}.`));
}

function leaves(object: z.ZodObject, before: string): SettingKey[] {
  return Object.entries(object.shape).flatMap(([name, schema]) => {
    const group = bare(schema);
    return group instanceof z.ZodObject ? leaves(group, `${before}${name}.`) : [leaf(`${before}${name}`, schema)];
  });
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodPrefault ? bare(schema.unwrap()) : schema;
}

function leaf(key: string, schema: z.core.$ZodType): SettingKey {
  const facts = leafShape.parse(z.toJSONSchema(schema, { io: 'input' }));
  const choices = facts.enum ?? (facts.type === 'boolean' ? ['true', 'false'] : []);
  return {
    key,
    kind: facts.enum ? 'choice' : facts.type === 'boolean' ? 'switch' : facts.type === 'integer' ? 'number' : 'text',
    takes: takes(facts),
    choices,
    fallback: facts.default ?? null,
    meaning: facts.description,
    check: (value) => scalar.safeParse(z.safeParse(schema, value).data).data ?? null,
  };
}

function takes(facts: z.infer<typeof leafShape>): string {
  if (facts.form) return facts.form;
  if (facts.enum) {
    const choices = facts.enum.map((choice) => JSON.stringify(choice));
    return `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
  }
  if (facts.type === 'boolean') return 'true or false';
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = facts;
  return maximum === Number.MAX_SAFE_INTEGER
    ? `a whole number from ${grouped(minimum)}`
    : `a whole number from ${grouped(minimum)} to ${grouped(maximum)}`;
}
