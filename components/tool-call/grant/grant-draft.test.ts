import { describe, expect, it } from 'vitest';
import { type BoundDraft, dayAfter, type GrantDraft, grantDraft, wishOf } from './grant-draft';

const NOW = new Date(2026, 10, 20, 15, 30);
const INPUT = { to: 'Halden', amount: 450, price: '450.00', urgent: false, lines: [1], note: null };

function draftWith(argument: string, change: Partial<BoundDraft>, input: unknown = INPUT): GrantDraft {
  const draft = grantDraft(input, NOW);
  const bounds = draft.bounds.map((bound) => (bound.argument === argument ? { ...bound, ...change } : bound));
  return { ...draft, bounds };
}

const boundIn = (argument: string, change: Partial<BoundDraft>) => {
  const wished = wishOf(draftWith(argument, change), INPUT, NOW);
  return wished.ok ? wished.wish.bounds.find((bound) => bound.argument === argument) : wished.complaint;
};

describe('what is allowed ahead', () => {
  it('is at first exactly this, here, ten times, until the end of tomorrow', () => {
    const draft = grantDraft(INPUT, NOW);
    expect(draft.unbounded).toEqual(['lines', 'note']);
    expect(wishOf(draft, INPUT, NOW)).toEqual({
      ok: true,
      wish: {
        thisChat: true,
        times: 10,
        until: new Date(2026, 10, 21, 23, 59, 59).toISOString(),
        bounds: [
          { argument: 'to', is: 'equal', value: 'Halden' },
          { argument: 'amount', is: 'equal', value: 450 },
          { argument: 'price', is: 'equal', value: '450.00' },
          { argument: 'urgent', is: 'equal', value: false },
        ],
      },
    });
  });

  it('has bounds of the type that the argument has', () => {
    expect(boundIn('amount', { choice: 'most', limit: ' 500 ' })).toEqual({
      argument: 'amount',
      is: 'most',
      value: 500,
    });
    expect(boundIn('price', { choice: 'least', limit: '400' })).toEqual({
      argument: 'price',
      is: 'least',
      value: '400',
    });
    expect(boundIn('to', { choice: 'any' })).toBeUndefined();
  });

  it('is nothing that the call itself would not keep', () => {
    expect(boundIn('amount', { choice: 'most', limit: '449.99' })).toContain(
      'would not keep the bound on amount',
    );
    expect(boundIn('price', { choice: 'most', limit: '500,00' })).toBe(
      'The bound on price must be a number.',
    );
    expect(boundIn('amount', { choice: 'most', limit: '' })).toBe('The bound on amount must be a number.');
  });

  it('asks what a value may be that is too long to be a bound', () => {
    const input = { text: 'x'.repeat(1001) };
    expect(wishOf(grantDraft(input, NOW), input, NOW)).toMatchObject({ ok: false });
    expect(wishOf(draftWith('text', { choice: 'any' }, input), input, NOW)).toMatchObject({
      ok: true,
      wish: { bounds: [] },
    });
  });

  it.each([
    [{ times: '0' }, 'How often'],
    [{ times: '1001' }, 'How often'],
    [{ times: '2.5' }, 'How often'],
    [{ until: '' }, 'Until must be today'],
    [{ until: '2026-11-19' }, 'Until must be today'],
    [{ until: dayAfter(NOW, 91) }, 'within 90 days'],
  ])('is not %j', (change, complaint) => {
    const wished = wishOf({ ...grantDraft(INPUT, NOW), ...change }, INPUT, NOW);
    expect(wished).toMatchObject({ ok: false, complaint: expect.stringContaining(complaint) });
  });

  it('holds no longer than the server would let it', () => {
    const wished = wishOf({ ...grantDraft({}, NOW), times: null, until: dayAfter(NOW, 90) }, {}, NOW);
    const until = new Date(NOW.getTime() + 90 * 86_400_000).toISOString();
    expect(wished).toEqual({ ok: true, wish: { thisChat: true, times: null, until, bounds: [] } });
  });
});
