import { describe, expect, it } from 'vitest';
import { relief, type ToolAttention } from '@/lib/rules/attention-view';
import { rateWords, shareWords, takenWords } from './attention-words';

describe('how often people are asked, in words', () => {
  it.each([
    [null, '–'],
    [0.4, '0 s'],
    [65, '1 min 5 s'],
    [3599.6, '1 h'],
    [12_000, '3 h 20 min'],
    [187_200, '2 d 4 h'],
  ])('tells %s seconds as %s', (seconds, words) => expect(takenWords(seconds)).toBe(words));

  it('rounds a share, but never to all or nothing', () => {
    expect([
      ...[shareWords(0, 0), shareWords(0, 5), shareWords(1, 400)],
      ...[shareWords(399, 400), shareWords(5, 5), shareWords(2, 3)],
    ]).toEqual(['–', '0%', '1%', '99%', '100%', '67%']);
    expect([rateWords(null), rateWords(12.5), rateWords(75)]).toEqual(['–', '12.5', '75']);
  });
});

describe('what might spare people the asking', () => {
  const tool = (confirmed: number, cancelled: number, more: Partial<ToolAttention> = {}): ToolAttention => ({
    server: 's',
    tool: 't',
    title: null,
    calls: 50,
    asked: confirmed + cancelled,
    confirmed,
    cancelled,
    expired: 0,
    confirmedShare: confirmed / (confirmed + cancelled),
    medianSeconds: 3,
    trusted: true,
    grantable: true,
    ...more,
  });

  it('is told of what is nearly always confirmed, and often enough to know', () => {
    expect(relief(tool(20, 1))).toBe('grant or rule');
    expect(relief(tool(20, 1, { grantable: false }))).toBe('rule');
    expect(relief(tool(4, 0))).toBeNull();
    expect(relief(tool(18, 2))).toBeNull();
  });

  it('is nothing where nobody vouched for the server: that asks whatever the rules say', () => {
    expect(relief(tool(20, 0, { trusted: false }))).toBeNull();
  });
});
