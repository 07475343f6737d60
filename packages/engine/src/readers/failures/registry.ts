import type { Family } from './family.ts';
import { placed } from './placed.ts';

/** All families, the more specific first. */
export const FAMILIES: readonly Family[] = [placed];
