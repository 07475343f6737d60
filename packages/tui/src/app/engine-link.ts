import { setImmediate } from 'node:timers/promises';
import type { Inbound, Outbound } from '@wisp/protocol';
import type { EngineClient } from '../engine/client.ts';
import type { EngineEnd, EngineProcess } from '../engine/process.ts';

/** How long lines are taken before keys get their turn, in ms: a flood of lines must not be felt in typing. */
const BUSY_TIME = 6;

/** Who hears of an engine. */
interface Listener {
  onLine(line: Outbound): void;
  onEngineEnd(how: string, words: string): void;
}

/** The engine behind the screen: the one that runs now, and another one after it has ended. */
export class EngineLink {
  readonly #listener: Listener;
  readonly #start: (args: readonly string[]) => EngineProcess;
  #process: EngineProcess;
  #client: EngineClient | null = null;
  #waiting: Inbound[] = [];

  /** `process` runs already; `start` starts another, with more arguments. */
  constructor(listener: Listener, process: EngineProcess, start: (args: readonly string[]) => EngineProcess) {
    this.#listener = listener;
    this.#process = process;
    this.#start = start;
  }

  /** Sends a request; before the client is loaded it waits, and one to an engine that is gone is dropped. */
  send(request: Inbound): void {
    if (this.#client) this.#client.send(request);
    else this.#waiting.push(request);
  }

  /** Speaks with the engine from now on; rejects for a fault of this program's own. */
  async connect(): Promise<void> {
    const { EngineClient } = await import('../engine/client.ts');
    const client = new EngineClient(this.#process);
    this.#client = client;
    for (const request of this.#waiting.splice(0)) client.send(request);
    let rested = performance.now();
    for await (const line of client.lines()) {
      this.#listener.onLine(line);
      if (performance.now() - rested < BUSY_TIME) continue;
      await setImmediate();
      rested = performance.now();
    }
    const end = await this.#process.ended;
    this.#listener.onEngineEnd(howItEnded(end), end.words);
  }

  /** Another engine in the place of the one that has ended. */
  restart(args: readonly string[]): Promise<void> {
    this.#client = null;
    this.#process = this.#start(args);
    return this.connect();
  }

  kill(): void {
    this.#process.kill();
  }

  close(): Promise<EngineEnd> {
    return this.#process.close();
  }
}

function howItEnded(end: EngineEnd): string {
  if (end.signal) return `signal ${end.signal}`;
  return end.code === null ? 'it could not be started' : `exit status ${end.code}`;
}
