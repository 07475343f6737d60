import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ApprovalStore } from '../../../packages/engine/src/gate/approval-store.ts';
import {
  type ApprovalAnswer,
  type ApprovalRequest,
  Gate,
  type GateOptions,
} from '../../../packages/engine/src/gate/gate.ts';
import { scratch } from '../../support/wisp.ts';

const never = new AbortController().signal;

/** A gate that answers as told and remembers what it was asked; `at` is the present time. */
class Bench {
  readonly home = scratch();
  readonly asked: ApprovalRequest[] = [];
  at = new Date('2026-06-01T12:00:00.000Z');
  answer: ApprovalAnswer | null = 'once';
  readonly store = new ApprovalStore(join(this.home, '.wisp'), () => this.at);

  gate(options: Partial<GateOptions> = {}, launch = '/srv/project'): Gate {
    return new Gate({
      approver: async (request) => {
        this.asked.push(request);
        return this.answer;
      },
      approveAll: false,
      places: { home: this.home, launch, wisp: join(this.home, '.wisp') },
      approvals: this.store,
      level: 'moderate',
      days: 30,
      timeoutSeconds: 0,
      ...options,
    });
  }
}

const ask = (gate: Gate, command: string) => gate.decide(command, '/srv/project', never);

describe('the gate', () => {
  it('lets what only reads run without asking', async () => {
    const bench = new Bench();
    expect(await ask(bench.gate(), 'git log | head')).toMatchObject({ verdict: 'allowed', level: 'safe', scope: null });
    expect(bench.asked).toEqual([]);
  });

  it('asks for the rest, with what a lasting answer would remember', async () => {
    const bench = new Bench();
    expect(await ask(bench.gate(), 'npm test && make')).toMatchObject({
      verdict: 'allowed',
      level: 'moderate',
      scope: 'once',
    });
    expect(bench.asked).toEqual([
      {
        command: 'npm test && make',
        pattern: 'npm test and make',
        directory: '/srv/project',
        level: 'moderate',
        reasons: ['npm test may run and write anything', 'make may run and write anything'],
        scopes: ['once', 'session', 'project', 'always', 'no'],
      },
    ]);
  });

  it('never asks about what it denies, whoever approves', async () => {
    const bench = new Bench();
    const gate = bench.gate({ approveAll: true });
    expect(await ask(gate, 'sudo ls')).toMatchObject({
      verdict: 'denied',
      reason: 'it asks for another user’s rights',
    });
    expect(await ask(gate, 'rm -rf build')).toMatchObject({ verdict: 'allowed', reason: 'approved by --yes' });
    expect(bench.asked).toEqual([]);
  });

  it('refuses when nobody is there, and when the person says no', async () => {
    const bench = new Bench();
    bench.answer = null;
    expect(await ask(bench.gate(), 'make')).toMatchObject({
      verdict: 'disapproved',
      reason: expect.stringContaining('nobody was there'),
    });
    bench.answer = 'no';
    expect(await ask(bench.gate(), 'make')).toMatchObject({ verdict: 'disapproved', reason: 'the person said no' });
  });

  it('remembers a session by program and verb, each part of a line by itself', async () => {
    const bench = new Bench();
    const gate = bench.gate();
    bench.answer = 'session';
    await ask(gate, 'npm test');
    expect(await ask(gate, 'npm test -- --watch')).toMatchObject({ verdict: 'allowed', scope: 'session' });
    await ask(gate, 'npm run build');
    await ask(gate, 'npm test | tail && npm run build');
    expect(bench.asked.map((one) => one.command)).toEqual(['npm test', 'npm run build']);
    await ask(gate, 'npm test && npm publish');
    expect(bench.asked.at(-1)).toMatchObject({ level: 'dangerous', scopes: ['once', 'session', 'no'] });
  });

  it('keeps a project’s approvals for 30 days, in that project alone', async () => {
    const bench = new Bench();
    bench.answer = 'project';
    expect(await ask(bench.gate(), 'npm test')).toMatchObject({ scope: 'project' });
    bench.answer = 'no';
    expect(await ask(bench.gate(), 'npm test')).toMatchObject({ verdict: 'allowed', scope: 'project' });
    expect(await ask(bench.gate({}, '/srv/other'), 'npm test')).toMatchObject({ verdict: 'disapproved' });
    bench.at = new Date('2026-07-02T12:00:00.000Z');
    expect(await ask(bench.gate(), 'npm test')).toMatchObject({ verdict: 'disapproved' });
  });

  it('keeps an approval of always for every project', async () => {
    const bench = new Bench();
    bench.answer = 'always';
    await ask(bench.gate(), 'make');
    bench.answer = 'no';
    expect(await ask(bench.gate({}, '/srv/other'), 'make')).toMatchObject({ verdict: 'allowed' });
    expect(statSync(bench.store.path).mode & 0o777).toBe(0o600);
  });

  it('asks again for what is revoked, in the conversation that it was approved in too', async () => {
    const bench = new Bench();
    const gate = bench.gate();
    bench.answer = 'always';
    await ask(gate, 'make');
    bench.answer = 'session';
    await ask(gate, 'npm test');
    bench.answer = 'no';
    expect(await ask(gate, 'make && npm test')).toMatchObject({ verdict: 'allowed', scope: 'project' });
    await bench.store.revoke('all');
    expect(await ask(gate, 'make')).toMatchObject({ verdict: 'disapproved' });
    expect(await ask(gate, 'npm test')).toMatchObject({ verdict: 'allowed', scope: 'session' });
  });

  it('never lets an approval of a dangerous command outlast the session', async () => {
    const bench = new Bench();
    bench.answer = 'always';
    const gate = bench.gate();
    expect(await ask(gate, 'rm -rf build')).toMatchObject({ verdict: 'allowed', scope: 'session' });
    expect(bench.store.read()).toEqual({ approvals: [] });
    bench.answer = 'no';
    expect(await ask(gate, 'rm -rf build')).toMatchObject({ verdict: 'allowed', scope: 'session' });
    expect(await ask(gate, 'rm -rf src')).toMatchObject({ verdict: 'disapproved' });
  });

  it('asks only about what is dangerous when it is told so', async () => {
    const bench = new Bench();
    const gate = bench.gate({ level: 'dangerous' });
    await ask(gate, 'npm test');
    expect(bench.asked).toEqual([]);
    await ask(gate, 'git push --force');
    expect(bench.asked).toHaveLength(1);
  });

  it('counts silence as no after a time, and an interruption as one', async () => {
    const bench = new Bench();
    const approver = (_: ApprovalRequest, signal: AbortSignal) =>
      new Promise<ApprovalAnswer>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const gate = bench.gate({ approver, timeoutSeconds: 0.01 });
    expect(await ask(gate, 'make')).toMatchObject({
      verdict: 'disapproved',
      reason: expect.stringContaining('in time'),
    });
    const controller = new AbortController();
    const deciding = bench.gate({ approver, timeoutSeconds: 60 }).decide('make', '/srv/project', controller.signal);
    controller.abort(new Error('stop'));
    await expect(deciding).rejects.toThrow('stop');
  });

  it('says so when an answer can not be kept, and keeps it for the session', async () => {
    const bench = new Bench();
    mkdirSync(join(bench.home, '.wisp'));
    writeFileSync(bench.store.path, 'not json');
    bench.answer = 'always';
    const gate = bench.gate();
    const decision = await ask(gate, 'make');
    expect(decision).toMatchObject({ verdict: 'allowed', scope: 'session' });
    expect(decision.reason).toContain('is damaged: nothing in it counts');
    expect(readFileSync(bench.store.path, 'utf8')).toBe('not json');
    expect(await ask(gate, 'make')).toMatchObject({ verdict: 'allowed', scope: 'session' });
  });
});

