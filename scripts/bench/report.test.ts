/** The table tells a missed aim from a met one, and the figures are what they are called. */
import { describe, expect, it } from 'vitest';
import type { AnswerFigures } from './answers.ts';
import type { Figures } from './figures.ts';
import { report } from './report.ts';
import { median, quantile, spread } from './statistics.ts';
import { idealOf, MIXED, STEP } from './step.ts';

const answer = (first: number, perSecond: number): AnswerFigures => ({
  first: { median: first, p95: 2 * first },
  last: { median: first + 1, p95: 2 * first + 1 },
  perSecond,
});
const step = (ideal: number, ratio: number) => ({ ideal, median: ideal * ratio, p95: ideal * ratio, ratio });
const streams = (count: number, served: number) => ({ count, served, before: 102_400, open: 106_400 });

/** Everything as good as it may just be; whatever is given replaces it. */
function measured(worse: Partial<Figures> = {}): Figures {
  return {
    answers: answers(6, 251),
    step: step(300, 1.09),
    firstLoad: [{ page: '/', bytes: 234_999 }],
    ledger: { embedded: { median: 1.49, p95: 9 }, postgres: { median: 2.99, p95: 9 } },
    confirm: { median: 9.99, p95: 90 },
    mixed: step(400, 1.09),
    outside: { http: { median: 4, p95: 8 }, inside: { median: 3, p95: 6 }, ratio: 4 / 3, perSecond: 300 },
    streams: { events: streams(200, 200), followers: streams(50, 50) },
    listing: { embedded: listing(9.99, 9.99), postgres: listing(9.99, 9.99) },
    ...worse,
  };
}

function listing(warm: number, turn: number): Figures['listing']['embedded'] {
  const cost = { cold: { median: 200, p95: 300 }, warm, turn, heap: 2_000_000 };
  return { vouched: cost, unknown: cost };
}

function answers(amberFirst: number, amberPerSecond: number): Figures['answers'] {
  return {
    one: { direct: answer(1, 900), bare: answer(4, 200), amber: answer(amberFirst, 150) },
    many: { direct: answer(9, 4000), bare: answer(90, 250), amber: answer(80, amberPerSecond) },
  };
}

/** The aims that a report says were missed. */
function missed(figures: Figures): string[] {
  return [...report(figures).matchAll(/^ {2}(.*?) {2,}.* MISSED$/gm)].map((line) => line[1] ?? '');
}

describe('the report', () => {
  it('says of every aim that it was met', () => {
    expect(report(measured()).match(/ met$/gm)).toHaveLength(14);
    expect(missed(measured())).toEqual([]);
  });

  it.each<[string, Partial<Figures>]>([
    ['first token above direct, one chat', { answers: answers(6.1, 251) }],
    ['answers/s over the bare route, 50 at once', { answers: answers(6, 250) }],
    ['step over the ideal', { step: step(300, 1.1) }],
    ['first-load JavaScript of /', { firstLoad: [{ page: '/', bytes: 235_000 }] }],
    [
      'ledger, embedded database, median',
      { ledger: { ...measured().ledger, embedded: { median: 1.5, p95: 9 } } },
    ],
    ['ledger, PostgreSQL, median', { ledger: { ...measured().ledger, postgres: { median: 3, p95: 9 } } }],
    ['confirm to dispatch, median', { confirm: { median: 10, p95: 11 } }],
    ['mixed batch over the ideal', { mixed: step(400, 1.1) }],
    ['event streams that heard', { streams: { ...measured().streams, events: streams(200, 199) } }],
    ['followers with the whole answer', { streams: { ...measured().streams, followers: streams(50, 49) } }],
    [
      '20 x 50 vouched tools, list, embedded database',
      { listing: { embedded: listing(10, 9), postgres: listing(9, 9) } },
    ],
    [
      '20 x 50 vouched tools, whole turn, PostgreSQL',
      { listing: { embedded: listing(9, 9), postgres: listing(9, 10) } },
    ],
  ])('tells when "%s" is missed, and nothing else', (figure, worse) => {
    expect(missed(measured(worse))).toEqual([figure]);
  });

  it('gives the memory of one stream', () => {
    expect(report(measured())).toMatch(/^ {2}GET \/api\/events.* 200 +200 +100\.0 +103\.9 +20$/m);
  });
});

it('finds the middle and the edge of unsorted values', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1])).toBe(2.5);
  expect(quantile([10, 0], 0.95)).toBeCloseTo(9.5);
  expect(spread([7])).toEqual({ median: 7, p95: 7 });
});

it('knows the least that a batch can take', () => {
  expect(idealOf(STEP)).toBe(300);
  expect(idealOf(MIXED)).toBe(400);
  expect(idealOf({ question: '', calls: MIXED.calls.filter(({ tool }) => tool === 'look') })).toBe(100);
});
