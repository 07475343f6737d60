import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Inbound, type Outbound, readFrames, readOutbound } from '@wisp/protocol';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

import { WISP } from './wisp.ts';

const auditLine = z.looseObject({
  kind: z.string(),
  session: z.string(),
  turn: z.number().nullable(),
  call: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

/** An engine that a test drives line by line, on a home of its own. */
export class Engine {
  readonly home: string;
  readonly directory: string;
  readonly lines: Outbound[] = [];
  /** Lines on stdout that are no lines of the protocol. */
  readonly stray: string[] = [];
  readonly child: ChildProcessWithoutNullStreams;
  stderr = '';
  #waiting: (() => void)[] = [];
  #ended = false;
  readonly #read: Promise<void>;

  /** `places`: the home and the directory of an engine before this one; its test removes them. */
  constructor(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    places?: { home: string; directory: string },
  ) {
    this.home = places?.home ?? mkdtempSync(join(tmpdir(), 'wisp-home-'));
    this.directory = places?.directory ?? mkdtempSync(join(tmpdir(), 'wisp-work-'));
    this.child = spawn(process.execPath, [WISP, 'chat', '--json', ...args], {
      cwd: this.directory,
      env: { ...process.env, WISP_HOME: this.home, OLLAMA_HOST: '127.0.0.1:1', ...env },
    });
    this.child.stderr.on('data', (chunk) => {
      this.stderr += String(chunk);
    });
    this.#read = this.#readLines();
    onTestFinished(() => {
      this.child.kill('SIGKILL');
      for (const path of places ? [] : [this.home, this.directory]) rmSync(path, { recursive: true, force: true });
    });
  }

  send(...requests: (Inbound | string)[]): void {
    for (const r of requests) this.child.stdin.write(`${typeof r === 'string' ? r : JSON.stringify(r)}\n`);
  }

  say(text: string): void {
    this.send({ type: 'message', text });
  }

  /** The first line, from line `from` on, that `test` accepts; waits for it. */
  async until<T extends Outbound>(test: (line: Outbound) => line is T, from = 0): Promise<T> {
    for (let at = from; ; at++) {
      while (at >= this.lines.length) {
        if (this.#ended) throw new Error(`the engine ended before that line came\n${this.stderr}`);
        await new Promise<void>((resolve) => {
          this.#waiting.push(resolve);
        });
      }
      const line = this.lines[at];
      if (line && test(line)) return line;
    }
  }

  /** The `count`th line of a type, from 1. */
  async line<K extends Outbound['type']>(type: K, count = 1): Promise<Extract<Outbound, { type: K }>> {
    let left = count;
    return this.until((line): line is Extract<Outbound, { type: K }> => line.type === type && --left === 0);
  }

  /** The first event of a kind. */
  async event(kind: string): Promise<Extract<Outbound, { type: 'event' }>> {
    return this.until(
      (line): line is Extract<Outbound, { type: 'event' }> => line.type === 'event' && line.kind === kind,
    );
  }

  /** Closes stdin and waits for the end; resolves to the exit code. */
  async end(): Promise<number | null> {
    this.child.stdin.end();
    if (this.child.exitCode === null) await once(this.child, 'exit');
    await this.#read;
    return this.child.exitCode;
  }

  /** The audit events so far, in order. */
  audit(): z.infer<typeof auditLine>[] {
    const text = readFileSync(join(this.home, 'logs', 'audit.jsonl'), 'utf8').trimEnd();
    return text.split('\n').map((line) => auditLine.parse(JSON.parse(line)));
  }

  async #readLines(): Promise<void> {
    for await (const frame of readFrames(this.child.stdout)) {
      const text = frame.kind === 'line' ? frame.text : '';
      const line = readOutbound(text);
      if (line) this.lines.push(line);
      else this.stray.push(text);
      this.#tell();
    }
    this.#ended = true;
    this.#tell();
  }

  #tell(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
