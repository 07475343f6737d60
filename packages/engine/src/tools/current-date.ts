import { z } from 'zod';
import type { Tool } from './tool.ts';

const schema = z.object({});

/** Tells the model the date, which it can not know. */
export const currentDateTool: Tool<typeof schema> = {
  name: 'current_date',
  description: 'Give the current date, time, weekday and time zone.',
  schema,
  run: async () => {
    const now = new Date();
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const text = `${now.toLocaleDateString('en-GB', { weekday: 'long' })}, ${now.toISOString()} (UTC); local time ${now.toLocaleString('sv-SE')} ${zone}`;
    return { text, outcome: text, bytes: text.length, stored: null };
  },
};
