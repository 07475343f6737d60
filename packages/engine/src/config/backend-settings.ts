import type { Settings } from './settings.ts';

/** How the settings reach a model server, in the words of `openBackend`. */
export function backendSettings({ ollama }: Settings) {
  const { host, contextLength: window, timeoutSeconds: idleSeconds, keepAlive } = ollama;
  return { host, window, idleSeconds, keepAlive };
}
