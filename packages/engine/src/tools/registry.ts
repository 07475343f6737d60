import { currentDateTool } from './current-date.ts';
import { editFileTool } from './edit-file.ts';
import { inspectTool } from './inspect.ts';
import { memoryTool } from './memory.ts';
import { readFileTool } from './read-file.ts';
import { runCommandTool } from './run-command.ts';
import { systemInfoTool } from './system-info.ts';
import type { Tool } from './tool.ts';

/** Every tool that a conversation can have. */
export const TOOLS: readonly Tool[] = [
  runCommandTool,
  readFileTool,
  editFileTool,
  memoryTool,
  inspectTool,
  systemInfoTool,
  currentDateTool,
];

/** The tools of these names, in the registry's order; all when none are named. Throws RangeError for a name that none has. */
export function toolsNamed(names: readonly string[]): readonly Tool[] {
  if (names.length === 0) return TOOLS;
  const unknown = names.find((name) => !TOOLS.some((tool) => tool.name === name));
  if (unknown !== undefined)
    throw new RangeError(`there is no tool "${unknown}"; there are ${TOOLS.map((t) => t.name).join(', ')}`);
  return TOOLS.filter((tool) => names.includes(tool.name));
}
