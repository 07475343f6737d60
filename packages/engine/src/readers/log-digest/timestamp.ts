const MONTHS = new Set(
  'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ').map((name) => threeLetters(name, 0)),
);
const WEEKDAYS = new Set('mon tue wed thu fri sat sun'.split(' ').map((name) => threeLetters(name, 0)));
/** Zone names are taken from a list, so that a level word in capitals after the time is not swallowed. */
const ZONES = new Set(
  'UTC GMT EST EDT CST CDT MST MDT PST PDT CET CEST BST IST JST KST MSK WET WEST EET EEST AEST AEDT HKT SGT BRT AM PM'.split(
    ' ',
  ),
);

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** Three letters of any case as one number. */
function threeLetters(text: string, at: number): number {
  const first = text.charCodeAt(at) | 32;
  return (first << 16) | ((text.charCodeAt(at + 1) | 32) << 8) | (text.charCodeAt(at + 2) | 32);
}

/** End of the run of digits that begins at `at`, at most `most` long. */
function digitsEnd(text: string, at: number, most: number): number {
  let end = at;
  while (end - at < most && isDigit(text.charCodeAt(end))) end++;
  return end;
}

function numberAt(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) value = value * 10 + text.charCodeAt(i) - 48;
  return value;
}

/** `h:m:s` at `at`, with other marks for the colons if need be, and any fraction and zone. The end, or -1. */
function clockEnd(text: string, at: number, separator = 58): number {
  const hour = digitsEnd(text, at, 2);
  if (hour === at || text.charCodeAt(hour) !== separator) return -1;
  const minute = digitsEnd(text, hour + 1, 2);
  if (minute === hour + 1 || numberAt(text, at, hour) > 24 || numberAt(text, hour + 1, minute) > 59) return -1;
  if (text.charCodeAt(minute) !== separator) {
    return separator === 58 && minute === hour + 3 ? zoneEnd(text, minute) : -1;
  }
  let end = digitsEnd(text, minute + 1, 2);
  if (end === minute + 1) return -1;
  const mark = text.charCodeAt(end);
  if (mark === 46 || mark === 44 || mark === 58) {
    const fraction = digitsEnd(text, end + 1, 9);
    if (fraction > end + 1) end = fraction;
  }
  return isDigit(text.charCodeAt(end)) ? -1 : zoneEnd(text, end);
}

/** Any zone after a clock: `Z`, `+02:00`, ` +0000`, ` UTC`, ` PM`. */
function zoneEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 90) return at + 1;
  const sign = code === 32 ? at + 1 : at;
  const mark = text.charCodeAt(sign);
  if (mark === 43 || mark === 45) {
    const hours = digitsEnd(text, sign + 1, 4);
    if (hours === sign + 5) return isDigit(text.charCodeAt(hours)) ? at : hours;
    if (hours === sign + 3 && text.charCodeAt(hours) === 58 && digitsEnd(text, hours + 1, 2) === hours + 3)
      return hours + 3;
    return at;
  }
  if (code !== 32 || mark < 65 || mark > 90) return at;
  let end = sign;
  while (end - sign < 5 && isLetter(text.charCodeAt(end))) end++;
  return ZONES.has(text.slice(sign, end)) ? zoneEnd(text, end) : at;
}

/** A clock after a date: right after it, or after one of the marks that formats put between the two. */
function afterDate(text: string, at: number, alone: boolean): number {
  let from = at;
  const code = text.charCodeAt(at);
  if (code === 84 || code === 45 || code === 95 || code === 58 || code === 47) from++;
  else {
    if (code === 44) from++;
    while (from - at < 4 && text.charCodeAt(from) === 32) from++;
  }
  const end = Math.max(clockEnd(text, from), code === 45 ? clockEnd(text, from, 46) : -1);
  return end !== -1 ? end : alone ? at : -1;
}

