const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The nearest offset at or before `at` that does not split a UTF-8 character. Bytes that are no UTF-8 stay as they are. */
export function boundaryBefore(bytes: Uint8Array, at: number): number {
  let i = at;
  while (i > 0 && at - i < 3 && isContinuation(bytes[i])) i--;
  return isContinuation(bytes[i]) ? at : i;
}

/** The nearest offset at or after `at` that does not split a UTF-8 character. */
export function boundaryAfter(bytes: Uint8Array, at: number): number {
  let i = at;
  while (i < bytes.length && i - at < 3 && isContinuation(bytes[i])) i++;
  return isContinuation(bytes[i]) ? at : i;
}

/** The nearest offset at or before `to`, but after `from`, that does not split a UTF-8 character. */
export function clipTo(bytes: Uint8Array, from: number, to: number): number {
  return Math.max(from + 1, boundaryBefore(bytes, Math.min(to, bytes.length)));
}
