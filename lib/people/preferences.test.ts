import { expect, it } from 'vitest';
import { preferredLocale } from './preferences';

it.each([
  [null, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-FR, de;q=0.5, en;q=0.4', 'de'],
  ['en;q=0.4, de;q=0.5', 'de'],
  ['de;q=0, en-US', 'en'],
  ['pl', 'en'],
  ['*;q=nonsense,,;', 'en'],
])('takes of %s the language %s', (header, locale) => {
  expect(preferredLocale(header)).toBe(locale);
});
