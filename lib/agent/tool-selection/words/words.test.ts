/** Texts of all kinds become search terms. */
import { describe, expect, it } from 'vitest';
import { stemOf } from './stemmer';
import { initialsOf, joinedOf, termsOf, wordsOf } from './words';

describe('words', () => {
  it.each([
    ['customers_list', ['customers', 'list']],
    ['getHTTPResponseCode', ['get', 'http', 'response', 'code']],
    ['Über-Größe', ['über', 'größe']],
    ['api.v2.users', ['api', 'v2', 'users']],
    ['<b>(.*)+$</b>', ['b', 'b']],
    ['', []],
    ['\ud800 broken \udfff', ['\ud800', 'broken', '\udfff']],
  ])('of %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });
});

it('words with capitals that stand together are known by their initials', () => {
  const text = 'Get Azure Well-Architected Framework guidance. See the Web Application Firewall.';
  expect([...initialsOf(text)]).toEqual(expect.arrayContaining(['waf', 'awaf']));
  expect([...initialsOf('Two Words. of no Account')]).toEqual([]);
  expect(initialsOf('The Cat '.repeat(10_000)).size).toBe(0);
  const many = Array.from({ length: 400 }, (_, at) => `Q${'abcdefghij'[at % 10]}x Vb Tz`).join('. ');
  expect(initialsOf(`${many}. Zb Yb Xb. Wb Vb Ub.`).size).toBeLessThanOrEqual(24);
});

it('names of two words in one are known by how they are written small', () => {
  expect([...joinedOf('Issues on GitHub and in MongoDB, not API or Word')]).toEqual(
    ['github', 'mongodb'].map(stemOf),
  );
  expect(joinedOf('GitHub '.repeat(50_000)).size).toBe(1);
});

describe('terms', () => {
  it('leave out what says nothing, in both languages', () => {
    expect(termsOf('Could you please show me the')).toEqual(['show']);
    expect(termsOf('Könntest du mir bitte die')).toEqual(['koenntest']);
    expect(termsOf('Was ist das?')).toEqual([]);
  });

  it.each([
    ['Rechnung', 'Rechnungen'],
    ['Kunde', 'Kunden'],
    ['löschen', 'loeschen'],
    ['café', 'cafe'],
    ['listing', 'lists'],
    ['categories', 'category'],
    ['stopped', 'stop'],
  ])('of %s and %s are one', (one, other) => {
    expect(termsOf(one)).toEqual(termsOf(other));
  });

  it('go by pairs of characters where there are no spaces', () => {
    expect(termsOf('创建工作空间')).toEqual(['创建', '建工', '工作', '作空', '空间']);
  });

  it('do not hold what nobody searches by', () => {
    expect(termsOf(`key ${'a'.repeat(10_000)}`)).toEqual(['key']);
  });
});

describe('stems', () => {
  it.each([
    ['running', 'run'],
    ['agreed', 'agre'],
    ['libraries', 'librari'],
    ['addresses', 'address'],
    ['status', 'status'],
    ['customer', 'custom'],
    ['tokens', 'token'],
    ['listen', 'listen'],
    ['12', '12'],
    ['日本', '日本'],
  ])('%s: %s', (word, stem) => {
    expect(stemOf(word)).toBe(stem);
  });
});
