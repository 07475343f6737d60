import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const ROOT = join(import.meta.dirname, '../..');

/** A document of the project: its path from the root, and its text. */
export interface Document {
  path: string;
  text: string;
}

/** Every document: those at the root, and those under docs. */
export function documents(): Document[] {
  const all = ['.', 'docs', 'docs/decisions', 'docs/tools'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => relative(ROOT, join(ROOT, folder, name))),
  );
  return all.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** Text of one document, by its path from the root. */
export function documentText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** A link in a document: where it is, what it says, and the path from the root and the heading that it names. */
export interface Link {
  from: string;
  target: string;
  path: string;
  anchor: string | null;
}

/** The links and pictures of a document that lead to a file of the project or to a heading. */
export function linksOf({ path, text }: Document): Link[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [file = '', anchor = null] = target.split('#');
    return [{ from: path, target, path: file === '' ? path : join(dirname(path), file), anchor }];
  });
}

/** The anchors that a document's headings have on a page that renders it. */
export function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((h) =>
      h
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** What `wisp` prints on stdout for these arguments, on a home of its own unless `env` names one. */
export async function printed(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const wisp = join(ROOT, 'packages/engine/bin/wisp.js');
  const home = mkdtempSync(join(tmpdir(), 'wisp-home-'));
  try {
    const { stdout } = await run(process.execPath, [wisp, ...args], {
      env: { ...process.env, WISP_HOME: home, ...env },
    });
    return stdout;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The subcommands that `wisp --help` lists. */
export async function subcommands(): Promise<string[]> {
  const [, list = ''] = (await printed(['--help'])).split('\nCommands:\n');
  return [...list.matchAll(/^ {2}([a-z][a-z-]*)\b/gm)].flatMap(([, name = '']) => (name === 'wisp' ? [] : [name]));
}
