import { ChatServer } from '../chat/chat-server.ts';
import type { Settings } from '../config/settings.ts';
import { toolsNamed } from '../tools/registry.ts';

export interface ChatOptions {
  model: string | null;
  tools: readonly string[];
  yes: boolean;
  home: string;
  host: string | undefined;
  parallel: number;
  settings: Settings;
}

/** `wisp chat --json`: the engine behind a front end, over stdin and stdout, until either ends. */
export async function chat({ model, tools, yes, home, host, parallel, settings }: ChatOptions): Promise<number> {
  // A front end that is gone is no reason to fail: the writer sees it and the conversation ends.
  process.on('SIGPIPE', () => {});
  const server = new ChatServer({
    home,
    settings,
    directory: process.cwd(),
    model,
    host,
    parallel,
    tools: toolsNamed(tools),
    approveAll: yes,
    input: process.stdin,
    output: process.stdout,
  });
  // The front end and its engine share a terminal: Ctrl-C there is the front end's to interpret.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.stop());
  return server.run();
}
