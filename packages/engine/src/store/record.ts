import { z } from 'zod';
import { ID_SHAPE } from './id.ts';

/** The record beside a stored output, written last: a record always describes a whole file. */
export const outputRecord = z.object({
  schema: z.literal(1),
  id: z.string().regex(ID_SHAPE),
  tool: z.string(),
  /** When it was kept, ISO 8601. */
  time: z.string(),
  bytes: z.int().min(0),
  lines: z.int().min(0),
  sha256: z.string(),
  /** True when the ceiling cut it; `totalBytes` is what the tool printed, its frames included. */
  cut: z.boolean(),
  totalBytes: z.int().min(0),
  /** Start of each page: byte offset, and number of the line that it starts in. */
  pages: z.array(z.object({ start: z.int().min(0), firstLine: z.int().min(1) })),
});

export type OutputRecord = z.infer<typeof outputRecord>;