/** `Nov  9 12:01:01`, `Nov 9, 2024 12:01:01 PM`, `Nov 09 12:01:01.123456 2024`, `Nov 9 12:01:01 EST 2024`. */
function monthFirst(text: string, at: number): number {
  if (!MONTHS.has(threeLetters(text, at))) return -1;
  let from = at + 3;
  while (from < at + 6 && text.charCodeAt(from) === 32) from++;
  const day = digitsEnd(text, from, 2);
  if (from === at + 3 || day === from) return -1;
  const comma = text.charCodeAt(day) === 44 ? day + 1 : day;
  const year = digitsEnd(text, comma + 1, 4);
  const clock = afterDate(text, year === comma + 5 ? year : day, false);
  if (clock === -1) return -1;
  const last = digitsEnd(text, clock + 1, 4);
  const isYear = text.charCodeAt(clock) === 32 && last === clock + 5 && /^(?:19|20)/.test(text.slice(clock + 1, last));
  return isYear && !isDigit(text.charCodeAt(last)) ? last : clock;
}

/** A date that begins with digits, of which `first` is the end. */
function digitsFirst(text: string, at: number, first: number): number {
  const mark = text.charCodeAt(first);
  const length = first - at;
  if (mark === 24180 && length === 4) return cjkDate(text, first + 1);
  if (length <= 2 && mark === 58) return clockEnd(text, at);
  if (mark !== 45 && mark !== 47 && mark !== 46) return -1;
  if (isLetter(text.charCodeAt(first + 1))) {
    const month = first + 4;
    if (length > 2 || !MONTHS.has(threeLetters(text, first + 1))) return -1;
    const year = digitsEnd(text, month + 1, 4);
    return year > month + 2 && text.charCodeAt(month) === mark ? afterDate(text, year, true) : -1;
  }
  const second = digitsEnd(text, first + 1, 3);
  if (length === 4 && mark === 45 && second === first + 4) return afterDate(text, second, false);
  if (second === first + 1 || second > first + 3) return -1;
  if (text.charCodeAt(second) !== mark) return length <= 2 ? afterDate(text, second, false) : -1;
  const third = digitsEnd(text, second + 1, 4);
  if (third === second + 1 || (length < 4 && third - second - 1 !== 2 && third - second - 1 !== 4)) return -1;
  return afterDate(text, third, length === 4 && third - second <= 3);
}

/** `2024年01月02日 12:34:56`. */
function cjkDate(text: string, at: number): number {
  const month = digitsEnd(text, at, 2);
  const day = digitsEnd(text, month + 1, 2);
  return text[month] === '月' && text[day] === '日' ? afterDate(text, day + 1, true) : -1;
}

/** Digits with no mark between: `20240102 120000`, `240102 120000`, `20240102-12:00:00`, and seconds since 1970. */
function packedEnd(text: string, at: number, end: number): number {
  const length = end - at;
  const year = length === 8 ? numberAt(text, at, at + 4) : 2000;
  const dated = (length === 8 && year > 1969 && year < 2100) || length === 6;
  if (dated && numberAt(text, end - 4, end - 2) <= 12 && numberAt(text, end - 2, end) <= 31) {
    const clock = afterDate(text, end, false);
    if (clock !== -1) return clock;
    const packed = digitsEnd(text, end + 1, 6);
    if (packed === end + 7 && numberAt(text, end + 1, end + 3) < 24 && !isDigit(text.charCodeAt(packed))) return packed;
    return length === 8 ? end : -1;
  }
  if (length !== 10 && length !== 13 && length !== 16) return -1;
  const lead = text.charCodeAt(at) - 48;
  if (lead !== 1 && lead !== 2) return -1;
  const fraction = text.charCodeAt(end) === 46 ? digitsEnd(text, end + 1, 9) : end;
  return fraction > end + 1 ? fraction : end;
}

/**
 * The end of the point in time written at `at`, in any of the shapes that logs use (ISO 8601, RFC 3164, common log
 * format, locale dates, packed digits, seconds since 1970, clock only), or -1 when there is none.
 */
export function timestampEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (!isDigit(code)) {
    if (!isLetter(code)) return -1;
    if (!WEEKDAYS.has(threeLetters(text, at))) return monthFirst(text, at);
    let next = text.charCodeAt(at + 3) === 44 ? at + 4 : at + 3;
    if (text.charCodeAt(next) !== 32) return -1;
    while (text.charCodeAt(next) === 32 && next < at + 7) next++;
    return timestampEnd(text, next);
  }
  const first = digitsEnd(text, at, 20);
  const length = first - at;
  if (length <= 4 && length !== 3) {
    const end = digitsFirst(text, at, first);
    if (end !== -1 || length <= 2) return end;
  }
  return packedEnd(text, at, first);
}
