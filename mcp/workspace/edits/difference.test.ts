import { applyPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { differenceOf } from './difference';

describe('a difference', () => {
  const texts = [
    '',
    'a',
    'a\n',
    'a\nb\n',
    'a\nb\nc',
    'x\na\nb\nc\nd\ne\nf\ng\nh\n',
    'a\nb\nc\nd\nE\nf\ng\nh\n',
    '\n\n\n',
    '\na',
    'a\na\na\na\na\n',
  ];

  it.each(texts.flatMap((one) => texts.map((other) => [one, other] as const)))(
    'from %j to %j says all of it',
    (one, other) => {
      const { text, added, removed } = differenceOf('f', one, other);
      if (one === other) return expect([added, removed]).toEqual([0, 0]);
      expect(applyPatch(one, `--- f\n+++ f\n${text}\n`)).toBe(other);
    },
  );

  it('of large files is short and quick where little changes, and cut where much does', () => {
    const lines = Array.from({ length: 200_000 }, (_, at) => `line ${at}`);
    const large = `${lines.join('\n')}\n`;
    const { text } = differenceOf('f', large, large.replace('line 100000\n', 'other\n'));
    expect(text.split('\n')).toHaveLength(9);
    expect(text).toContain('@@ -99998,7 +99998,7 @@');
    const { notShown, removed } = differenceOf('f', large, '');
    expect(removed).toBe(200_000);
    expect(notShown).toBeGreaterThan(190_000);
  });
});
