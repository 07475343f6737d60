import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Editor, EMPTY_EDITOR, plainText } from '../../../packages/tui/src/input/editor.ts';
import { browsing, EMPTY_HISTORY, next, previous, remember } from '../../../packages/tui/src/input/history.ts';
import { edit } from '../../../packages/tui/src/input/keymap.ts';
import { type InputEvent, key } from '../../../packages/tui/src/input/keys.ts';
import { drawnRow, layoutDraft, moveRows } from '../../../packages/tui/src/input/layout.ts';
import { tellWheel } from '../../../packages/tui/src/input/wheel.ts';
import { textWidth } from '../../../packages/tui/src/text/width.ts';

/** A draft written with its cursor as `|`. */
function draft(text: string): Editor {
  return { text: text.replace('|', ''), cursor: text.indexOf('|'), killed: '', folds: [] };
}

function shown({ text, cursor }: Editor): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

function pressed(editor: Editor, ...events: InputEvent[]): Editor {
  return events.reduce((now, event) => edit(now, event) ?? now, editor);
}

const ctrl = (name: string) => key(name, { ctrl: true });
const alt = (name: string) => key(name, { alt: true });

describe('editing', () => {
  it.each<[string, InputEvent, string]>([
    ['one |two', key('left'), 'one| two'],
    ['|one', key('left'), '|one'],
    ['one|', key('right'), 'one|'],
    ['e\u0301|x', key('left'), '|e\u0301x'],
    ['👨\u200d👩\u200d👧|', key('backspace'), '|'],
    ['|🇩🇪x', key('delete'), '|x'],
    ['one\ntwo |three', ctrl('a'), 'one\n|two three'],
    ['one\ntw|o\nthree', ctrl('e'), 'one\ntwo|\nthree'],
    ['one two|', alt('b'), 'one |two'],
    ['|one two', alt('f'), 'one| two'],
    ['one-two|', ctrl('w'), '|'],
    ['one-two|', alt('backspace'), 'one-|'],
    ['a b  |', ctrl('w'), 'a |'],
    ['one |two three', alt('d'), 'one | three'],
    ['one |two\nthree', ctrl('k'), 'one |\nthree'],
    ['one |\nthree', ctrl('k'), 'one |three'],
    ['one\ntwo |three', ctrl('u'), 'one\n|three'],
    ['one|', key('enter', { alt: true }), 'one\n|'],
    ['one|', ctrl('j'), 'one\n|'],
    ['|x', { kind: 'text', text: '漢字' }, '漢字|x'],
    ['|', { kind: 'paste', text: 'a\r\nb\rc\td\x1b[31m\0' }, 'a\nb\nc    d[31m|'],
  ])('turns %j by %o into %j', (before, event, after) => {
    expect(shown(pressed(draft(before), event))).toBe(after);
  });

  it('puts back what was cut', () => {
    expect(shown(pressed(draft('one two|'), ctrl('w'), ctrl('a'), ctrl('y')))).toBe('two|one ');
  });

  it('leaves keys that do not edit to others', () => {
    expect(edit(draft('x|'), key('pageup'))).toBeNull();
    expect(edit(draft('x|'), ctrl('q'))).toBeNull();
  });

  it('keeps the cursor at a boundary within the text, whatever is pressed', () => {
    const event = fc.oneof(
      fc.constantFrom('left', 'right', 'home', 'end', 'backspace', 'delete').map((name) => key(name)),
      fc.constantFrom('a', 'b', 'd', 'e', 'f', 'k', 'u', 'w', 'y', 't', 'left', 'right').map(ctrl),
      fc.constantFrom('b', 'f', 'd', 'backspace', 'enter').map(alt),
      fc.string({ unit: 'grapheme', maxLength: 4 }).map((text): InputEvent => ({ kind: 'paste', text })),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const { text, cursor } = pressed(EMPTY_EDITOR, ...events);
        expect(cursor).toBeGreaterThanOrEqual(0);
        expect(cursor).toBeLessThanOrEqual(text.length);
        expect(text.isWellFormed()).toBe(true);
        expect(text.slice(0, cursor).isWellFormed()).toBe(true);
        expect(plainText(text)).toBe(text);
      }),
    );
  });
});

describe('the draft’s layout', () => {
  it('wraps lines at the width and finds the cursor', () => {
    expect(layoutDraft(draft('abcdef|gh\nx'), 4)).toEqual({
      rows: [
        { start: 0, end: 4 },
        { start: 4, end: 8 },
        { start: 9, end: 10 },
      ],
      cursorRow: 1,
      cursorCell: 2,
    });
  });

  it('gives a cursor at the end of a full row a row of its own', () => {
    expect(layoutDraft(draft('abcd|'), 4)).toMatchObject({ cursorRow: 1, cursorCell: 0 });
    expect(layoutDraft(draft('|'), 4)).toMatchObject({ rows: [{ start: 0, end: 0 }], cursorRow: 0, cursorCell: 0 });
  });

  it('moves the cursor by rows, at the same cell where it can', () => {
    const down = moveRows(draft('ab|cd\n漢字\nx'), 10, 1);
    expect(down && shown(down)).toBe('abcd\n漢|字\nx');
    const short = down && moveRows(down, 10, 1);
    expect(short && shown(short)).toBe('abcd\n漢字\nx|');
    expect(moveRows(draft('|a'), 10, -1)).toBeNull();
  });

  it('draws joined emoji as wide as they were measured', () => {
    const family = '👨\u200d👩\u200d👧';
    expect(textWidth(drawnRow(`${family}x`))).toBe(textWidth(family) + 1);
    expect(drawnRow('plain')).toBe('plain');
  });
});

describe('the history', () => {
  it('goes back and on, and returns to the draft', () => {
    const history = remember(remember(EMPTY_HISTORY, 'first'), 'second');
    const back = previous(history, 'draft');
    expect(back?.text).toBe('second');
    const further = back && previous(back.history, 'second');
    expect(further?.text).toBe('first');
    expect(further && previous(further.history, 'first')).toBeNull();
    const on = further && next(further.history);
    expect(on?.text).toBe('second');
    const end = on && next(on.history);
    expect(end?.text).toBe('draft');
    expect(end && browsing(end.history)).toBe(false);
    expect(next(history)).toBeNull();
  });

  it('remembers a repeated line once', () => {
    expect(remember(remember(EMPTY_HISTORY, 'x'), 'x').entries).toEqual(['x']);
  });
});

describe('the wheel', () => {
  it('is told from arrow keys by arrows that come at once', () => {
    const up = key('up');
    const down = key('down');
    expect(tellWheel([up, up, up])).toEqual([{ kind: 'wheel', rows: -3 }]);
    expect(tellWheel([up])).toEqual([up]);
    expect(tellWheel([down, down, up, key('enter')])).toEqual([{ kind: 'wheel', rows: 2 }, up, key('enter')]);
    expect(tellWheel([key('up', { ctrl: true }), key('up', { ctrl: true })])).toHaveLength(2);
    expect(tellWheel([])).toEqual([]);
  });
});
