import { arrows } from './arrows.ts';
import { elsewhere } from './elsewhere.ts';
import type { Family } from './family.ts';
import { placed } from './placed.ts';
import { stylish } from './stylish.ts';

/** All families, the more specific first. */
export const FAMILIES: readonly Family[] = [stylish, placed, arrows, elsewhere];
