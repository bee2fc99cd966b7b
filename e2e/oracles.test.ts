/** Every oracle of every hostile case is judged somewhere, and a new one in the files is noticed. */
import { describe, expect, it } from 'vitest';
import { casesOf } from './cases';
import { browserCases, HOSTILE_FILES, oraclesOn, sidesOf } from './oracles';

it('an oracle that nobody judges is an error', () => {
  expect(() => sidesOf('no_such_oracle')).toThrow('no_such_oracle');
});

describe.each(HOSTILE_FILES)('%s', (file) => {
  it('names only what is judged, for each case something', () => {
    const cases = casesOf(file);
    expect(cases.length).toBeGreaterThan(0);
    for (const one of cases) {
      const judged = new Set<string>([...oraclesOn('turn', one), ...oraclesOn('browser', one)]);
      expect(judged.size, one.id).toBeGreaterThan(0);
      expect(judged, one.id).toEqual(new Set(one.oracles));
    }
  });

  it('is for the browser where an oracle is about the card, scripts or requests, and only there', () => {
    const ids = new Set(browserCases(file).map(({ id }) => id));
    for (const one of casesOf(file)) {
      const needs = (one.oracles ?? []).some((oracle) => sidesOf(oracle).includes('browser'));
      expect(ids.has(one.id), one.id).toBe(needs);
    }
  });
});
