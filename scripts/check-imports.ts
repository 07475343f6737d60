// Imports point downwards only (docs/architecture.md): a folder imports from its own layer's folder or from lower layers.
import { posix } from 'node:path';
import { type Source, sources } from './sources.ts';

/** Folders of the engine, the upper first. A folder may import from the rows below its own, and from itself. */
const LAYERS: readonly (readonly string[])[] = [
  ['main.ts'],
  ['cli'],
  ['chat', 'mcp'],
  ['session'],
  ['agent'],
  ['tools'],
  ['memory', 'exec', 'gate', 'models'],
  ['readers', 'store', 'budget'],
  ['audit', 'config'],
  ['text'],
];

/** Packages that a package may import from. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  engine: ['protocol'],
  tui: ['protocol'],
};

const problems: string[] = [];
const all = sources('packages');
for (const source of all) checkSource(source);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function checkSource({ path, text }: Source): void {
  const [, name = '', , folder = ''] = path.split('/');
  for (const specifier of importsOf(text)) {
    if (specifier.startsWith('@wisp/')) {
      const target = specifier.split('/')[1] ?? '';
      if (target !== name && !PACKAGES[name]?.includes(target))
        problems.push(`${path}: ${name} may not import ${specifier}`);
    } else if (specifier.startsWith('.')) {
      const target = posix.normalize(posix.join(posix.dirname(path), specifier));
      if (!target.startsWith(`packages/${name}/`)) problems.push(`${path}: reaches out of its package to ${target}`);
      else if (name === 'engine') checkLayer(path, folder, target);
      else if (name === 'tui') checkInk(path, specifier);
    } else if (name === 'tui') checkInk(path, specifier);
  }
}

function checkLayer(path: string, folder: string, target: string): void {
  const to = target.split('/')[3] ?? '';
  if (to === folder || target.endsWith('package.json')) return;
  const from = layerOf(folder);
  const below = layerOf(to);
  if (from === -1) problems.push(`${path}: the folder ${folder} has no layer; give it one in scripts/check-imports.ts`);
  else if (below <= from) problems.push(`${path}: ${folder} may not import from ${to}, which is not below it`);
}

function layerOf(folder: string): number {
  return LAYERS.findIndex((row) => row.includes(folder));
}

function checkInk(path: string, specifier: string): void {
  if (specifier === 'ink' && path !== 'packages/tui/src/ink.ts') problems.push(`${path}: only ink.ts imports Ink`);
}

function importsOf(text: string): string[] {
  const shapes = [/\bfrom '([^']+)'/g, /\bimport\('([^']+)'\)/g, /^import '([^']+)'/gm];
  return shapes.flatMap((shape) => [...text.matchAll(shape)].map((match) => match[1] ?? ''));
}
