/** Prints plain values, one a line: `model: qwen3:8b`; groups with dots, lists with commas, what is absent as `–`. */
export async function printFacts(facts: object, print: (text: string) => Promise<void>, before = ''): Promise<void> {
  for (const [name, value] of Object.entries(facts)) {
    if (isGroup(value)) await printFacts(value, print, `${before}${name}.`);
    else await print(`${before}${name}: ${Array.isArray(value) ? value.join(', ') : String(value ?? '–')}`);
  }
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
