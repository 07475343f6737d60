import type { ApprovalAnswer, ApprovalRequest } from '../../gate/gate.ts';

/** How each answer is typed: any beginning of its word, or `y`. */
const ANSWERS: Readonly<Record<ApprovalAnswer, string>> = {
  once: '[y]es, once',
  session: '[s]ession',
  project: '[p]roject',
  always: '[a]lways',
  no: '[n]o',
};

type Asked = Pick<ApprovalRequest, 'command' | 'pattern' | 'level' | 'reasons'>;

/** What is asked, in lines: the whole command, with everything in it visible. */
export function approvalText({ command, pattern, level, reasons }: Asked): string {
  const lasting = pattern === command ? '' : `A lasting answer is for: ${visible(pattern)}\n`;
  return `The model wants to run (${level}: ${reasons.join('; ')}):\n  ${visible(command)}\n${lasting}`;
}

export function approvalPrompt(scopes: readonly ApprovalAnswer[]): string {
  return `Run it? ${scopes.map((scope) => ANSWERS[scope]).join(', ')}: `;
}

/** The answer that was typed; whatever is none is no. */
export function approvalAnswer(typed: string, scopes: readonly ApprovalAnswer[]): ApprovalAnswer {
  const word = typed.trim().toLowerCase();
  const isAnswer = (scope: ApprovalAnswer) =>
    ANSWERS[scope].replace(/[[\]]/g, '').startsWith(word) || (scope === 'once' && word === 'once');
  return word === '' ? 'no' : (scopes.find(isAnswer) ?? 'no');
}

/** Text with every control and invisible character shown as its code: a question must not hide anything. */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`);
}
