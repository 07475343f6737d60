import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { capture } from '../exec/capture.ts';
import { refusal, type Tool, type ToolContext, type ToolOutcome } from './tool.ts';

const NAME = 'run_command';

/** Said after a command that failed because it wrote elsewhere. */
const CONFINED =
  '\n[wisp: commands may write only in the launch directory, temporary directories and the cache (setting `sandbox`). Write there, or ask the person to run it with !.]';

const LONGEST_TIMEOUT = 86_400;

const schema = z.object({
  command: z.string().min(1).max(65_536).describe('The command line, run by /bin/sh. stdin is empty.'),
  directory: z.string().max(4_096).optional().describe('Where to run it. Default: the working directory.'),
  timeout: z
    .number()
    .min(1)
    .max(LONGEST_TIMEOUT)
    .optional()
    .describe(`Seconds until it is ended, 1 to ${LONGEST_TIMEOUT}. Default: long enough for a build.`),
});

/** Runs a command line of the model's through the gate, and gives its result within the budget (features C, D). */
export const runCommandTool: Tool<typeof schema> = {
  name: NAME,
  description:
    'Run a shell command. Gives its exit status and what it printed; output that is too long is kept whole, and the note at the end says how to reach the rest. Never run a command again to see more of its output.',
  schema,
  run,
};

async function run(args: z.infer<typeof schema>, context: ToolContext): Promise<ToolOutcome> {
  const { command } = args;
  const directory = resolve(context.directory, args.directory ?? '.');
  if (!(await isDirectory(directory)))
    return refusal(`there is no directory ${directory}. Give one that exists, or leave "directory" out.`);
  const decision = await context.decide(command, directory);
  if (decision.verdict === 'denied')
    return refusal(`command denied by policy: ${decision.reason}. Do it another way, or ask the person to run it.`);
  if (decision.verdict === 'disapproved')
    return refusal(`command not approved: ${decision.reason}. Do not try it again; say what you need it for.`);
  const { sandbox } = context.limits;
  const plain = ['/bin/sh', '-c', command] as const;
  const argv = sandbox ? await sandbox.wrap(plain) : plain;
  const confined = argv !== plain;
  const result = await capture({
    id: context.call,
    tool: NAME,
    argv,
    directory,
    timeout: args.timeout ?? context.limits.timeoutSeconds,
    signal: context.signal,
    budget: context.budget.bytes - (confined ? Buffer.byteLength(CONFINED) : 0),
    ways: context.ways,
    store: context.store,
    now: () => new Date(),
    onPrinted: context.onPrinted,
  });
  context.onCommandEnd(command, result.end, result.stdoutBytes, result.stderrBytes);
  const bytes = result.stdoutBytes + result.stderrBytes;
  const { shown, outcome, stored, notKept, sha256 } = result;
  const refused = confined && result.end.exitStatus !== 0 && sandbox?.tellsOfRefusedWrite(result.text);
  const text = refused ? `${result.text}${CONFINED}` : result.text;
  return { text, shown, outcome, bytes, stored, sha256, ...(notKept === null ? {} : { notKept }) };
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Whatever keeps it from being looked at keeps a command from running in it.
    return false;
  }
}
