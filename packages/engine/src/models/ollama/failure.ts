import { cleanOutput } from '../../text/clean.ts';
import { clip, grouped } from '../../text/format.ts';
import { ModelError, type ModelErrorCode } from '../backend.ts';
import type { Host } from '../host.ts';
import {
  BodyTooLargeError,
  ErrorLineError,
  HttpStatusError,
  IdleError,
  StreamEndedError,
  WebPageError,
} from '../http-errors.ts';
import { ShapeError } from './client.ts';
import { type Meaning, meaningOf, overflowNumbers } from './failure-text.ts';
import { SETTING } from './settings.ts';
import { unreachable } from './unreachable.ts';

/** What the sentences of a failure name. `installed` is empty while nobody has asked. */
export interface FailureContext {
  model: string;
  host: Host;
  installed: readonly string[];
}

export interface Failure {
  error: ModelError;
  retry: Meaning['retry'];
}

/**
 * Turns whatever a request failed with into the sentence for the person: what happened, and what to do. The original stays
 * as the cause. An error of this program's own is thrown on.
 */
export function readFailure(error: unknown, context: FailureContext): Failure {
  if (error instanceof ModelError) {
    if (error.code !== 'tool-call-unparsed' || error.cause instanceof ErrorLineError) return { error, retry: 'never' };
    return { error: explain('tool-call-unparsed', error.message, context, error), retry: 'at-once' };
  }
  if (error instanceof HttpStatusError) return readStatus(error, context);
  if (error instanceof ErrorLineError) return readText(error.message, error.status, error, context);
  const { host, model } = context;
  const never = (code: ModelErrorCode, message: string): Failure => ({
    error: new ModelError(code, message, { cause: error }),
    retry: 'never',
  });
  if (error instanceof IdleError) {
    return never(
      'idle',
      `${model} sent nothing for ${error.seconds} seconds, so wisp stopped waiting. A large prompt on a slow machine can take longer: raise ${SETTING.idle} (0 waits for ever), or see what the server does with \`ollama ps\`.`,
    );
  }
  if (error instanceof StreamEndedError) {
    return never(
      'stream-ended',
      `${model} stopped in the middle of its reply: the server closed the stream before it was done. Nothing of the reply was run. Send the prompt again; if it stops at the same place, look into the server's log.`,
    );
  }
  if (error instanceof WebPageError || error instanceof ShapeError || error instanceof SyntaxError) {
    return never('no-server', `What answers at ${host.shown} is not Ollama. ${CHECK_HOST}`);
  }
  if (error instanceof BodyTooLargeError)
    return never('refused', `The server's answer is too large to be one: ${error.message}.`);
  const message = unreachable(error, host);
  if (message === null) throw error;
  return never(message.code, message.text);
}

const CHECK_HOST = 'Check OLLAMA_HOST, and that no proxy stands between.';

function readStatus(error: HttpStatusError, context: FailureContext): Failure {
  const { status, text } = error;
  const known = meaningOf(text, status);
  if (known) return readText(text, status, error, context);
  const { host } = context;
  const refuse = (code: ModelErrorCode, message: string, retry: Meaning['retry'] = 'never'): Failure => ({
    error: new ModelError(code, message, { cause: error }),
    retry,
  });
  const words = quote(text);
  if (status === 401) {
    const where = error.signInUrl ? ` or open ${quote(error.signInUrl)}` : '';
    return refuse(
      'unauthorized',
      `The server wants you signed in (${words}). Run \`ollama signin\`${where}, then send the prompt again.`,
    );
  }
  if (status === 404 && error.isJson) return refuse('no-model', noModel(context));
  if (status === 404)
    return refuse('no-server', `What answers at ${host.shown} is not Ollama (404: ${words}). ${CHECK_HOST}`);
  if (status === 429)
    return refuse(
      'refused',
      `The server's usage limit is reached: ${words}. Wait, or choose a model that runs on this machine.`,
    );
  if (status === 503) return refuse('busy', busy(words), 'after-a-wait');
  if (status === 403 && text === '') {
    return refuse(
      'refused',
      `The server at ${host.shown} refuses this host name (403). It listens on its own machine only: start it with OLLAMA_HOST=0.0.0.0, or make the proxy send \`Host: localhost\`.`,
    );
  }
  if (!error.isJson) {
    return refuse(
      'refused',
      `The answer ${status} did not come from Ollama but from something before it: ${words}. ${CHECK_HOST}`,
    );
  }
  return refuse('refused', `The server refused the request (${status}): ${words}`);
}

function readText(text: string, status: number | null, cause: Error, context: FailureContext): Failure {
  const meaning = meaningOf(text, status) ?? { code: 'refused', retry: 'never' };
  return { error: explain(meaning.code, text, context, cause), retry: meaning.retry };
}

function explain(code: ModelErrorCode, text: string, context: FailureContext, cause: Error): ModelError {
  const words = quote(text);
  const { model } = context;
  if (code === 'overflow') return overflow(text, model, cause);
  const sentence: Partial<Record<ModelErrorCode, string>> = {
    'no-tools': noTools(model),
    'no-chat': noChat(model),
    crashed: `The model runner stopped while ${model} was at work: ${words}. Memory is the usual cause: close what else uses it, choose a smaller model, or set a smaller ${SETTING.window}.`,
    'tool-call-unparsed': `${model} wrote a tool call that can not be read: ${words}. The server and the network are well; ask for it in smaller pieces, or choose another model.`,
    busy: busy(words),
  };
  return new ModelError(code, sentence[code] ?? `The server reported a failure: ${words}`, { cause });
}

function overflow(text: string, model: string, cause: Error): ModelError {
  const { prompt, window } = overflowNumbers(text);
  const sizes =
    prompt !== undefined && window !== undefined ? ` (${grouped(prompt)} tokens, a window of ${grouped(window)})` : '';
  return new ModelError(
    'overflow',
    `The conversation no longer fits the window of ${model}${sizes}. Start a new one, or set a larger ${SETTING.window}.`,
    { cause, ...(window === undefined ? {} : { window }), ...(prompt === undefined ? {} : { tokens: prompt }) },
  );
}

function busy(words: string): string {
  return `The model server is busy: ${words}. Wait a moment and send the prompt again.`;
}

/** The model has no template for tools. */
export function noTools(model: string): string {
  return `${model} can not call tools, and wisp works through tools. Choose a model whose \`ollama show\` lists "tools"; one made from a file needs a TEMPLATE that has them.`;
}

/** The model answers no chat: an embedding model. */
export function noChat(model: string): string {
  return `${model} does not chat: it is made for something else, such as embeddings. Choose another with \`wisp models\`.`;
}

/** The model is not on the server; names those that are. */
function noModel({ model, host, installed }: FailureContext): string {
  const most = 20;
  const more = installed.length > most ? ` and ${installed.length - most} more` : '';
  const have =
    installed.length === 0
      ? 'No model is installed there.'
      : `Installed: ${installed.slice(0, most).map(quote).join(', ')}${more}.`;
  return `There is no model ${quote(model)} at ${host.shown}. ${have} Get it with \`ollama pull ${quote(model)}\`, or choose another.`;
}

function quote(text: string): string {
  const line = cleanOutput(text).replace(/\s+/g, ' ').trim();
  return line === '' ? 'without a word' : clip(line, 400);
}
