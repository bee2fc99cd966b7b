/** The table distinguishes missed from met aims, and the figures have the right names. */
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

/** Every figure just good enough; given ones replace them. */
function measured(worse: Partial<Figures> = {}): Figures {
  return {
    idle: 293 * 1_048_576,
    answers: answers(4, 375),
    step: step(300, 1.09),
    firstLoad: [{ page: '/', bytes: 234_999 }],
    ledger: { embedded: ledger(3), postgres: ledger(3) },
    confirm: confirm(3),
    mixed: step(400, 1.09),
    outside: outside(1.15),
    decisions: { oneTeam: decisions(500), fiftyTeams: decisions(1000) },
    streams: { events: streams(200, 200), followers: streams(50, 50) },
    listing: { embedded: listing(9.99, 9.99), postgres: listing(9.99, 9.99) },
    ...worse,
  };
}

const ledger = (median: number) => ({ call: { median, p95: 9 }, commit: 1 });
const confirm = (ratio: number) => ({ confirm: { median: 9, p95: 20 }, commit: 1, call: 1, ratio });
const outside = (ratio: number) => ({
  http: { median: 4, p95: 8 },
  inside: { median: 3, p95: 6 },
  ratio,
  perSecond: 300,
});
const decisions = (decisionsPerSecond: number) => ({
  decisionsPerSecond,
  receipts: 1,
  longestWait: 1,
  medianWait: 1,
  unlinked: 0,
});

function listing(warm: number, turn: number): Figures['listing']['embedded'] {
  const cost = { cold: { median: 200, p95: 300 }, warm, turn, heap: 2_000_000 };
  return { vouched: cost, unknown: cost };
}

function answers(amberFirst: number, amberPerSecond: number, amberCpu = 120): Figures['answers'] {
  return {
    one: { direct: answer(1, 900), bare: answer(4, 200), amber: answer(amberFirst, 150) },
    many: { direct: answer(9, 4000), bare: answer(90, 250), amber: answer(80, amberPerSecond) },
    paced: { bare: 100, amber: amberCpu },
  };
}

/** The aims that a report says were missed. */
function missed(figures: Figures): string[] {
  return [...report(figures).matchAll(/^ {2}(.*?) {2,}.* MISSED$/gm)].map((line) => line[1] ?? '');
}

describe('the report', () => {
  it('says of every aim that it was met', () => {
    expect(report(measured()).match(/ met$/gm)).toHaveLength(18);
    expect(missed(measured())).toEqual([]);
  });

  it.each<[string, Partial<Figures>]>([
    ['first token over the bare route, one chat', { answers: answers(4.1, 375) }],
    ['answers/s over the bare route, 50 at once', { answers: answers(4, 374) }],
    ['CPU over the bare route, 20 paced', { answers: answers(4, 375, 121) }],
    ['resident memory when idle', { idle: 294 * 1_048_576 }],
    ['step over the ideal', { step: step(300, 1.1) }],
    ['first-load JavaScript of /', { firstLoad: [{ page: '/', bytes: 235_001 }] }],
    [
      'ledger, embedded database, median beyond two commits',
      { ledger: { embedded: ledger(3.1), postgres: ledger(3) } },
    ],
    [
      'ledger, PostgreSQL, median beyond two commits',
      { ledger: { embedded: ledger(3), postgres: ledger(3.1) } },
    ],
    ['confirm to dispatch over two commits and a call', { confirm: confirm(3.1) }],
    ['mixed batch over the ideal', { mixed: step(400, 1.1) }],
    ['event streams that heard', { streams: { ...measured().streams, events: streams(200, 199) } }],
    ['followers with the whole answer', { streams: { ...measured().streams, followers: streams(50, 49) } }],
    ['/api/mcp over the handler in process', { outside: outside(1.16) }],
    [
      'decisions/s, 50 clients: one team over 50',
      { decisions: { oneTeam: decisions(499), fiftyTeams: decisions(1000) } },
    ],
    [
      '20 x 50 vouched tools, list, embedded database',
      { listing: { embedded: listing(10.1, 9), postgres: listing(9, 9) } },
    ],
    [
      '20 x 50 vouched tools, whole turn, PostgreSQL',
      { listing: { embedded: listing(9, 9), postgres: listing(9, 10.1) } },
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
