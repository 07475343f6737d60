/** Names of all tools, in the registry's order: known without loading the tools. */
export const TOOL_NAMES: readonly string[] = [
  'run_command',
  'read_file',
  'edit_file',
  'memory',
  'inspect',
  'system_info',
  'current_date',
];
