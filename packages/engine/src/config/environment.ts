import type { SettingValue } from './setting-keys.ts';
import { MOST_PARALLEL, type Settings } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that a variable of the environment gives. */
export interface EnvironmentSetting {
  key: string;
  variable: string;
  value: SettingValue;
}

/**
 * What the environment says of settings: it stands above the file and below an option of the command line. An empty
 * variable says nothing, and neither does a count of requests that is none (0 leaves it to the server).
 */
export function environmentSettings(env: Environment): EnvironmentSetting[] {
  const { WISP_MODEL: model, OLLAMA_HOST: host } = env;
  const parallel = Number(env.OLLAMA_NUM_PARALLEL || 0);
  return [
    ...(model ? [{ key: 'model', variable: 'WISP_MODEL', value: model }] : []),
    ...(host ? [{ key: 'ollama.host', variable: 'OLLAMA_HOST', value: host }] : []),
    ...(Number.isInteger(parallel) && parallel > 0
      ? [{ key: 'ollama.parallel', variable: 'OLLAMA_NUM_PARALLEL', value: Math.min(MOST_PARALLEL, parallel) }]
      : []),
  ];
}

/** The settings of a file with what the environment says instead. */
export function withEnvironment(settings: Settings, env: Environment): Settings {
  const given = new Map(environmentSettings(env).map(({ key, value }) => [key, value]));
  const { host, parallel, ...ollama } = settings.ollama;
  const model = given.get('model') ?? settings.model;
  const at = given.get('ollama.host') ?? host;
  return {
    ...settings,
    ...(model === undefined ? {} : { model: String(model) }),
    ollama: {
      ...ollama,
      ...(at === undefined ? {} : { host: String(at) }),
      parallel: Number(given.get('ollama.parallel') ?? parallel),
    },
  };
}
