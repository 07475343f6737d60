import type { SimpleCommand } from './command.ts';

/** What a command is known to print without being run: `echo`, `printf`, `which`, `command -v`, `pwd`, `cat <<E`; else null. */
export function printedBy({ words: [program, ...args], opens, input, directories }: SimpleCommand): string | null {
  if (!program || opens.length > 0 || args.some((one) => one.made.length > 0 || /[$`]/.test(one.text))) return null;
  const texts = args.map((one) => one.text);
  switch (program.text.slice(program.text.lastIndexOf('/') + 1)) {
    case 'echo':
      return echoed(texts);
    case 'printf':
      return formatted(texts);
    case 'cat':
      return input?.exact && texts.length === 0 ? input.text : null;
    case 'pwd':
      return directories[0] ?? null;
    case 'which':
    case 'type':
      return texts.at(-1) ?? null;
    case 'command':
      return /^-[vV]$/.test(texts[0] ?? '') ? (texts.at(-1) ?? null) : null;
    default:
      return null;
  }
}

function echoed(texts: readonly string[]): string {
  const first = texts.findIndex((text) => !/^-[neE]+$/.test(text));
  const said = first === -1 ? '' : texts.slice(first).join(' ');
  // Some shells read escapes without being told to.
  return said.includes('\\') ? unescaped(said) : said;
}

function formatted([format = '', ...values]: readonly string[]): string {
  const asked = format.startsWith('-') ? (values.shift() ?? '') : format;
  const given = [...values];
  return unescaped(asked.replaceAll(/%[sbq]/g, () => given.shift() ?? '')) + given.join('');
}

/** The escapes of `printf` and `echo -e` read: `\\n`, `\\x72`, `\\162`. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|0?([0-7]{1,3})|(.))/g,
    (_, hex?: string, unicode?: string, octal?: string, letter?: string) => {
      if (hex ?? unicode) return String.fromCharCode(Number.parseInt(hex ?? unicode ?? '', 16));
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8));
      return letter === 'n' ? '\n' : letter === 't' ? '\t' : (letter ?? '');
    },
  );
}
