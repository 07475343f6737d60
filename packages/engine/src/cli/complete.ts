import { withEnvironment } from '../config/environment.ts';
import { loadSettings } from '../config/load.ts';
import { SETTING_KEYS, settingKey } from '../config/setting-keys.ts';
import { keptOutputs } from '../memory/kept-outputs.ts';
import { listModels } from '../models/open-backend.ts';
import { conversationNames } from '../session/conversation-files.ts';
import { cleanOutput } from '../text/clean.ts';
import { plural, size } from '../text/format.ts';
import { print } from './run.ts';

/** Longest wait for a model server: the person waits with a key down. */
const MODELS_MS = 1500;

/** Most outputs that are offered, the newest. */
const MOST = 100;

/** What may be put into a command line as it is: names come from a server and from files. */
const WORD = /^[\w][\w.:/@+-]{0,255}$/;

/** A word to complete with, and what is said of it. */
type Word = readonly [word: string, description: string];

/**
 * `wisp complete WHAT [KEY]`, which the completion scripts ask: a word a line, with a tab and a description where there is
 * one. What can not be known is left out in silence: a message would stand in the person's command line.
 */
export async function complete(home: string, what: string, key: string): Promise<number> {
  const words = await wordsOf(home, what, key);
  const safe = words.filter(([word]) => WORD.test(word));
  await print(
    safe
      .map(
        ([word, description]) =>
          `${word}${description === '' ? '' : `\t${cleanOutput(description).replaceAll(/\s+/g, ' ')}`}\n`,
      )
      .join(''),
  );
  return 0;
}

async function wordsOf(home: string, what: string, key: string): Promise<Word[]> {
  if (what === 'keys') return SETTING_KEYS.map((setting) => [setting.key, setting.meaning]);
  if (what === 'models') return [...(await models(home)), ['none', 'no model']];
  if (what === 'values') {
    if (key === 'model') return [...(await models(home)), ['none', 'no model']];
    const { choices = [], fallback = null } = settingKey(key) ?? {};
    const word = (text: string): Word => [text, text === String(fallback) ? 'by default' : ''];
    return (choices.length > 0 ? choices : fallback === null ? [] : [String(fallback)]).map(word);
  }
  if (what === 'conversations') return (await conversationNames(home)).slice(0, MOST).map((name) => [name, '']);
  const { outputs } = keptOutputs(home, null);
  if (what === 'sessions')
    return [...new Set(outputs.map(({ session }) => session))].slice(0, MOST).map((id) => [id, '']);
  if (what !== 'ids') return [];
  return outputs.slice(0, MOST).map(({ record: { id, tool, time, lines, bytes } }): Word => {
    const when = new Date(time).toLocaleString('sv-SE').slice(0, 16);
    return [id, `${tool}, ${when}, ${plural(lines, 'line')}, ${size(bytes)}`];
  });
}

async function models(home: string): Promise<Word[]> {
  const { ollama } = withEnvironment((await loadSettings(home)).settings, process.env);
  try {
    const installed = await listModels(ollama.host, AbortSignal.timeout(MODELS_MS));
    return installed.map(({ name, loaded, parameterSize }) => [name, loaded ? 'loaded' : (parameterSize ?? '')]);
  } catch {
    // No server, no names: `wisp doctor` is where that is said.
    return [];
  }
}
