/** The extensions, in lower case, of the sources that each tool reports on. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  cc: 'c cc cpp cxx h hh hpp hxx m mm inl ipp tcc',
  nvcc: 'cu cuh',
  as: 's asm',
  gfortran: 'f f90 f95 f03 f08 for ftn',
  swiftc: 'swift',
  rustc: 'rs',
  go: 'go',
  javac: 'java',
  kotlinc: 'kt kts',
  scalac: 'scala sc',
  groovyc: 'groovy',
  csc: 'cs cshtml razor xaml',
  vbc: 'vb',
  fsc: 'fs fsi fsx',
  tsc: 'ts tsx mts cts',
  eslint: 'js jsx mjs cjs',
  vue: 'vue',
  svelte: 'svelte astro',
  python: 'py pyi pyx ipynb',
  ruby: 'rb rake gemspec',
  haml: 'haml slim erb',
  php: 'php phtml',
  perl: 'pl pm t pod',
  ghc: 'hs lhs',
  erlc: 'erl hrl yrl',
  elixir: 'ex exs eex heex',
  dart: 'dart',
  protoc: 'proto',
  sphinx: 'rst',
  markdown: 'md mdx markdown',
  asciidoctor: 'adoc asciidoc',
  shell: 'sh bash zsh ksh bats',
  lua: 'lua',
  zig: 'zig zon',
  nim: 'nim nims',
  ocaml: 'ml mli',
  dmd: 'd',
  verilog: 'v sv svh vhd vhdl',
  tex: 'tex sty cls',
  bison: 'y yy',
  flex: 'l ll',
  yaml: 'yml yaml',
  json: 'json jsonc json5',
  toml: 'toml ini cfg',
  xml: 'xml html htm xsd svg',
  css: 'css scss sass less',
  terraform: 'tf tfvars hcl',
  cmake: 'cmake',
  make: 'mk mak am',
  clojure: 'clj cljs cljc edn',
  julia: 'jl',
  r: 'r rmd',
  sql: 'sql',
  puppet: 'pp',
  graphql: 'graphql gql',
  gradle: 'gradle',
  vint: 'vim nvim',
  coffeelint: 'coffee litcoffee',
  solc: 'sol vy',
  shader: 'glsl vert frag comp hlsl wgsl metal',
  elm: 'elm purs res re',
  nix: 'nix',
  bazel: 'bazel bzl star',
  pascal: 'pas dpr',
  crystal: 'cr',
  godot: 'gd tscn',
  powershell: 'ps1 psm1',
  cucumber: 'feature',
  msbuild: 'csproj vcxproj fsproj vbproj sln targets props proj',
};

const TOOL_OF = new Map(
  Object.entries(EXTENSIONS).flatMap(([tool, extensions]) =>
    extensions.split(' ').map((extension) => [extension, tool] as const),
  ),
);

const BY_CODE: readonly [RegExp, string][] = [
  [/^TS\d/, 'tsc'],
  [/^(?:CS|CA|IDE|SA)\d/, 'csc'],
  [/^LNK\d/, 'link'],
  [/^(?:MSB|NETSDK)\d/, 'msbuild'],
  [/^NU\d/, 'nuget'],
  [/^FS\d/, 'fsc'],
  [/^BC\d/, 'vbc'],
  [/^[CD]\d{4}$/i, 'cl'],
  [/^GHC-\d/, 'ghc'],
  [/^SC\d{4}$/, 'shellcheck'],
  [/^DL\d{4}$/, 'hadolint'],
  [/^MD\d{3}/, 'markdownlint'],
  [/^clang-|^(?:bugprone|cert|cppcoreguidelines|google|llvm|misc|modernize|performance|readability)-/, 'clang-tidy'],
];

/** The extension of a path's last part in lower case, or ''. */
export function extensionOf(file: string): string {
  const at = file.lastIndexOf('.');
  return at === -1 || file.length - at > 17 ? '' : file.slice(at + 1).toLowerCase();
}

/** True when files with the extension are sources that compilers and linters report on. */
export function isSource(extension: string): boolean {
  return TOOL_OF.has(extension);
}

/** The tool that a diagnostic most likely comes from: by its code, else by the kind of file. */
export function toolFor(file: string, code: string | null): string {
  if (code !== null) {
    for (const [pattern, tool] of BY_CODE) if (pattern.test(code)) return tool;
  }
  return TOOL_OF.get(extensionOf(file)) ?? 'compiler';
}
