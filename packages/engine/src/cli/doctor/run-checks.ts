import { broken, type Check, type Finding, type Patient, warn } from './finding.ts';
import { home } from './home.ts';
import { programs } from './programs.ts';
import { proxy } from './proxy.ts';
import { records } from './records.ts';
import { sandbox } from './sandbox.ts';
import { server } from './server.ts';
import { settings } from './settings.ts';
import { store } from './store.ts';
import { terminal } from './terminal.ts';

/** Longest that one check takes, in milliseconds; all run at once. */
const LIMIT = 5_000;

/** Every check, in the order in which their findings are told. */
const CHECKS: readonly (readonly [name: string, check: Check])[] = [
  ['settings', settings],
  ['home', home],
  ['server', server],
  ['proxy', proxy],
  ['store', store],
  ['audit', records],
  ['terminal', terminal],
  ['programs', programs],
  ['sandbox', sandbox],
];

/** Runs every check. One that takes too long or fails is a finding itself. */
export async function runChecks(patient: Patient): Promise<Finding[]> {
  const found = await Promise.all(CHECKS.map(([name, check]) => bounded(name, check, patient)));
  return found.flat();
}

async function bounded(name: string, check: Check, patient: Patient): Promise<Finding[]> {
  const controller = new AbortController();
  const { promise: late, resolve } = Promise.withResolvers<Finding[]>();
  const timer = setTimeout(() => {
    controller.abort(new DOMException('the check took too long', 'TimeoutError'));
    resolve([warn(name, `did not answer within ${LIMIT / 1000} s`, 'See whether the machine or the server is busy.')]);
  }, LIMIT);
  try {
    return await Promise.race([late, attempt(name, check, patient, controller.signal)]);
  } finally {
    clearTimeout(timer);
  }
}

async function attempt(name: string, check: Check, patient: Patient, signal: AbortSignal): Promise<Finding[]> {
  try {
    return await check(patient, signal);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [broken(name, `could not be looked at: ${why}`, 'Correct what this says, then run wisp doctor again.')];
  }
}
