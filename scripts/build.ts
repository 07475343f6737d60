// Bundles each program to one file: start-up time is mostly reading modules (docs/decisions/0003).
import { resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** Ink imports its devtools bridge only when DEV is true; an empty module keeps the optional peer out of the bundle. */
const noDevtools: Plugin = {
  name: 'no-devtools',
  setup(b) {
    b.onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: 'react-devtools-core', namespace: 'empty' }));
    b.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {};', loader: 'js' }));
  },
};

/** zod carries its messages in sixty languages; English, which it sets by itself, is enough and starts a third faster. */
const oneLanguage: Plugin = {
  name: 'one-language',
  setup(b) {
    b.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: 'export {};', loader: 'js' }));
  },
};

/** Ink measures with the screen's own widths, which load their tables after the first frame (docs/decisions/0010). */
const ownWidths: Plugin = {
  name: 'own-widths',
  setup(b) {
    b.onResolve({ filter: /^string-width$/ }, ({ importer }) =>
      importer.includes('node_modules') ? { path: resolve('packages/tui/src/text/ink-width.ts') } : null,
    );
  },
};

/**
 * The engine is a CommonJS file: in an ES module every `node:` import of every lazily loaded part stands at the top and is
 * loaded at start (http, zlib and what they bring, 60 ms). The screen stays an ES module, since Yoga awaits at its top level.
 */
const programs = [
  { entry: 'packages/engine/src/main.ts', out: 'packages/engine/dist/wisp.cjs', format: 'cjs' },
  { entry: 'packages/tui/src/main.ts', out: 'packages/tui/dist/wisp-tui.js', format: 'esm' },
] as const;

const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);";

await Promise.all(
  programs.map(({ entry, out, format }) =>
    build({
      entryPoints: [entry],
      outfile: out,
      bundle: true,
      platform: 'node',
      format,
      target: 'node22.12',
      jsx: 'automatic',
      // React keeps every frame in memory unless it is built for production.
      define: { 'process.env.NODE_ENV': '"production"' },
      ...(format === 'esm' ? { banner: { js: REQUIRE } } : {}),
      plugins: [noDevtools, oneLanguage, ownWidths],
      legalComments: 'none',
      logLevel: 'warning',
    }),
  ),
);
