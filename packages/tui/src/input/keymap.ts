import {
  backspace,
  deleteForward,
  type Editor,
  insert,
  killToEnd,
  killToStart,
  killWordBack,
  killWordLeft,
  killWordRight,
  left,
  lineEnd,
  lineStart,
  plainText,
  right,
  wordLeft,
  wordRight,
  yank,
} from './editor.ts';
import { foldOf, isLong, keepFolds } from './folds.ts';
import { type InputEvent, keyName } from './keys.ts';

const newline = (editor: Editor) => insert(editor, '\n');

/** Readline's keys and those of a graphical editor, by key name. */
const EDITING: Readonly<Record<string, (editor: Editor) => Editor>> = {
  left,
  right,
  'ctrl+b': left,
  'ctrl+f': right,
  home: lineStart,
  end: lineEnd,
  'ctrl+a': lineStart,
  'ctrl+e': lineEnd,
  'alt+b': wordLeft,
  'alt+f': wordRight,
  'ctrl+left': wordLeft,
  'ctrl+right': wordRight,
  'alt+left': wordLeft,
  'alt+right': wordRight,
  backspace,
  'shift+backspace': backspace,
  delete: deleteForward,
  'ctrl+d': deleteForward,
  'ctrl+k': killToEnd,
  'ctrl+u': killToStart,
  'ctrl+w': killWordBack,
  'alt+backspace': killWordLeft,
  'ctrl+backspace': killWordLeft,
  'alt+d': killWordRight,
  'ctrl+delete': killWordRight,
  'ctrl+y': yank,
  'alt+enter': newline,
  'shift+enter': newline,
  'ctrl+enter': newline,
  'ctrl+j': newline,
};

/** The draft after an editing key, a text or a paste; null for a key that does not edit. A long paste is folded. */
export function edit(editor: Editor, event: InputEvent): Editor | null {
  if (event.kind === 'paste') return paste(editor, event.text);
  const edited = event.kind === 'text' ? insert(editor, event.text) : EDITING[keyName(event)]?.(editor);
  return edited ? keepFolds(editor, edited) : null;
}

function paste(editor: Editor, text: string): Editor {
  const plain = plainText(text);
  if (!isLong(plain)) return insert(editor, plain);
  const fold = foldOf(plain, editor.folds);
  return { ...insert(editor, fold.label), folds: [...editor.folds, fold] };
}
