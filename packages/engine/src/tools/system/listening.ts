import { readFileSync } from 'node:fs';
import { errorCode } from '../../text/error-code.ts';

/** A port that is listened on, as the kernel tells it, which does not tell who listens. */
export interface Listening {
  protocol: 'tcp' | 'tcp6';
  address: string;
  port: number;
}

const LISTEN = '0A';

/**
 * What Linux itself says is listened on; null where it does not say (no /proc). Source: proc(5), /proc/net/tcp: address and
 * port as hexadecimal, the address in the machine's own byte order.
 */
export function listeningByKernel(read: (path: string) => string = readText): Listening[] | null {
  const found: Listening[] = [];
  let told = false;
  for (const protocol of ['tcp', 'tcp6'] as const) {
    try {
      found.push(...rowsOf(read(`/proc/net/${protocol}`), protocol));
      told = true;
    } catch (error) {
      // A machine without IPv6 has no tcp6; one without /proc has neither.
      if (errorCode(error) === null) throw error;
    }
  }
  return told ? found : null;
}

const readText = (path: string): string => readFileSync(path, 'latin1');

function rowsOf(text: string, protocol: Listening['protocol']): Listening[] {
  return text
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, local = '', , state] = line.trim().split(/ +/);
      const [address = '', port = ''] = local.split(':');
      return state === LISTEN ? [{ protocol, address: addressOf(address), port: Number.parseInt(port, 16) }] : [];
    });
}

/** Words of 32 bits, each with its last byte first. */
function addressOf(hex: string): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) => (word.match(/../g) ?? []).toReversed());
  if (bytes.length === 4) return bytes.map((byte) => Number.parseInt(byte, 16)).join('.');
  const groups = Array.from({ length: bytes.length / 2 }, (_, i) => `${bytes[2 * i]}${bytes[2 * i + 1]}`);
  const short = groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
  return /^(?:0:){7}0$/.test(short) ? '::' : /^(?:0:){7}1$/.test(short) ? '::1' : short.toLowerCase();
}
