/** The table tells a missed aim from a met one. */
import { expect, it } from 'vitest';
import type { AnswerFigures } from './answers.ts';
import { type Figures, report } from './report.ts';
import { median, quantile } from './statistics.ts';

const figures = (first: number, perSecond: number): AnswerFigures => ({
  first: { median: first, p95: 2 * first },
  last: { median: first + 1, p95: 2 * first + 1 },
  perSecond,
});

function measured(amberFirst: number, amberPerSecond: number, ratio: number, bytes: number): Figures {
  return {
    answers: {
      one: { direct: figures(1, 900), bare: figures(4, 200), amber: figures(amberFirst, 150) },
      many: { direct: figures(9, 4000), bare: figures(90, 250), amber: figures(80, amberPerSecond) },
    },
    step: { median: 300 * ratio, p95: 300 * ratio, ratio },
    firstLoad: [{ page: '/', bytes }],
  };
}

const verdicts = (text: string) => text.match(/met$|MISSED$/gm);

it('says of each aim whether it was met', () => {
  expect(verdicts(report(measured(6, 251, 1.09, 259_999)))).toEqual(['met', 'met', 'met', 'met']);
  expect(verdicts(report(measured(6.1, 250, 1.1, 260_000)))).toEqual(Array(4).fill('MISSED'));
});

it('finds the middle and the edge of unsorted values', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1])).toBe(2.5);
  expect(quantile([10, 0], 0.95)).toBeCloseTo(9.5);
  expect(quantile([7], 0.95)).toBe(7);
});
