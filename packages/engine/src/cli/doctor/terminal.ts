import { type Finding, ok, type Patient, warn } from './finding.ts';

const LEAST = { columns: 20, rows: 6 } as const;

/** The terminal that the screen would have: its kind, its size, its colours, and whether its text is UTF-8. */
export function terminal({ env, terminal: size }: Patient): Finding[] {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  const text = /utf-?8/i.test(locale)
    ? ok('locale', locale)
    : warn('locale', locale === '' ? 'none is set' : `${locale} is not UTF-8`, 'Set LANG to one such as C.UTF-8.');
  const kind = env.TERM ?? '';
  if (size === null) return [ok('terminal', 'none here: the output goes elsewhere'), text];
  if (kind === '' || kind === 'dumb')
    return [warn('terminal', `TERM is ${kind === '' ? 'not set' : kind}`, 'Use another terminal for wisp-tui.'), text];
  const { columns, rows, colours } = size;
  const has = `${kind}, ${columns} × ${rows}, ${colours === 1 ? 'no' : 2 ** colours} colours`;
  const small = columns < LEAST.columns || rows < LEAST.rows;
  const least = `Make it at least ${LEAST.columns} × ${LEAST.rows} cells for wisp-tui.`;
  return [small ? warn('terminal', has, least) : ok('terminal', has), text];
}
