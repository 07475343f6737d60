/** The first argument alone when it says all (`npm test`), else the arguments as they are. */
export function argumentsInShort(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null) return json;
    const values = Object.values(value);
    return values.length === 1 && typeof values[0] === 'string' ? values[0] : values.length === 0 ? '' : json;
  } catch {
    // Clipped arguments are no JSON any more; they are shown as they stand.
    return json;
  }
}
