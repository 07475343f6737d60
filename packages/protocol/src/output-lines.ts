import { z } from 'zod';

const count = z.int().min(0);

/** An output as a front end first sees it. `id` takes `/show`; `stored` names the whole when it was kept. */
export const eventOutput = z.object({
  id: z.string(),
  text: z.string(),
  lines: count,
  bytes: count,
  truncated: z.boolean(),
  shownLines: count,
  stored: z.object({ id: z.string(), bytes: count, lines: count, cut: z.boolean() }).optional(),
});

/**
 * One page of a stored output. Pages joined in order are the output: `start` and `end` are byte offsets, `firstLine` is
 * the number of the line that the page starts in, `lines` how many line starts it holds. `exact` is false when the bytes
 * were not valid UTF-8 and `text` shows U+FFFD in their place.
 */
export const outputPage = z.object({
  type: z.literal('view'),
  kind: z.literal('output'),
  id: z.string(),
  page: z.int().min(1),
  pages: count,
  text: z.string(),
  firstLine: count,
  lines: count,
  start: count,
  end: count,
  totalBytes: count,
  totalLines: count,
  cut: z.boolean(),
  exact: z.boolean(),
  last: z.boolean(),
});

/** Why there is no page to show. */
const viewProblem = z.enum(['never kept', 'swept', 'no such output', 'no such page', 'damaged']);
export const viewError = z.object({
  type: z.literal('view'),
  kind: z.string(),
  id: z.string(),
  page: z.int().min(1).optional(),
  error: z.string(),
  reason: viewProblem,
});

/** Answers `search`: the number of the line that matches, null when none does further on. `error` says why none was looked for. */
export const foundLine = z.object({
  type: z.literal('found'),
  id: z.string(),
  output: z.string(),
  line: z.int().min(1).nullable(),
  error: z.string().optional(),
});

/** Answers `points`: what is notable, in the order of lines. `failure` marks a failure that a reader knows. */
export const pointsLine = z.object({
  type: z.literal('points'),
  id: z.string(),
  output: z.string(),
  points: z.array(z.object({ line: z.int().min(1), text: z.string(), failure: z.boolean() })),
  error: z.string().optional(),
});

/** Answers `keep`: where the output was written, in full; `error` when it was not. */
export const keptLine = z.object({
  type: z.literal('kept'),
  id: z.string(),
  output: z.string(),
  path: z.string(),
  error: z.string().optional(),
});

export type OutputPage = z.infer<typeof outputPage>;
export type ViewError = z.infer<typeof viewError>;
export type EventOutput = z.infer<typeof eventOutput>;
