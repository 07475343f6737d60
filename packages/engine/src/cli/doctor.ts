import { withEnvironment } from '../config/environment.ts';
import { loadSettings } from '../config/load.ts';
import type { Patient } from './doctor/finding.ts';
import { type Look, renderFindings } from './doctor/render.ts';
import { runChecks } from './doctor/run-checks.ts';
import { print } from './run.ts';

/** `wisp doctor`: whether all that wisp needs is there, and what to do where it is not. Exit code 1 when something is broken. */
export async function doctor(home: string, json: boolean): Promise<number> {
  const { env, stdout } = process;
  const loaded = await loadSettings(home);
  const settings = withEnvironment(loaded.settings, env);
  const terminal = stdout.isTTY
    ? { columns: stdout.columns, rows: stdout.rows, colours: stdout.getColorDepth() }
    : null;
  const patient: Patient = { home, loaded, settings, env, directory: process.cwd(), terminal };
  const findings = await runChecks(patient);
  if (json) await print(`${JSON.stringify({ findings })}\n`);
  else await print(renderFindings(findings, lookOf(patient)));
  return findings.some(({ state }) => state === 'broken') ? 1 : 0;
}

function lookOf({ terminal, env, settings }: Patient): Look | null {
  if (terminal === null) return null;
  return {
    columns: terminal.columns,
    colours: terminal.colours > 1 && !env.NO_COLOR && settings.screen.theme !== 'none',
    symbols: /utf-?8/i.test(env.LC_ALL || env.LC_CTYPE || env.LANG || ''),
  };
}
