import { describe, expect, it } from 'vitest';
import { labelsFor } from './chart-labels';
import { layOut, topOf } from './picture-layout';

const measure = (text: string) => text.length * 7;
const NAMES = [
  'Oct 2026, EUR',
  'Nov 2026, EUR',
  'Oct 2026, USD',
  'Nov 2026, USD',
  'Oct 2026, GBP',
  'Nov 2026, GBP',
];
const TOLD = {
  title: 'Oct 2026, Nov 2026 by Category',
  day: '27 November 2026',
  legend: NAMES.map((name, at) => ({ name, colour: `var(--chart-${at + 1})` })),
  notes: ['Several currencies on one scale: their amounts cannot be compared with each other.'],
};

describe('a picture of a chart', () => {
  it.each([650, 290, 200])(
    'says at %i px what it shows, of when, in which colours and currencies, all inside',
    (width) => {
      const { head, foot, tall } = layOut(TOLD, { width, height: 260 }, measure);
      const words = (lines: typeof head) => lines.map(({ text }) => text).join(' ');
      expect(words(head)).toBe(`${TOLD.title} ${TOLD.day}`);
      expect(words(foot)).toBe(`${NAMES.join(' ')} ${TOLD.notes[0]}`);
      expect(foot.flatMap(({ dot }) => dot ?? [])).toEqual(TOLD.legend.map(({ colour }) => colour));
      for (const { text, x, y } of [...head, ...foot]) {
        expect(x + measure(text)).toBeLessThanOrEqual(width);
        expect(y).toBeLessThan(tall);
      }
      for (const { y } of foot) expect(y).toBeGreaterThan(topOf(head) + 260);
    },
  );

  it('keeps a stranger’s long word inside', () => {
    const told = { ...TOLD, title: 'x'.repeat(200), legend: [{ name: 'y'.repeat(200), colour: 'red' }] };
    const { head, foot } = layOut(told, { width: 290, height: 260 }, measure);
    for (const { text, x } of [...head, ...foot]) expect(x + measure(text)).toBeLessThanOrEqual(290);
  });
});

describe('labels under a chart', () => {
  it('lie flat where there is room for each, and slanted otherwise: none is left out', () => {
    expect(labelsFor('bar', [5, 6, 4], 580)).toEqual({ every: true, slant: 0, room: 30 });
    expect(
      labelsFor(
        'bar',
        Array.from({ length: 12 }, () => 13),
        580,
      ),
    ).toMatchObject({ every: true, slant: 50 });
    expect(
      labelsFor(
        'bar',
        Array.from({ length: 12 }, () => 13),
        200,
      ),
    ).toMatchObject({ every: true, slant: 62 });
    expect(
      labelsFor(
        'line',
        Array.from({ length: 90 }, () => 8),
        580,
      ),
    ).toMatchObject({ every: false });
    expect(
      labelsFor(
        'line',
        Array.from({ length: 6 }, () => 8),
        580,
      ),
    ).toMatchObject({ every: true, slant: 0 });
  });
});
