import type { Dialect } from '../dialect.ts';
import { listed, quote } from '../failure-text.ts';
import { SETTING } from '../settings.ts';

/** How Ollama's failures are told. */
export const OLLAMA: Dialect = {
  server: 'Ollama',
  checkAddress: 'Check OLLAMA_HOST, and that no proxy stands between.',
  isLimitBrief: false,
  missesModel: () => true,
  watch: 'see what the server does with `ollama ps`',
  largerWindow: `set a larger ${SETTING.window}`,
  smallerWindow: `set a smaller ${SETTING.window}`,
  signIn: (words, url) =>
    `The server wants you signed in (${words}). Run \`ollama signin\`${url ? ` or open ${quote(url)}` : ''}, then send the prompt again.`,
  forbidden: ({ shown }) =>
    `The server at ${shown} refuses this host name (403). It listens on its own machine only: start it with OLLAMA_HOST=0.0.0.0, or make the proxy send \`Host: localhost\`.`,
  start: ({ loopback }) =>
    loopback
      ? 'Start it with `ollama serve` (or open the Ollama application), or say where it is with OLLAMA_HOST.'
      : 'Start it there with OLLAMA_HOST=0.0.0.0 `ollama serve`, and check that OLLAMA_HOST here names that machine and port.',
  checkName: 'Check OLLAMA_HOST.',
  noTools: (model) =>
    `${model} can not call tools, and wisp works through tools. Choose a model whose \`ollama show\` lists "tools"; one made from a file needs a TEMPLATE that has them.`,
  noModel: ({ model, host, installed }) =>
    `There is no model ${quote(model)} at ${host.shown}. ${listed('Installed', installed, 'No model is installed there.')} Get it with \`ollama pull ${quote(model)}\`, or choose another.`,
};
