import { z } from 'zod';

const whole = (least: number, most: number) => z.int().min(least).max(most);
const MIB = 1024 * 1024;
const DAY_SECONDS = 86_400;

/** Most requests that are ever under way at once. */
export const MOST_PARALLEL = 8;

/** Text of one line: it goes into messages, requests and a command's arguments. */
const line = z
  .string()
  .min(1)
  .max(512)
  .regex(/^\P{Cc}+$/u)
  .meta({ form: 'text of 1 to 512 characters on one line' });

/** A Go duration, as Ollama reads it: it refuses a number without a unit, which counts seconds everywhere else. */
const duration = z
  .string()
  .max(32)
  .regex(/^(?:-?\d{1,9}|(?:\d{1,9}(?:\.\d{1,3})?(?:ms|s|m|h)){1,4})$/)
  .overwrite((text) => (/\d$/.test(text) ? `${text}s` : text))
  .meta({ form: 'a duration such as "30m", "1h30m" or "90s", or "-1" for ever' });

/**
 * Every setting of `<home>/config.json`, in one place: validation, `wisp config`, completion and docs/settings.md follow
 * from it. A setting without a default is absent unless it is set. Each description says what it does, and its unit.
 */
export const settingsSchema = z.strictObject({
  model: line
    .optional()
    .describe(
      'Model that answers when none is named: `ollama:NAME`, a bare name, `openai:NAME@URL`, or `none`. Absent: one that is loaded, else the first that can use tools.',
    ),
  ollama: z
    .strictObject({
      host: line
        .optional()
        .describe('Address of the Ollama server, in any form that OLLAMA_HOST takes. OLLAMA_HOST wins.'),
      contextLength: whole(512, 16_777_216)
        .optional()
        .describe('Tokens of the window. Absent: sized from the model and the memory of the machine.'),
      keepAlive: duration
        .default('30m')
        .describe('How long the server keeps the model loaded after a request: a duration; -1 for ever.'),
      timeoutSeconds: whole(1, DAY_SECONDS)
        .default(600)
        .describe(
          'Seconds of silence after which a request is given up. Loading and reading a prompt count as silence.',
        ),
      parallel: whole(1, MOST_PARALLEL)
        .default(1)
        .describe('Requests that the server takes at once. OLLAMA_NUM_PARALLEL wins.'),
    })
    .prefault({})
    .describe('The Ollama server.'),
  context: z
    .strictObject({
      outputDays: whole(0, 3650)
        .default(30)
        .describe('Days that the outputs of a session are kept after its last use; 0 keeps them for ever.'),
      memory: z
        .boolean()
        .default(true)
        .describe('Whether the model has the `memory` tool, which reaches kept outputs.'),
    })
    .prefault({})
    .describe('What a conversation keeps.'),
  commandMaxOutputBytes: whole(1024, 16 * MIB)
    .optional()
    .describe('Bytes of one result of `run_command`. Absent: the budget that follows from the window.'),
  commandTimeoutSeconds: whole(1, DAY_SECONDS)
    .default(600)
    .describe('Seconds until a command of the model is ended, unless its call says otherwise.'),
  approval: z
    .strictObject({
      level: z
        .enum(['moderate', 'dangerous'])
        .default('moderate')
        .describe('Commands and writes rated at this level and above are asked about.'),
      timeoutSeconds: whole(0, DAY_SECONDS)
        .default(0)
        .describe('Seconds that a question waits before it counts as no; 0 waits for ever.'),
      days: whole(1, 365).default(30).describe('Days that an approval of scope `project` or `always` is good for.'),
    })
    .prefault({})
    .describe('What is asked before it runs.'),
  sandbox: z
    .enum(['auto', 'off'])
    .default('off')
    .describe(
      '`auto` confines what the model’s commands write to the launch directory, temporary files and the cache, where the machine can do it.',
    ),
  shownOutputLines: whole(0, 1000)
    .default(12)
    .describe('Lines of an output that the screen shows before it folds the rest.'),
  store: z
    .strictObject({
      maxBytes: whole(16 * MIB, Number.MAX_SAFE_INTEGER)
        .optional()
        .describe('Bytes that all kept outputs may take together; the oldest session goes first. Absent: no ceiling.'),
    })
    .prefault({})
    .describe('The store of outputs.'),
  audit: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe('Whether what happens is recorded. Without it no output is kept either, and the notes say so.'),
      maxBytes: whole(64 * 1024, 1024 * MIB)
        .default(10 * MIB)
        .describe('Bytes at which the log is put aside and a new one begun.'),
      files: whole(1, 100).default(5).describe('Logs put aside that are kept.'),
    })
    .prefault({})
    .describe('The audit log.'),
  pager: line
    .optional()
    .describe('Command that shows long text on a terminal. Absent: PAGER of the environment, else `less -R`.'),
  screen: z
    .strictObject({
      theme: z.enum(['auto', 'light', 'dark', 'none']).default('auto').describe('Colours of the screen.'),
      alternate: z.boolean().default(true).describe('Whether the screen uses the alternate screen of the terminal.'),
      mouse: z
        .boolean()
        .default(false)
        .describe('Whether the screen takes the mouse; selecting text then needs Shift.'),
      animation: z.boolean().default(true).describe('Whether what runs is shown by something that moves.'),
    })
    .prefault({})
    .describe('wisp-tui.'),
});

/** All settings, each with its default where it has one. */
export type Settings = z.infer<typeof settingsSchema>;

/** The settings of an empty file. */
export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});
