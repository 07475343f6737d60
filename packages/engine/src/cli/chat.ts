import { ReadStream } from 'node:tty';
import { ChatServer } from '../chat/chat-server.ts';
import { PipeChat } from '../chat/plain/pipe-chat.ts';
import { TerminalChat } from '../chat/plain/terminal-chat.ts';
import type { Settings } from '../config/settings.ts';
import { newestOf, readConversation, sweepConversations } from '../session/conversation-files.ts';
import { whyNotKept } from '../store/failure.ts';
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

export interface ChatCommandOptions extends ChatOptions {
  /** JSON lines, for a front end. */
  json: boolean;
  /** The model that the command line names, before that of a conversation that goes on; null for none. */
  asked: string | null;
  /** A saved conversation to go on with: its name, or the newest of the directory; null for a new one. */
  resume: { name: string } | 'newest' | null;
}

/**
 * `wisp chat`: a conversation. With `json` the engine behind a front end, over stdin and stdout; else in plain text on the
 * terminal, or with a pipe. Resolves to the exit code.
 */
export async function chat(options: ChatCommandOptions): Promise<number> {
  const { home, settings } = options;
  const directory = process.cwd();
  const going = await resumed(home, directory, options.resume);
  if ('problem' in going) {
    process.stderr.write(`wisp chat: ${going.problem}.\n`);
    return 1;
  }
  const { resume } = going;
  const spare = resume?.saved.name ?? null;
  try {
    await sweepConversations(home, { days: settings.context.outputDays, now: Date.now(), spare });
  } catch (error) {
    process.stderr.write(`wisp chat: old conversations were not swept: ${whyNotKept(error, home)}.\n`);
  }
  const conversation = {
    home,
    settings,
    directory,
    model: options.asked ?? resume?.saved.model ?? options.model,
    host: options.host,
    parallel: options.parallel,
    tools: toolsNamed(options.tools),
    approveAll: options.yes,
    ...(resume ? { resume } : {}),
  };
  // A reader that is gone is no reason to fail: its writer sees it, and the conversation ends.
  process.on('SIGPIPE', () => {});
  const { stdin, stdout, stderr } = process;
  if (options.json) {
    const server = new ChatServer({ ...conversation, input: stdin, output: stdout });
    // The front end and its engine share a terminal: Ctrl-C there is the front end's to interpret.
    return serve(server, () => {});
  }
  const plain =
    stdin instanceof ReadStream && stdout.isTTY
      ? new TerminalChat({ ...conversation, input: stdin, output: stdout, about: stderr })
      : new PipeChat({ ...conversation, input: stdin, reply: stdout, about: stderr });
  return serve(plain, () => plain.interrupt());
}

async function serve(face: { run: () => Promise<number>; stop: () => void }, onInterrupt: () => void): Promise<number> {
  process.on('SIGINT', onInterrupt);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => face.stop());
  return face.run();
}

type Going = { resume: Extract<Awaited<ReturnType<typeof readConversation>>, { saved: unknown }> | null };

async function resumed(
  home: string,
  directory: string,
  asked: ChatCommandOptions['resume'],
): Promise<Going | { problem: string }> {
  if (asked === null) return { resume: null };
  const name = asked === 'newest' ? await newestOf(home, directory) : asked.name;
  if (name === null)
    return {
      problem: `no conversation of ${directory} is saved; wisp chat begins one, wisp chat --list has those of others`,
    };
  const read = await readConversation(home, name);
  return 'problem' in read ? read : { resume: read };
}
