/** Most requests that are ever under way at once. */
const MOST = 8;

/**
 * How many requests the model server takes at once: `OLLAMA_NUM_PARALLEL`, by which Ollama itself is told, when this
 * environment has it too; else one, since a server does not say.
 */
export function parallelRequests(env: Readonly<Record<string, string | undefined>>): number {
  const given = Number(env.OLLAMA_NUM_PARALLEL);
  return Number.isInteger(given) && given > 1 ? Math.min(MOST, given) : 1;
}
