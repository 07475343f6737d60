import type { LineKind } from './line-kind.ts';
import { TRAIT } from './traits.ts';

/**
 * Points for what a line is. They were set by hand, not fitted, and no single one decides: taking any of them away changes
 * the result of some four hundred failed CI runs by at most a few in a hundred.
 */
export const KIND_POINTS: Readonly<Record<LineKind, number>> = {
  error: 2.5,
  fatal: 2.5,
  mark: 2.5,
  exception: 2,
  numbered: 2,
  summary: 1.5,
  phrase: 1.5,
  'mark inside': 1.5,
  place: 1,
  ruler: 1,
  word: 0.5,
  'failing word': 0.3,
  demand: -0.3,
  'place inside': -0.5,
  warning: -0.5,
  wrapper: -1,
  none: -1.2,
  weak: -1.5,
  zero: -3,
  frame: -3,
  compile: -3,
  pass: -4,
};

/** Points for the traits that a line has, by bit. */
export const TRAIT_POINTS: readonly (readonly [number, number])[] = [
  [TRAIT.progress, -1],
  [TRAIT.warning, -1],
  [TRAIT.echo, -1],
  [TRAIT.hint, -1],
  [TRAIT.tree, -2],
  [TRAIT.retry, -0.7],
  [TRAIT.quoted, -0.5],
  [TRAIT.long, -0.3],
];

/** Points for where a line stands among its neighbours. */
export const CONTEXT_POINTS = {
  afterBlank: 0.6,
  afterRule: 0.8,
  afterCommand: 0.6,
  afterHeading: 1,
  afterStrong: -0.3,
  repeatsLineAbove: -1,
  aboveFrame: 0.4,
  aboveDeeper: 0.3,
  /** A line of another shape that states a failure follows within five. */
  aboveStrong: 0.8,
  /** The next line says that a command failed, and no more. */
  aboveWrapper: 0.9,
  flushLeft: 0.2,
  endsWithColon: 0.2,
  /** Its first word is rare where the lines above it start with common ones. */
  deviates: 0.7,
} as const;

/** Points for a line's place in the section that failed. */
export const SECTION_POINTS = {
  top: 0.3,
  firstOfStrongKind: 1.2,
  firstOfWeakKind: 0.4,
  firstStrong: 1,
  /** For each doubling of the strong lines before it. */
  laterStrong: -0.2,
} as const;

/** Points for how far a line is from the exit that failed, and how often its like was seen. */
export const REACH_POINTS = {
  firstFailed: 0.5,
  laterFailed: 0.3,
  /** Before the first command of a CI log: what the machine says of itself. */
  preamble: -1.5,
  before: -0.2,
  after: -1,
  /** For each doubling of the lines between it and the failing exit: inside the failing section, and outside. */
  distanceInside: -0.2,
  distanceOutside: -0.25,
  /** For each doubling of the lines of the same shape. */
  commonShape: -0.3,
  /** For each line of the same shape, first word or kind that was chosen before it. */
  sameShape: -1.2,
  sameWord: -0.4,
  sameKind: -0.2,
} as const;
