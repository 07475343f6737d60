import type { Host } from './host.ts';

/** What the sentences of a failure name. `installed` is empty while nobody has asked. */
export interface FailureContext {
  model: string;
  host: Host;
  installed: readonly string[];
  dialect: Dialect;
  /** It was a question about models, for which none has to be loaded. */
  opening?: boolean;
}

/** How the failures of one kind of server are told: what it is called, and what a person does about it there. */
export interface Dialect {
  /** The kind of server, as in "is not Ollama". */
  server: string;
  /** A sentence: where to look when something else answers. */
  checkAddress: string;
  /** A 429 means that others are served first, unless it says otherwise; else that a quota is used up. */
  isLimitBrief: boolean;
  /** Whether a 404 in these words is about the model rather than the path. */
  missesModel(words: string): boolean;
  /** Words after "or": how to see what the server does. */
  watch: string;
  /** Words after "or": how a larger window is had. */
  largerWindow: string;
  /** Words after "or": how a smaller window is had. */
  smallerWindow: string;
  /** The status of 401; `words` are the server's, `url` where to sign in, when it says so. */
  signIn(words: string, url: string | null): string;
  /** A bare 403. */
  forbidden(host: Host): string;
  /** A sentence: how the server is started, when nothing answers. */
  start(host: Host): string;
  /** A sentence: where the address is written. */
  checkName: string;
  /** The model has no template for tools, or the server no parser for its calls. */
  noTools(model: string): string;
  noModel(context: Pick<FailureContext, 'model' | 'host' | 'installed'>): string;
}
