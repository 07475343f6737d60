import type { ModelInfo } from './backend.ts';

/** A model for the list that the person reads. Sizes in bytes, length in tokens; null where the server does not tell. */
export interface InstalledModel {
  /** As `--model` takes it. */
  name: string;
  size: number | null;
  parameterSize: string | null;
  contextLength: number | null;
  capabilities: readonly string[] | null;
  cloud: boolean;
  loaded: boolean;
}

/** Whether this is the model that answers: a list of a server with the OpenAI interface has its address in each name. */
export function isOpen({ name }: InstalledModel, model: ModelInfo | null): boolean {
  return model !== null && (name === model.name || name.startsWith(`openai:${model.name}@`));
}

/** What to do when a server has no model; `named` is what it was reached by. */
export function noneInstalled(named: string | null | undefined): string {
  if (named?.startsWith('openai:')) return 'The server lists no model. Start it with one, or load one there.';
  return 'Ollama has no model yet. Get one with: ollama pull qwen3:8b';
}