describe('files', () => {
  it('are asked about before they are written, outside and what runs by itself always', async () => {
    const bench = new Bench();
    const gate = bench.gate({}, bench.home);
    const level = async (path: string) => (await gate.decideWrite(join(bench.home, path), never)).level;
    expect(await level('src/a.ts')).toBe('moderate');
    expect(await level('.bashrc')).toBe('dangerous');
    expect(await level('project/.config/x')).toBe('moderate');
    expect(await level('.wisp/config.json')).toBe('denied');
    const project = bench.gate({}, join(bench.home, 'project'));
    expect((await project.decideWrite(join(bench.home, '.bashrc'), never)).level).toBe('dangerous');
    expect((await project.decideWrite('/etc/hosts', never)).level).toBe('dangerous');
    expect((await project.decideWrite('/srv/notes.txt', never)).level).toBe('dangerous');
    expect((await project.decideWrite('/dev/sda', never)).verdict).toBe('denied');
  });

  it('are judged by where a link leads', async () => {
    const bench = new Bench();
    const launch = join(bench.home, 'project');
    mkdirSync(launch);
    mkdirSync(join(bench.home, '.wisp'));
    symlinkSync(join(bench.home, '.wisp'), join(launch, 'innocent'));
    expect(await bench.gate({}, launch).decideWrite(join(launch, 'innocent/config.json'), never)).toMatchObject({
      verdict: 'denied',
    });
    const line = (command: string) => bench.gate({}, launch).decide(command, launch, never);
    expect(await line('echo {} > innocent/config.json')).toMatchObject({ verdict: 'denied' });
    expect(await line('echo {} > other.txt')).toMatchObject({ level: 'moderate' });
    mkdirSync(join(bench.home, '.ssh'));
    writeFileSync(join(bench.home, '.ssh/id_rsa'), 'key');
    symlinkSync(join(bench.home, '.ssh/id_rsa'), join(launch, 'notes.txt'));
    bench.answer = 'no';
    expect(await bench.gate({}, launch).decideRead(join(launch, 'notes.txt'), never)).toMatchObject({
      verdict: 'disapproved',
    });
    expect(await bench.gate({}, launch).decideRead(join(launch, 'other.txt'), never)).toMatchObject({
      verdict: 'allowed',
    });
    expect(await line('head -3 notes.txt')).toMatchObject({ verdict: 'disapproved', level: 'moderate' });
    expect(await line('head -3 other.txt')).toMatchObject({ verdict: 'allowed', level: 'safe' });
  });
});

