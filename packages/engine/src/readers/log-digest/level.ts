/** How bad a record says it is, worst first. */
export const SEVERITIES = ['fatal', 'error', 'warning', 'info', 'debug'] as const;

export type LogSeverity = (typeof SEVERITIES)[number];

const LEVELS: Readonly<Record<LogSeverity, string>> = {
  fatal: 'fatal panic emerg emergency alert crit critical ftl fault dpanic 致命',
  error: 'error err severe failure 错误 エラー 오류',
  warning: 'warning warn wrn warnung 警告 경고',
  info: 'info information informational inf notice note log statement detail hint context 信息 情報 정보',
  debug: 'debug trace verbose dbg trc fine finer finest debug1 debug2 debug3 debug4 debug5 silly 调试',
};

const BY_WORD = new Map<string, LogSeverity>();
for (const severity of SEVERITIES) for (const word of LEVELS[severity].split(' ')) BY_WORD.set(word, severity);

/** First letters of levels in ASCII: most words are none, and this is found out without hashing them. */
const INITIALS = new Uint8Array(128);
for (const word of BY_WORD.keys()) {
  const code = word.charCodeAt(0);
  if (code < 128) {
    INITIALS[code] = 1;
    INITIALS[code - 32] = 1;
  }
}

const BY_LETTER: Readonly<Record<string, LogSeverity>> = {
  F: 'fatal',
  E: 'error',
  W: 'warning',
  I: 'info',
  N: 'info',
  D: 'debug',
  V: 'debug',
};

/** The severity that a level field's text names (`INFO`, `warn`, `E`, `<err>`), or null when it names none. */
export function severityOfLevel(text: string): LogSeverity | null {
  if (text.length === 1) return BY_LETTER[text] ?? null;
  const first = text.charCodeAt(0);
  if (text.length > 13 || text.length === 0 || (first < 128 && INITIALS[first] === 0)) return null;
  return BY_WORD.get(text) ?? BY_WORD.get(text.toLowerCase()) ?? null;
}

/** The severity of a numeric level of a JSON logger that counts in tens (bunyan, pino), or of a syslog number 0–7. */
export function severityOfNumber(level: number): LogSeverity | null {
  if (level >= 10)
    return level >= 60 ? 'fatal' : level >= 50 ? 'error' : level >= 40 ? 'warning' : level >= 30 ? 'info' : 'debug';
  if (level < 0) return null;
  return level <= 2 ? 'fatal' : level === 3 ? 'error' : level === 4 ? 'warning' : level <= 6 ? 'info' : 'debug';
}

const WORSE_WORDS: readonly (readonly [LogSeverity, RegExp])[] = [
  [
    'fatal',
    /\b(?:fatal|panic(?:ked)?|emergency|segfault|segmentation fault|out of memory|oom-kill\w*|core dumped)\b|致命|崩溃/i,
  ],
  [
    'error',
    /\b(?:errors?|err|failed|failures?|fails?|exception|critical|severe|cannot|could not|unable to|refused|denied|aborted|corrupt(?:ed|ion)?|killed|unreachable|crash(?:ed)?|traceback)\b|[a-z](?:Error|Exception)\b|错误|失败|异常|无法|エラー|失敗|例外|오류|실패/i,
  ],
  [
    'warning',
    /\b(?:warn(?:ing)?|deprecated|timed? ?out|timeouts?|retry(?:ing)?|invalid|missing|unknown|unexpected|dropped|skipped|suspicious|break-in)\b|警告|超时|重试|경고/i,
  ],
];

/** "0 errors", "no failures", "error=0", "-Werror" say that nothing is wrong. */
const HARMLESS =
  /\b(?:0|no|not|without|zero|any)[ -](?:\w+ )?(?:errors?|failures?|failed|warnings?|exceptions?)\b|\b(?:errors?|failed|failures?|warnings?|exceptions?|err)\s?[=:]\s?["']?(?:0|null|none|nil|false)\b|-W\w+/gi;

/** A level in capitals among the first words of a message whose header was not recognised. */
const EARLY_LEVEL = /^\W?(TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b/;
const EARLY_WORDS = 4;

/** The severity that the words of a message suggest: used only where a record has no level of its own. */
export function severityOfWords(message: string): LogSeverity {
  const text = message.length > 600 ? message.slice(0, 600) : message;
  for (const word of text.split(/\s+/, EARLY_WORDS)) {
    const early = EARLY_LEVEL.exec(word)?.[1];
    if (early !== undefined) return severityOfLevel(early) ?? 'info';
  }
  const telling = text.replace(HARMLESS, ' ');
  for (const [severity, words] of WORSE_WORDS) if (words.test(telling)) return severity;
  return 'info';
}

/** True when `left` is worse than `right`. */
export function isWorse(left: LogSeverity, right: LogSeverity): boolean {
  return SEVERITIES.indexOf(left) < SEVERITIES.indexOf(right);
}
