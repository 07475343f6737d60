import type { IBufferCell, Terminal } from '@xterm/headless';

/** Width and height of a cell and the padding around the screen, in the picture's units. */
const CELL = { width: 8.4, height: 18, font: 14 } as const;
const PADDING = 14;

const BACKGROUND = '#16181d';
const FOREGROUND = '#d5d8de';

/** The sixteen colours that a terminal names, as the pictures have them. */
const PALETTE = [
  ...['#2b2f37', '#e5707a', '#93c47d', '#e2b866', '#73a9e8', '#c493dd', '#62c0cc', '#c3c7cf'],
  ...['#5c6370', '#f08a92', '#aad594', '#f0cb80', '#8fbcf0', '#d5aaea', '#7dd3de', '#f1f3f6'],
] as const;

/** A run of cells of one look: where it starts, how many cells it takes, and its text. */
interface Run {
  x: number;
  cells: number;
  text: string;
  style: string;
  background: string | null;
}

/** The screen that an emulator holds as an SVG picture: its colours, bold, dim and wide characters, cell for cell. */
export function screenSvg(terminal: Terminal, title: string): string {
  const width = Math.round(terminal.cols * CELL.width + 2 * PADDING);
  const height = terminal.rows * CELL.height + 2 * PADDING;
  const rows = Array.from({ length: terminal.rows }, (_, y) => rowSvg(runsOf(terminal, y), y));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>`,
    `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="${CELL.font}" fill="${FOREGROUND}" xml:space="preserve">`,
    ...rows.filter((row) => row !== ''),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function runsOf(terminal: Terminal, y: number): Run[] {
  const { active } = terminal.buffer;
  const line = active.getLine(active.viewportY + y);
  const runs: Run[] = [];
  for (let x = 0; x < terminal.cols; x++) {
    const cell = line?.getCell(x);
    // The second half of a wide character has no width of its own.
    if (!cell || cell.getWidth() === 0) continue;
    const look = lookOf(cell);
    const last = runs.at(-1);
    const text = cell.getChars() || ' ';
    if (last && last.style === look.style && last.background === look.background) {
      last.text += text;
      last.cells += cell.getWidth();
    } else runs.push({ x, cells: cell.getWidth(), text, ...look });
  }
  return runs;
}

function lookOf(cell: IBufferCell): { style: string; background: string | null } {
  const front = colour(Boolean(cell.isFgDefault()), Boolean(cell.isFgPalette()), cell.getFgColor(), FOREGROUND);
  const back = cell.isBgDefault() ? null : colour(false, Boolean(cell.isBgPalette()), cell.getBgColor(), BACKGROUND);
  const inverse = Boolean(cell.isInverse());
  const fill = inverse ? (back ?? BACKGROUND) : front;
  const style = [
    fill === FOREGROUND ? '' : ` fill="${fill}"`,
    cell.isBold() ? ' font-weight="bold"' : '',
    cell.isItalic() ? ' font-style="italic"' : '',
    cell.isUnderline() ? ' text-decoration="underline"' : '',
    cell.isDim() ? ' fill-opacity="0.6"' : '',
  ];
  return { style: style.join(''), background: inverse ? front : back };
}

function colour(isDefault: boolean, isPalette: boolean, value: number, standard: string): string {
  if (isDefault) return standard;
  if (!isPalette) return `#${value.toString(16).padStart(6, '0')}`;
  return PALETTE[value] ?? cubeColour(value);
}

/** A colour of the 256 that terminals number: six steps a channel from 16 on, then 24 greys. */
function cubeColour(value: number): string {
  const channel = (step: number) => (step === 0 ? 0 : 55 + 40 * step);
  const cube = value - 16;
  const parts =
    value >= 232
      ? [8 + 10 * (value - 232), 8 + 10 * (value - 232), 8 + 10 * (value - 232)]
      : [channel(Math.floor(cube / 36)), channel(Math.floor(cube / 6) % 6), channel(cube % 6)];
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function rowSvg(runs: readonly Run[], y: number): string {
  const top = PADDING + y * CELL.height;
  const shapes = runs.flatMap((run) => {
    const left = units(PADDING + run.x * CELL.width);
    const length = units(run.cells * CELL.width);
    const box = run.background
      ? [`<rect x="${left}" y="${top}" width="${length}" height="${CELL.height}" fill="${run.background}"/>`]
      : [];
    if (run.text.trim() === '') return box;
    // The length is stated, so that the columns stand whatever font the reader has.
    const place = `x="${left}" y="${units(top + CELL.height * 0.74)}" textLength="${length}" lengthAdjust="spacingAndGlyphs"`;
    return [...box, `<text ${place}${run.style}>${escaped(run.text)}</text>`];
  });
  return shapes.join('');
}

const units = (value: number): string => String(Math.round(value * 100) / 100);

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
