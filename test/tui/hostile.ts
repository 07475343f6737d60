const ESC = '\x1b';
const ST = `${ESC}\\`;

/** What an output can hold to act on a terminal, each with a word before and after that must stay. */
export const ATTACKS: Readonly<Record<string, string>> = {
  'title (OSC 0)': `${ESC}]0;owned\x07`,
  'title ended by ST': `${ESC}]2;owned${ST}`,
  'clipboard (OSC 52)': `${ESC}]52;c;b3duZWQ=\x07`,
  'notification (OSC 9)': `${ESC}]9;owned\x07`,
  'link (OSC 8)': `${ESC}]8;;http://owned.example${ST}`,
  'OSC that never ends': `${ESC}]0;`,
  '8-bit OSC': '\x9d0;owned\x9c',
  '8-bit OSC that never ends': '\x9d0;',
  '8-bit CSI': '\x9b2J',
  'clear screen': `${ESC}[2J`,
  'clear scrollback': `${ESC}[3J`,
  'cursor home': `${ESC}[H`,
  'alternate screen off': `${ESC}[?1049l`,
  'mouse on': `${ESC}[?1000h${ESC}[?1006h`,
  'cursor hidden': `${ESC}[?25l`,
  'bracketed paste off': `${ESC}[?2004l`,
  'cursor query': `${ESC}[6n`,
  'device query': `${ESC}[c`,
  reset: `${ESC}c`,
  charset: `${ESC}(0`,
  DCS: `${ESC}P$q"p${ST}`,
  APC: `${ESC}_owned${ST}`,
  PM: `${ESC}^owned${ST}`,
  SOS: `${ESC}Xowned${ST}`,
  'conceal (SGR 8)': `${ESC}[8m`,
  bell: '\x07',
  NUL: '\0',
  'shift out': '\x0e',
  'vertical tab': '\x0b',
  DEL: '\x7f',
  'zero-width space': '\u200b',
  'bidi override': '\u202e',
  'bidi isolate': '\u2067',
  'tag characters': '\u{e0041}\u{e0042}',
  'ESC twice': `${ESC}${ESC}[0m`,
};

/** Every attack on a line of its own, and a progress bar. */
export const HOSTILE = `${Object.entries(ATTACKS)
  .map(([name, bytes]) => `before ${bytes}after ${name}`)
  .join('\n')}\nprogress 10%\rprogress 99%\rdone at last\n`;
