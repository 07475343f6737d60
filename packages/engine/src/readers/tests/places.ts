/** A place in a source file as a runner prints it; rows and columns count from 1. */
export interface Place {
  file: string;
  row: number;
  column: number | null;
}

const SCRIPT_END = /:(\d{1,7}):(\d{1,6})\)?$/;
const SCRIPT_LEAD = /^(?:at (?:async )?|❯ )/;
const SCRIPT_ORIGIN = /^(?:file:\/\/|https?:\/\/[^/]{1,200}\/(?:base\/|absolute(?=\/))?)/;
const FOREIGN = /node_modules|^node:|internal\/|webpack:\/\/\/\(|^native\b/;
const PYTHON_FRAME = /^\s*File "([^"]{1,300})", line (\d{1,7})/;
const PYTHON_LIBRARY = /site-packages|dist-packages|\/lib(?:64)?\/python\d|^<|[\\/]unittest[\\/]/;
const JAVA_FRAME =
  /\bat (?:[\w.$@/-]+\/)?((?:[\w$]+\.)*)([\w$]+)\.[^(]{1,200}\(([\w$-]+\.(?:java|kt|scala|groovy|clj)):(\d{1,7})\)/;
const PLAIN =
  /^\s*(?:# |at |in |\[|\()?((?:[A-Za-z]:)?[^\s:()[\]"']{1,300}\.\w{1,8}):(\d{1,7})(?::(\d{1,6}))?(?:[\s:)\],]|$)/;

/** The place in a JavaScript stack frame or location line (`at f (a.js:1:2)`, `❯ a.ts:1:2`); null in installed packages. */
export function scriptPlace(text: string): Place | null {
  if (!text.includes(':')) return null;
  const original = text.indexOf(' <- ');
  const frame = (original < 0 ? text : text.slice(0, original)).trim();
  const end = SCRIPT_END.exec(frame);
  if (end === null) return null;
  const head = frame.slice(0, end.index).replace(SCRIPT_LEAD, '');
  const bracket = head.indexOf(' (');
  const file = (
    bracket >= 0 ? head.slice(bracket + 2) : head.slice(Math.max(head.lastIndexOf(' '), head.indexOf('@')) + 1)
  )
    .replace(SCRIPT_ORIGIN, '')
    .replace(/^\(|\?[\w=.-]{1,100}$/g, '');
  if (file === '' || FOREIGN.test(file)) return null;
  return { file, row: Number(end[1]), column: Number(end[2]) };
}

/** The place in a line of a Python traceback; null in installed packages and the standard library. */
export function pythonPlace(text: string): Place | null {
  const match = PYTHON_FRAME.exec(text);
  const file = match?.[1];
  if (match === null || file === undefined || PYTHON_LIBRARY.test(file)) return null;
  return { file, row: Number(match[2]), column: null };
}

/** The place in a JVM stack frame, with the class that it is in, packages and all. */
export function javaPlace(text: string): (Place & { owner: string }) | null {
  if (!text.includes('at ')) return null;
  const match = JAVA_FRAME.exec(text);
  if (match === null) return null;
  return { file: match[3] ?? '', row: Number(match[4]), column: null, owner: `${match[1] ?? ''}${match[2] ?? ''}` };
}

/** The place that a line begins with, as `file.ext:row` or `file.ext:row:column`. */
export function plainPlace(text: string): Place | null {
  if (!text.includes(':')) return null;
  const match = PLAIN.exec(text);
  if (match === null) return null;
  return { file: match[1] ?? '', row: Number(match[2]), column: match[3] === undefined ? null : Number(match[3]) };
}
