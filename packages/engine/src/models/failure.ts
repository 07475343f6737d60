import { grouped } from '../text/format.ts';
import { ModelError, type ModelErrorCode } from './backend.ts';
import type { FailureContext } from './dialect.ts';
import { type Meaning, meaningOf, overflowNumbers, quote } from './failure-text.ts';
import {
  BodyTooLargeError,
  ErrorLineError,
  HttpStatusError,
  IdleError,
  ShapeError,
  StreamEndedError,
  WebPageError,
} from './http-errors.ts';
import { SETTING } from './settings.ts';
import { unreachable } from './unreachable.ts';

/** Why a reply failed, for the person, and whether asking again may help. */
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
  const { host, model, dialect } = context;
  const never = (code: ModelErrorCode, message: string): Failure => ({
    error: new ModelError(code, message, { cause: error }),
    retry: 'never',
  });
  if (error instanceof IdleError && context.opening) {
    return never(
      'idle',
      `The server at ${host.shown} was asked about its models and said nothing for ${error.seconds} seconds. See whether it still runs, and start it again if it hangs.`,
    );
  }
  if (error instanceof IdleError) {
    return never(
      'idle',
      `${model} sent nothing for ${error.seconds} seconds, so wisp stopped waiting. A large prompt on a slow machine can take longer: raise ${SETTING.idle} (0 waits for ever), or ${dialect.watch}.`,
    );
  }
  if (error instanceof StreamEndedError) {
    return never(
      'stream-ended',
      `${model} stopped in the middle of its reply: the server closed the stream before it was done. Nothing of the reply was run. Send the prompt again; if it stops at the same place, look into the server's log.`,
    );
  }
  if (error instanceof WebPageError || error instanceof ShapeError || error instanceof SyntaxError) {
    return never('no-server', `What answers at ${host.shown} is not ${dialect.server}. ${dialect.checkAddress}`);
  }
  if (error instanceof BodyTooLargeError)
    return never('refused', `The server's answer is too large to be one: ${error.message}.`);
  const message = unreachable(error, host, dialect);
  if (message === null) throw error;
  return never(message.code, message.text);
}

/** A limit that no short wait lifts. */
const USED_UP = /quota|billing|credit/i;

function readStatus(error: HttpStatusError, context: FailureContext): Failure {
  const { status, text } = error;
  const known = meaningOf(text, status);
  if (known) return readText(text, status, error, context);
  const { host, dialect } = context;
  const refuse = (code: ModelErrorCode, message: string, retry: Meaning['retry'] = 'never'): Failure => ({
    error: new ModelError(code, message, { cause: error }),
    retry,
  });
  const words = quote(text);
  if (status === 401) return refuse('unauthorized', dialect.signIn(words, error.signInUrl));
  if (status === 404 && error.isJson && dialect.missesModel(text)) return refuse('no-model', dialect.noModel(context));
  if (status === 404)
    return refuse(
      'no-server',
      `What answers at ${host.shown} is not ${dialect.server} (404: ${words}). ${dialect.checkAddress}`,
    );
  const isBriefly = status === 429 && dialect.isLimitBrief && !USED_UP.test(text);
  if (status === 503 || isBriefly) return refuse('busy', busy(words), 'after-a-wait');
  if (status === 429)
    return refuse(
      'refused',
      `The server's usage limit is reached: ${words}. Wait, or choose a model that runs on this machine.`,
    );
  if (status === 403 && text === '') return refuse('refused', dialect.forbidden(host));
  if (!error.isJson) {
    return refuse(
      'refused',
      `The answer ${status} did not come from ${dialect.server} but from something before it: ${words}. ${dialect.checkAddress}`,
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
  const { model, dialect } = context;
  if (code === 'overflow') return overflow(text, context, cause);
  const sentence: Partial<Record<ModelErrorCode, string>> = {
    'no-tools': dialect.noTools(model),
    'no-chat': noChat(model),
    crashed: `The model runner stopped while ${model} was at work: ${words}. Memory is the usual cause: close what else uses it, choose a smaller model, or ${dialect.smallerWindow}.`,
    'tool-call-unparsed': `${model} wrote a tool call that can not be read: ${words}. The server and the network are well; ask for it in smaller pieces, or choose another model.`,
    busy: busy(words),
  };
  return new ModelError(code, sentence[code] ?? `The server reported a failure: ${words}`, { cause });
}

function overflow(text: string, { model, dialect }: FailureContext, cause: Error): ModelError {
  const { prompt, window } = overflowNumbers(text);
  const sizes =
    prompt !== undefined && window !== undefined ? ` (${grouped(prompt)} tokens, a window of ${grouped(window)})` : '';
  return new ModelError(
    'overflow',
    `The conversation no longer fits the window of ${model}${sizes}. Start a new one, or ${dialect.largerWindow}.`,
    { cause, ...(window === undefined ? {} : { window }), ...(prompt === undefined ? {} : { tokens: prompt }) },
  );
}

function busy(words: string): string {
  return `The model server is busy: ${words}. Wait a moment and send the prompt again.`;
}

/** The model answers no chat: an embedding model. */
export function noChat(model: string): string {
  return `${model} does not chat: it is made for something else, such as embeddings. Choose another with \`wisp models\`.`;
}
