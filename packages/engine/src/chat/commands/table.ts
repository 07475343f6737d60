import { approvalsCommand } from './approvals.ts';
import { auditCommand } from './audit.ts';
import type { ChatCommand } from './command.ts';
import { configCommand } from './config.ts';
import { contextCommand } from './context.ts';
import { helpCommand } from './help.ts';
import { historyCommand } from './history.ts';
import { inspectCommand } from './inspect.ts';
import { lastCommand } from './last.ts';
import { modelCommand } from './model.ts';
import { modelsCommand } from './models.ts';
import { newCommand } from './new.ts';
import { outputsCommand } from './outputs.ts';
import { quitCommand } from './quit.ts';
import { recallCommand } from './recall.ts';
import { saveCommand } from './save.ts';
import { showCommand } from './show.ts';
import { statsCommand } from './stats.ts';
import { statusCommand } from './status.ts';
import { summariseCommand } from './summarise.ts';
import { tokensCommand } from './tokens.ts';
import { toolsCommand } from './tools.ts';

/** The commands of the chat, as `/help` lists them. */
export const CHAT_COMMANDS: readonly ChatCommand[] = [
  helpCommand,
  showCommand,
  lastCommand,
  outputsCommand,
  summariseCommand,
  recallCommand,
  modelCommand,
  modelsCommand,
  toolsCommand,
  contextCommand,
  tokensCommand,
  statusCommand,
  statsCommand,
  historyCommand,
  inspectCommand,
  auditCommand,
  configCommand,
  approvalsCommand,
  newCommand,
  saveCommand,
  quitCommand,
];
