import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { RecallClauses } from '../../../packages/engine/src/budget/ways.ts';
import { readRequestText } from '../../../packages/engine/src/memory/request-text.ts';
import type { Reader, Subject } from '../../../packages/engine/src/memory/subject.ts';
import { openOutput } from '../../../packages/engine/src/store/open-output.ts';
import { OutputStore } from '../../../packages/engine/src/store/output-store.ts';

export const SESSION = '00000000000000aa';
export const ID = '3f9a2c1b00112233';

/** A home that goes when the test ends. */
export function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'wisp-memory-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** Keeps an output in a home's store. */
export function keep(
  home: string,
  bytes: Buffer | string,
  { id = ID, session = SESSION, lostBytes = 0, time = '2026-11-30T10:00:00.000Z' } = {},
): void {
  const facts = { id, tool: 'run_command', time, cut: lostBytes > 0, totalBytes: Buffer.byteLength(bytes) + lostBytes };
  const kept = new OutputStore(home, session).keep([Buffer.from(bytes)], facts);
  if ('why' in kept) throw new Error(kept.why);
}

/** A kept output, opened; it is closed, and its home goes, when the test ends. */
export function subjectOf(bytes: Buffer | string, lostBytes = 0): Subject {
  const home = makeHome();
  keep(home, bytes, { lostBytes });
  const stored = openOutput(new OutputStore(home, SESSION).directory, ID);
  onTestFinished(() => stored.close());
  return { stored, entry: null, file: null };
}

export const model = (room: number): Reader => ({ voice: 'memory', room, window: null });
export const person = (room: number): Reader => ({ voice: 'command-line', room, window: null });

export const ALL: RecallClauses = { pattern: null, scope: null, from: null };

/** The clauses of the request that a page's last line names, read by the grammar; null when it names none. */
export function nextOf(text: string): RecallClauses | null {
  const hint = /\n\[(?:[\d,]+ )?more: memory "(.*)"\]$/s.exec(text)?.[1];
  if (hint === undefined) return null;
  const request = readRequestText(hint);
  if ('problem' in request || request.action !== 'recall') throw new Error(hint);
  expect(request.target).toEqual({ output: ID });
  return request.clauses;
}
