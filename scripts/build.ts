// Bundles each program to one file: start-up time is mostly reading modules (docs/decisions/0003).
import { build, type Plugin } from 'esbuild';

/** Ink imports its devtools bridge only when DEV is true; an empty module keeps the optional peer out of the bundle. */
const noDevtools: Plugin = {
  name: 'no-devtools',
  setup(b) {
    b.onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: 'react-devtools-core', namespace: 'empty' }));
    b.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {};', loader: 'js' }));
  },
};

const programs = [
  { entry: 'packages/engine/src/main.ts', out: 'packages/engine/dist/wisp.js' },
  { entry: 'packages/tui/src/main.ts', out: 'packages/tui/dist/wisp-tui.js' },
];

await Promise.all(
  programs.map(({ entry, out }) =>
    build({
      entryPoints: [entry],
      outfile: out,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node22.12',
      jsx: 'automatic',
      // React keeps every frame in memory unless it is built for production.
      define: { 'process.env.NODE_ENV': '"production"' },
      banner: {
        js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
      },
      plugins: [noDevtools],
      legalComments: 'none',
      logLevel: 'warning',
    }),
  ),
);
