import { arrows } from './arrows.ts';
import { beam } from './beam.ts';
import { bundlers } from './bundlers.ts';
import { ci } from './ci.ts';
import { coded } from './coded.ts';
import { elsewhere } from './elsewhere.ts';
import type { Family } from './family.ts';
import { git } from './git.ts';
import { glued } from './glued.ts';
import { go } from './go.ts';
import { infrastructure } from './infrastructure.ts';
import { jvm } from './jvm.ts';
import { linkers } from './linkers.ts';
import { make } from './make.ts';
import { node } from './node.ts';
import { npm } from './npm.ts';
import { packages } from './packages.ts';
import { panicked } from './panicked.ts';
import { placeFirst } from './place-first.ts';
import { placed } from './placed.ts';
import { python } from './python.ts';
import { pythonTools } from './python-tools.ts';
import { ruby } from './ruby.ts';
import { scripts } from './scripts.ts';
import { strict } from './strict.ts';
import { stylish } from './stylish.ts';
import { xcode } from './xcode.ts';

/** All families, the more specific first: the first that knows a line has it. */
export const FAMILIES: readonly Family[] = [
  ci,
  stylish,
  ruby,
  placeFirst,
  placed,
  python,
  pythonTools,
  scripts,
  xcode,
  packages,
  arrows,
  linkers,
  make,
  jvm,
  npm,
  go,
  beam,
  bundlers,
  infrastructure,
  git,
  elsewhere,
  coded,
  glued,
  node,
  panicked,
  strict,
];
