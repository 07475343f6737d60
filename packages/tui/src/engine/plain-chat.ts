import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * The engine's own plain chat in this program's place, on the same terminal or pipes: for a screen reader, and where there is no
 * terminal. Resolves to its exit code; 1 when a signal ended it.
 */
export async function plainChat(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [program, 'chat', '--plain', ...args], { stdio: 'inherit' });
  // Ctrl-C in the terminal reaches the engine by itself, and is its to interpret.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}
