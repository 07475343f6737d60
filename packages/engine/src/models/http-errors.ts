/** An answer outside 200–299. `text` is the body's `error`, or the body itself when it is not JSON (`isJson` false). */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError';
  readonly status: number;
  readonly text: string;
  readonly isJson: boolean;
  /** Where to sign in, when a 401 says so. */
  readonly signInUrl: string | null;

  constructor(status: number, body: { text: string; isJson: boolean; signInUrl: string | null }) {
    super(`HTTP ${status}: ${body.text}`);
    this.status = status;
    this.text = body.text;
    this.isJson = body.isJson;
    this.signInUrl = body.signInUrl;
  }
}

/** A 200 whose body is a web page: a proxy, a router or another program answers at that address. */
export class WebPageError extends Error {
  override readonly name = 'WebPageError';
}

/** Nothing came for `seconds` seconds, before the first byte or between two. */
export class IdleError extends Error {
  override readonly name = 'IdleError';
  readonly seconds: number;

  constructor(seconds: number) {
    super(`nothing was received for ${seconds} seconds`);
    this.seconds = seconds;
  }
}

/** The answer is larger than anything that a model server sends. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/** A line inside a 200 stream that reports a failure. `status` when the line carries one. */
export class ErrorLineError extends Error {
  override readonly name = 'ErrorLineError';
  readonly status: number | null;

  constructor(text: string, status: number | null) {
    super(text);
    this.status = status;
  }
}

/** The stream ended before the line that says it is done. */
export class StreamEndedError extends Error {
  override readonly name = 'StreamEndedError';
}

/** The answer is JSON of another shape than the server's documented one. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
}
