import { type Host, parseHost } from '../host.ts';

/** What `openai:MODEL@URL` names. An empty model means the one that the server has. */
export interface OpenAIAddress {
  model: string;
  host: Host;
}

/** Where servers with this interface have it, llama.cpp's, LM Studio's and vLLM's among them. */
const USUAL_PATH = '/v1';

/** What is copied along from a request. */
const OF_A_REQUEST = /\/(?:chat\/completions|models)\/?$/;

/**
 * Reads `MODEL@URL`. The URL may lack its scheme (http) and its path (/v1), and may be that of a request; a model's name may
 * hold an @ itself. Null for what names no server.
 */
export function readAddress(text: string): OpenAIAddress | null {
  const scheme = /@https?:\/\//i.exec(text);
  const at = scheme ? scheme.index : text.lastIndexOf('@');
  const url = text
    .slice(at + 1)
    .trim()
    .replace(OF_A_REQUEST, '');
  if (at === -1 || url === '' || /[?#]/.test(url)) return null;
  const host = parseHost(url.includes('://') ? url : `http://${url}`);
  if (host === null) return null;
  const pathless = new URL(host.url).pathname === '/';
  const path = pathless ? USUAL_PATH : '';
  return {
    model: text.slice(0, at).trim(),
    host: { ...host, url: `${host.url}${path}`, shown: `${host.shown}${path}` },
  };
}
