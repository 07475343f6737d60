/** Later errors of the same file are doubtful after one of these: the compiler has lost its footing or lacks a declaration. */
const POISON =
  /\b(?:syntax|parse) error|expected (?:['‘`"]|expression|declaration|identifier|unqualified|one of|primary)|['‘`"]\S{1,12}['’`"] expected|No such file or directory|file not found|[Cc]annot (?:open|find|resolve) (?:include|source|module|import|symbol file)|Cannot find module|[Uu]nresolved (?:import|macro|module)|no such module|unterminated|unexpected (?:token|end|EOF|indent)|unclosed delimiter|unbalanced|does not exist|missing (?:terminating|separator)|unable to (?:open|resolve)|could not (?:find|compile|resolve)|is not recognized|^(?:TS1005|TS1128|TS1109|TS2307|C1083|CS1513|CS1002|E0432|E0433|E999)\b/;

const SUBJECT =
  /undefined (?:reference to|symbol:?|symbols?) [`'‘"]?([^'’"`]{1,200})|unresolved external symbol (?:"[^"]{1,200}" \()?([^\s(]{1,200})|Cannot find module '([^']{1,200})'|Could not resolve "([^"]{1,200})"|Can't resolve '([^']{1,200})'|package ([\w.]{1,200}) does not exist|no required module provides package ([^\s;:]{1,200})|No module named '?([\w.]{1,200})|no such module '([^']{1,200})'|open include file: '([\w./+-]{1,200})'|^['"]?([\w./+-]{1,200}\.\w{1,5})['"]?(?:: No such file or directory| file not found)|multiple definition of [`'‘]([^'’]{1,200})/;

/** True when the message says that what follows in the same file may only be its consequence. */
export function isPoison(message: string): boolean {
  return POISON.test(message);
}

/** The symbol, module or package that the message says is missing, or null. */
export function subjectOf(message: string): string | null {
  const found = SUBJECT.exec(message);
  return found?.slice(1).find((group) => group !== undefined) ?? null;
}
