import type { Severity } from '../line.ts';

/** What a tool says of a place: how bad, its rule or code, and the message. `note` belongs to an earlier finding. */
export interface Statement {
  severity: Severity | 'note';
  code: string | null;
  message: string;
}

const WORDS = [
  '(?:fatal |internal compiler |internal |catastrophic |command line )?(?:error|warning)',
  'fatal|err|warn|note|notice|info|information|hint|remark|suggestion|style|performance|portability|convention|refactor',
  'deprecated|message|help|debug',
  // gcc, javac and MSBuild translate the word.
  'fehler|warnung|hinweis|erreur|avertissement|attention|advertencia|aviso|erro|errore|avviso|ошибка|предупреждение',
  '警告|エラー|错误|錯誤|오류|경고',
].join('|');
const CODE = '(?: ?\\[([^\\]]{1,120})\\]| ([A-Za-z]{1,12}[-_]?\\d{1,7}|#?\\d{1,5}(?:-D)?|XXX))?';
const STATEMENT = new RegExp(`^(?: ?[:-])* {0,3}(\\[?)(${WORDS})\\]?${CODE}( ?: ?| - |, | |$)(.*)$`, 'i');
/** Clang's source ranges, which stand between the place and the severity when they are asked for. */
const RANGES = /^:(?:\{[\d:-]{1,40}\}){1,8}/;
const SYNTAX = /^(?: ?[:-])* {0,3}((?:syntax|parse) error\b.*)$/i;

/** Reads `: error C2065: x`, ` - warning: x`, `: [error] x`, `: Info 701: x` after a place; null when no severity stands there. */
export function parseStatement(text: string): Statement | null {
  const rest = text.startsWith(':{') ? text.replace(RANGES, '') : text;
  const found = STATEMENT.exec(rest);
  if (found === null) {
    const syntax = SYNTAX.exec(rest);
    return syntax === null ? null : { severity: 'error', code: null, message: syntax[1] ?? '' };
  }
  // GHC puts its code alone behind the colon, and the message on the next line.
  const alone = /^\[([^\]]{1,120})\]$/.exec(found[6] ?? '')?.[1];
  const code = found[3] ?? found[4] ?? alone ?? null;
  // `Error return value is not checked` is a message that begins with the word.
  if (found[5] === ' ' && found[1] === '' && code === null) return null;
  const severity = severityOf(found[2] ?? '');
  // PC-lint and Intel's compiler number their remarks, which are findings; a note without a number is part of another.
  return {
    severity: severity === 'note' && isNumbered(code, found[6] ?? '') ? 'warning' : severity,
    code,
    message: alone === undefined ? (found[6] ?? '').trim() : '',
  };
}

/** True for a number as the code, and for ShellCheck's code behind the message. */
function isNumbered(code: string | null, message: string): boolean {
  return /^#?\d+(?:-D)?$/.test(code ?? '') || /\[SC\d{4}\]$/.test(message);
}

/** How bad a tool's own word for a severity is. */
export function severityOf(word: string): Severity | 'note' {
  const lower = word.toLowerCase();
  if (lower.startsWith('fatal') || lower.startsWith('catastrophic')) return 'fatal';
  if (lower.includes('err') || /^(?:fehler|ошибка|エラー|错误|錯誤|오류)/.test(lower)) return 'error';
  if (/^(?:warnung|avert|atten|advert|avis|avvis|предуп|警告|경고)/.test(lower)) return 'warning';
  if (
    /^(?:command line )?warn|^info|^hint|style|performance|portability|convention|refactor|suggestion|deprecated/.test(
      lower,
    )
  )
    return 'warning';
  return 'note';
}
