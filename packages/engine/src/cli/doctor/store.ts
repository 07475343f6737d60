import type { Settings } from '../../config/settings.ts';
import { type SweepPlan, sweepPlan } from '../../store/sweep-plan.ts';
import { plural, size } from '../../text/format.ts';
import { type Finding, ok, type Patient, warn } from './finding.ts';

/** Most that are named of what is damaged or left alone. */
const NAMED = 5;

/** What the store holds, what the next start removes of it and what stays, and what is not as its record says. */
export function store({ home, loaded, settings }: Patient): Finding[] {
  const { context, store: limits } = settings;
  const plan = sweepPlan(home, { days: context.outputDays, maxBytes: limits.maxBytes ?? null, now: Date.now() });
  const { sessions, bytes, outputs, leftAlone, damaged, unverified } = plan;
  const has = `${plural(outputs, 'output')} of ${plural(sessions, 'session')}, ${size(bytes)}`;
  const fate = loaded.problems.length > 0 ? 'nothing is removed while the settings are wrong' : removal(plan, settings);
  const findings = [ok('store', `${has}; ${fate}`)];
  if (leftAlone.length > 0) {
    const names = listed(leftAlone, ({ name, why }) => `${name} (${why})`);
    findings.push(ok('store', `what wisp never removes in ${home}/output: ${names}`));
  }
  if (unverified > 0) {
    const found = `of ${plural(unverified, 'output')} the size alone was looked at: there are too many bytes to read`;
    findings.push(ok('store', found));
  }
  if (damaged.length > 0) {
    const names = listed(damaged, ({ id, problem }) => `${id} (${problem})`);
    const found = `${plural(damaged.length, 'output')} not as recorded: ${names}`;
    findings.push(warn('store', found, `They can be removed, with the .json beside them, in ${home}/output.`));
  }
  return findings;
}

function removal({ next, due }: SweepPlan, { context, store: limits }: Settings): string {
  if (context.outputDays === 0 && limits.maxBytes === undefined) return 'nothing is removed by itself';
  if (due.sessions === 0) return 'nothing is due to be removed';
  const rest = due.sessions - next.sessions;
  const later = rest > 0 ? `, later ones ${plural(rest, 'more session')}` : '';
  return `the next start removes ${plural(next.sessions, 'session')} (${size(next.bytes)})${later}`;
}

function listed<T>(all: readonly T[], say: (one: T) => string): string {
  const more = all.length > NAMED ? `, and ${all.length - NAMED} more` : '';
  return `${all.slice(0, NAMED).map(say).join(', ')}${more}`;
}
