import { fileURLToPath } from 'node:url';

/**
 * The path of the engine's program: `WISP_ENGINE` when it is set (a path, for tests and for trying another build), else the
 * one that is installed beside this package.
 */
export function engineProgram(environment: NodeJS.ProcessEnv): string {
  return environment.WISP_ENGINE || fileURLToPath(import.meta.resolve('@wisp/engine/program'));
}
