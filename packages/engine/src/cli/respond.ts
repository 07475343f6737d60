import { createInterface } from 'node:readline/promises';
import { approvalAnswer, approvalPrompt, approvalText } from '../chat/plain/approval-text.ts';
import { wordingOf } from '../chat/wording.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../gate/gate.ts';
import { Conversation } from '../session/conversation.ts';
import { FragmentCleaner } from '../text/clean.ts';
import { toolsNamed } from '../tools/registry.ts';
import type { ChatOptions } from './chat.ts';
import { print } from './run.ts';
import { onSignals } from './signals.ts';

/**
 * `wisp "prompt"`: one turn, its reply on stdout as it streams, what it runs on stderr. Exit code 0 when it was answered, 1
 * when it was not, 130 when it was interrupted.
 */
export async function respond(
  prompt: string,
  { model, tools, yes, home, host, parallel, settings }: ChatOptions,
): Promise<number> {
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const conversation = new Conversation({
    home,
    settings,
    host,
    parallel,
    model,
    directory: process.cwd(),
    entryPoint: 'respond',
    tools: toolsNamed(tools),
    approveAll: yes,
    approver: askOnTerminal,
    onEvent: (event) => {
      const text = wordingOf(event);
      if (text && event.kind !== 'error') say(`· ${text}`);
    },
    onNote: say,
    onProgress: (text) => say(`· ${text}`),
  });
  const signals = onSignals();
  try {
    await conversation.open(signals.signal);
    if (!conversation.model) return 1;
    let last = '';
    // What a model writes must not drive the person's terminal; a pipe gets it as it is.
    const cleaner = process.stdout.isTTY ? new FragmentCleaner() : null;
    const report = await conversation.prompt(prompt, signals.signal, async (event) => {
      // Each reply of the turn ends its line, so that what it says before a call does not run into what it says after.
      const text =
        event.kind === 'delta' ? event.text : event.kind === 'call' && last !== '' && !last.endsWith('\n') ? '\n' : '';
      if (text === '') return;
      last = text;
      await print(cleaner ? cleaner.push(text) : text);
    });
    await print(cleaner?.end() ?? '');
    if (last !== '' && !last.endsWith('\n')) await print('\n');
    if (report.error) say(report.error);
    if (report.ran) say(`ran: ${report.ran}`);
    return { ok: 0, error: 1, interrupted: 130 }[report.outcome];
  } finally {
    signals.stop();
    conversation.close();
  }
}

/** Asks on the terminal; null when there is none. */
async function askOnTerminal(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer | null> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    process.stderr.write(`\n${approvalText(request)}`);
    const { scopes } = request;
    return approvalAnswer(await terminal.question(approvalPrompt(scopes), { signal }), scopes);
  } finally {
    terminal.close();
  }
}
