/** The layout of the words around a chart in its image: title and day above, legend and notes below. Pure. */

export interface Told {
  title: string;
  /** On which it was drawn. */
  day: string;
  legend: readonly { name: string; colour: string }[];
  notes: readonly string[];
}

export interface Line {
  text: string;
  x: number;
  /** Of its baseline. */
  y: number;
  font: string;
  colour: string;
  /** The colour that it explains, before it. */
  dot?: string;
}

/** How far to the left of its words the centre of a dot is. */
export const DOT = 11;

const EDGE = 12;
const TITLE = { font: '600 13px', colour: 'var(--ink)' };
const PLAIN = { font: '400 12px', colour: 'var(--ink-2)' };
const QUIET = { font: '400 12px', colour: 'var(--muted)' };
const STEP = 18;

type Measure = (text: string, font: string) => number;

/** @param measure the width of a text, in pixels */
export function layOut(told: Told, { width, height }: { width: number; height: number }, measure: Measure) {
  const inside = width - 2 * EDGE;
  const head: Line[] = [];
  let y = 5;
  const put = (lines: Line[], text: string, looks: typeof TITLE) => {
    for (const part of wrapped(text, inside, (words) => measure(words, looks.font))) {
      y += STEP;
      lines.push({ text: part, x: EDGE, y, ...looks });
    }
  };
  put(head, told.title, TITLE);
  put(head, told.day, QUIET);
  y = topOf(head) + height;
  const foot = legendLines(told.legend, y, inside, measure);
  y = foot.at(-1)?.y ?? y;
  for (const note of told.notes) put(foot, note, QUIET);
  return { head, foot, tall: Math.ceil(y + EDGE) };
}

/** Where the drawing begins. */
export const topOf = (head: readonly Line[]) => (head.at(-1)?.y ?? 0) + EDGE;

function legendLines(legend: Told['legend'], top: number, inside: number, measure: Measure): Line[] {
  const lines: Line[] = [];
  let [x, y] = [EDGE, top + STEP];
  for (const { name, colour } of legend) {
    const room = inside - 2 * DOT;
    const [text = '', ...more] = wrapped(name, room, (words) => measure(words, PLAIN.font));
    const shown = more.length > 0 ? `${text}…` : text;
    const wide = measure(shown, PLAIN.font) + 2 * DOT + 14;
    if (x > EDGE && x + wide > inside + EDGE) [x, y] = [EDGE, y + STEP];
    lines.push({ text: shown, x: x + 2 * DOT - 5, y, ...PLAIN, dot: colour });
    x += wide;
  }
  return lines;
}

/** At spaces; an overlong word wherever it must be. */
function wrapped(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).flatMap((one) => pieces(one, width, measure))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && measure(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function pieces(word: string, width: number, measure: (text: string) => number): string[] {
  if (measure(word) <= width) return [word];
  const most = Math.max(1, Math.floor((word.length * width) / measure(word)) - 1);
  return word.match(new RegExp(`.{1,${most}}`, 'gsu')) ?? [word];
}
