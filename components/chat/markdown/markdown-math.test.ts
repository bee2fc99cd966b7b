import { describe, expect, it } from 'vitest';
import { isolatedAmounts } from './markdown-direction';
import { withMathMarks } from './markdown-math';
import { textOf } from './markdown-node';

describe('formulas as models write them', () => {
  it.each([
    ['in a line', 'So \\(x^2\\) grows.', 'So $$x^2$$ grows.'],
    ['on lines of their own', 'So:\n\\[\n\\frac{a}{b}\n\\]\nDone.', 'So:\n$$\n\\frac{a}{b}\n$$\nDone.'],
    ['on one line of their own', '\\[ a = b \\]', '$$\na = b\n$$'],
  ])('are marked: %s', (_what, written, marked) => {
    expect(withMathMarks(written)).toBe(marked);
  });

  it.each([
    ['prices', 'It costs $5, or $10 with VAT.'],
    ['escaped brackets', 'The \\[draft\\] of \\[Halden\\] is open.'],
    ['a fence', '```tex\n\\[ a \\]\n\\(b\\)\n```'],
    ['a fence that is not closed yet', '~~~\n\\(b\\)\n'],
    ['a span of code', 'Write `\\(x\\)` for it.'],
  ])('are not found in %s', (_what, text) => {
    expect(withMathMarks(text)).toBe(text);
  });

  it('are found in time, whatever the text', () => {
    for (const text of [
      '\\['.repeat(20_000),
      '\\('.repeat(20_000),
      '`'.repeat(20_000),
      '```\n'.repeat(5_000),
    ])
      expect(withMathMarks(text).length).toBeGreaterThan(0);
  });
});

describe('amounts among words from right to left', () => {
  it('stand in frames of their own, and nothing is lost', () => {
    const pieces = isolatedAmounts('مدين لك 1,350.00 EUR عن INV-2939. حتى 2026-11-30.');
    const framed = pieces.filter(({ tagName }) => tagName === 'bdi').map(textOf);
    expect(framed).toEqual(['1,350.00 EUR', 'INV-2939', '2026-11-30']);
    expect(pieces.map(textOf).join('')).toBe('مدين لك 1,350.00 EUR عن INV-2939. حتى 2026-11-30.');
  });

  it('are left alone elsewhere', () => {
    expect(isolatedAmounts('They owe 1,350.00 EUR.')).toHaveLength(1);
  });
});
