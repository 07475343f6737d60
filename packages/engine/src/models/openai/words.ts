import type { Dialect } from '../dialect.ts';
import { listed, quote } from '../failure-text.ts';
import { KEY_VARIABLE } from './key.ts';

/** How the failures of a server with OpenAI's interface are told: llama.cpp's, LM Studio, vLLM. */
export const OPENAI: Dialect = {
  server: 'a server with the OpenAI interface',
  checkAddress: 'Check the address after the @ of the model’s name: most such servers answer under /v1.',
  isLimitBrief: true,
  missesModel: (words) => /model/i.test(words),
  watch: 'look into the server’s log',
  largerWindow: 'start the server with a larger window',
  smallerWindow: 'start the server with a smaller window',
  signIn: (words) =>
    `The server wants a key (${words}). Set ${KEY_VARIABLE} to it in the environment of wisp, then send the prompt again.`,
  forbidden: ({ shown }) => `The server at ${shown} refuses this machine or this key (403). Look into its log.`,
  start: ({ shown }) =>
    `Start it (\`llama-server --jinja -m FILE\`, LM Studio's server, \`vllm serve\`), and check that ${shown} is where it listens.`,
  checkName: 'Check the address after the @ of the model’s name.',
  noTools: (model) =>
    `${model} can not call tools as its server runs it, and wisp works through tools. Start llama-server with --jinja, vLLM with --enable-auto-tool-choice and a --tool-call-parser, or choose another model.`,
  noModel: ({ model, host, installed }) =>
    model === ''
      ? `The server at ${host.shown} lists no model. Load one there, or name one before the @.`
      : `There is no model ${quote(model)} at ${host.shown}. ${listed('It has', installed, 'It lists none.')} Name one of them before the @, or load it there.`,
};
