import type { ModelErrorCode } from './backend.ts';
import type { Dialect } from './dialect.ts';
import type { Host } from './host.ts';

/** Codes of connections that broke after they had been made. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNABORTED']);
const UNKNOWN_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN']);

/**
 * The sentence for a connection that failed, from the system's code anywhere along the causes. Null for an error that has
 * none: it is not the network's.
 */
export function unreachable(
  error: unknown,
  host: Host,
  dialect: Dialect,
): { code: ModelErrorCode; text: string } | null {
  const code = systemCode(error);
  if (code === null) return null;
  if (BROKEN.has(code)) {
    return {
      code: 'stream-ended',
      text: `The connection to ${host.shown} broke before the reply was done (${code}). Nothing of the reply was run. See whether the server still runs, then send the prompt again.`,
    };
  }
  if (UNKNOWN_NAME.has(code)) {
    return { code: 'no-server', text: `The name in ${host.shown} is not known (${code}). ${dialect.checkName}` };
  }
  if (UNTRUSTED.test(code)) {
    return {
      code: 'no-server',
      text: `The certificate of ${host.shown} is not trusted (${code}). Name the file of its authority in NODE_EXTRA_CA_CERTS, or correct the address.`,
    };
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    return {
      code: 'no-server',
      text: `What answers at ${host.shown} does not speak TLS (${code}). Write http:// instead of https://, or correct the port.`,
    };
  }
  return { code: 'no-server', text: `No model server answers at ${host.shown} (${code}). ${dialect.start(host)}` };
}

/** What OpenSSL says of a certificate (its X509_V_ERR codes, as Node names them), and Node of the name in it. */
const UNTRUSTED = /CERT|^UNABLE_TO_/;

/** Codes of the system, of TLS and of the HTTP parser; Node's own for wrong arguments are not among them. */
const NETWORK =
  /^(?:E(?!RR_)[A-Z0-9_]+|HPE_[A-Z_]+|ERR_(?:TLS|SSL)_[A-Z0-9_]+|ERR_STREAM_PREMATURE_CLOSE|UNABLE_TO_[A-Z_]+)$/;

function systemCode(error: unknown): string | null {
  let at = error;
  for (let depth = 0; at instanceof Error && depth < 8; depth++) {
    if ('code' in at && typeof at.code === 'string' && (NETWORK.test(at.code) || at.code.includes('CERT')))
      return at.code;
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return null;
}
