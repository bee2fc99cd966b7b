import { describe, expect, it } from 'vitest';
import { findSpans, joinSpans } from './spans';
import { CrossedOut, tokenize } from './tokens';

function spans(text: string, ...understood: string[]) {
  const tokens = tokenize(text);
  return findSpans(text, tokens, new CrossedOut(tokens.filter((token) => understood.includes(token.text))));
}

describe('tokenize', () => {
  it('keeps codes, addresses, amounts and quotations whole', () => {
    const kinds = tokenize(
      'Send INV-1182 of "Pike & Rowan" to a.b@x.example for €1,200.50 or +49 40 1234567',
    );
    expect(kinds.filter(({ kind }) => kind !== 'word').map(({ kind, text }) => [kind, text])).toEqual([
      ['code', 'INV-1182'],
      ['quote', 'Pike & Rowan'],
      ['email', 'a.b@x.example'],
      ['number', '€1,200.50'],
      ['code', '+49 40 1234567'],
    ]);
  });

  it('takes a possessive off', () => {
    const [first, second, third] = tokenize("Paula's and Optics' O'Brien");
    expect(first).toMatchObject({ text: 'Paula', possessive: true });
    expect(second).toMatchObject({ text: 'and', possessive: false });
    expect(third).toMatchObject({ text: 'Optics', possessive: true });
  });
});

describe('findSpans', () => {
  it('finds names with what stands around them', () => {
    expect(spans('Delete customer Halden Optics', 'Delete', 'customer')).toMatchObject([
      { text: 'Halden Optics', form: 'name', nounBefore: 'customer', lead: '' },
    ]);
    expect(spans('Close the savings account', 'Close', 'account')).toMatchObject([
      { text: 'savings', form: 'words', nounAfter: 'account' },
    ]);
    expect(spans("Update Halden Optics' email to x", 'Update', 'email')).toMatchObject([
      { text: 'Halden Optics', possessive: true },
      { text: 'x', lead: 'to' },
    ]);
  });

  it('keeps together what one name is made of', () => {
    for (const name of ['Pike & Rowan', 'Bank of Ireland', 'Alder and Finch', 'Budget review', 'Room 4']) {
      expect(spans(`Show ${name}, please`, 'Show')[0]?.text).toBe(name);
    }
  });

  it('joins free words over small ones', () => {
    const text = 'Login is broken on the phone';
    expect(joinSpans(spans(text), text).map((span) => span.text)).toEqual([text]);
  });
});
