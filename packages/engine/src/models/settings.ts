/** Names of the settings that messages point at. */
export const SETTING = { idle: 'ollama.timeoutSeconds', window: 'ollama.contextLength' } as const;
