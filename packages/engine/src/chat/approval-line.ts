import type { KeptApproval } from '../gate/approval-store.ts';

/** A kept approval in one line; nothing in it drives a terminal. */
export function approvalLine({ id, pattern, directory, expires }: KeptApproval): string {
  const shown = pattern.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');
  return `${id}  ${shown}  ${directory === null ? 'everywhere' : `in ${directory}`}, until ${expires.slice(0, 10)}`;
}
