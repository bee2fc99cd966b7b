/** The figures as tables that people read, and each aim with whether it was met. */
import { type AnswerFigures, type Answers, AT_ONCE, type Variant } from './answers.ts';
import { IDEAL_MS, type StepFigures } from './step.ts';

export interface Figures {
  answers: Answers;
  step: StepFigures;
  /** Bytes by page. */
  firstLoad: { page: string; bytes: number }[];
}

/** One figure with what it should be. */
interface Aim {
  figure: string;
  measured: string;
  aim: string;
  isMet: boolean;
}

const NAMES: Record<Variant, string> = {
  direct: 'scripted model, direct',
  bare: 'bare AI SDK route',
  amber: 'Amber, POST /api/chat',
};
const MAX_FIRST_TOKEN_MS = 5;
const MAX_STEP_RATIO = 1.1;
const MAX_FIRST_LOAD_KB = 260;

/** Everything as text. */
export function report(figures: Figures): string {
  const { answers, step } = figures;
  const aims = aimsOf(figures);
  return [
    '(a) An answer of 200 tokens, in ms: median / 95th percentile',
    table([
      ['', 'first token', 'last byte', 'answers/s'],
      ['one chat'],
      ...(Object.keys(NAMES) as Variant[]).map((variant) => answerRow(variant, answers.one[variant])),
      [`${AT_ONCE} at once`],
      ...(Object.keys(NAMES) as Variant[]).map((variant) => answerRow(variant, answers.many[variant])),
    ]),
    '(b) A step of 8 reads, then 2 writes, of 100 ms each, at the tool server',
    table([
      ['', 'ms', 'over the ideal'],
      ['ideal', IDEAL_MS.toFixed(0), '1.000'],
      ['median', step.median.toFixed(1), step.ratio.toFixed(3)],
      ['95th percentile', step.p95.toFixed(1), (step.p95 / IDEAL_MS).toFixed(3)],
    ]),
    '(c) First-load JavaScript, gzip; what a page asks for later (Markdown, once there is text) does not count',
    table([['', 'kB'], ...figures.firstLoad.map(({ page, bytes }) => [page, kilobytes(bytes)])]),
    'Aims',
    table([
      ['figure', 'measured', 'aim', ''],
      ...aims.map(({ figure, measured, aim, isMet }) => [figure, measured, aim, isMet ? 'met' : 'MISSED']),
    ]),
  ].join('\n\n');
}

function aimsOf({ answers: { one, many }, step, firstLoad }: Figures): Aim[] {
  const added = one.amber.first.median - one.direct.first.median;
  const throughput = many.amber.perSecond / many.bare.perSecond;
  return [
    {
      figure: 'first token above direct, one chat',
      measured: `${added.toFixed(2)} ms`,
      aim: `at most ${MAX_FIRST_TOKEN_MS} ms`,
      isMet: added <= MAX_FIRST_TOKEN_MS,
    },
    {
      figure: `answers/s over the bare route, ${AT_ONCE} at once`,
      measured: throughput.toFixed(2),
      aim: 'more than 1',
      isMet: throughput > 1,
    },
    {
      figure: 'step over the ideal',
      measured: step.ratio.toFixed(3),
      aim: `under ${MAX_STEP_RATIO}`,
      isMet: step.ratio < MAX_STEP_RATIO,
    },
    ...firstLoad.map(({ page, bytes }) => ({
      figure: `first-load JavaScript of ${page}`,
      measured: `${kilobytes(bytes)} kB`,
      aim: `under ${MAX_FIRST_LOAD_KB} kB`,
      isMet: bytes < MAX_FIRST_LOAD_KB * 1000,
    })),
  ];
}

function answerRow(variant: Variant, { first, last, perSecond }: AnswerFigures): string[] {
  const pair = ({ median, p95 }: AnswerFigures['first']) => `${median.toFixed(1)} / ${p95.toFixed(1)}`;
  return [`  ${NAMES[variant]}`, pair(first), pair(last), perSecond.toFixed(0)];
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

/** Columns as wide as their widest cell: the first to the left, figures to the right. */
function table(rows: string[][]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  const isFigure = (cell: string) => /^[\d-]/.test(cell);
  const pad = (cell: string, index: number, isHead: boolean) => {
    const width = widths[index] ?? 0;
    return index > 0 && (isHead || isFigure(cell)) ? cell.padStart(width) : cell.padEnd(width);
  };
  return rows
    .map((row, line) => `  ${row.map((cell, index) => pad(cell, index, line === 0)).join('  ')}`.trimEnd())
    .join('\n');
}