describe('kept approvals', () => {
  it('are all there when many are kept at once, by several stores', async () => {
    const { home } = new Bench();
    const store = new ApprovalStore(join(home, '.wisp'));
    const stores = [store, new ApprovalStore(join(home, '.wisp')), new ApprovalStore(join(home, '.wisp'))];
    const patterns = Array.from({ length: 12 }, (_, i) => `make ${i}`);
    await Promise.all(
      patterns.map((pattern, i) =>
        (stores[i % 3] ?? store).add({ patterns: [pattern], scope: 'always', directory: '/x', days: 30 }),
      ),
    );
    const read = store.read();
    const kept = 'approvals' in read ? read.approvals.map((one) => one.pattern) : [];
    expect(kept.toSorted()).toEqual(patterns.toSorted());
    expect(readdirSync(join(home, '.wisp'))).toEqual(['approvals.json']);
  });

  it('are revoked by the beginning of an id, or all of them', async () => {
    const { store } = new Bench();
    await store.add({ patterns: ['make', 'npm test'], scope: 'always', directory: '/x', days: 30 });
    await store.add({ patterns: ['make'], scope: 'project', directory: '/x', days: 30 });
    const read = store.read();
    const [first] = 'approvals' in read ? read.approvals : [];
    expect(await store.revoke([first?.id.slice(0, 6) ?? ''])).toEqual([first]);
    expect(await store.revoke(['abc'])).toEqual([]);
    expect(await store.revoke('all')).toHaveLength(2);
    expect(store.read()).toEqual({ approvals: [] });
  });
});
