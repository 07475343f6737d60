// Runs one edit in a process of its own, and prints what it answered and by how much memory grew: `edit-child.ts DIRECTORY ARGS`.
import { editFileTool } from '../../../packages/engine/src/tools/edit-file.ts';
import { bareContext } from './bare-context.ts';

const [directory = '', args = ''] = process.argv.slice(2);
const before = process.resourceUsage().maxRSS;
const { text } = await editFileTool.run(editFileTool.schema.parse(JSON.parse(args)), bareContext(directory));
process.stdout.write(JSON.stringify({ text, grownKiB: process.resourceUsage().maxRSS - before }));
