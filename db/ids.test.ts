import { expect, test } from 'vitest';
import { newId, randomToken } from './ids';

test('an id is its prefix and twelve hex digits', () => {
  expect(newId('cus')).toMatch(/^cus_[0-9a-f]{12}$/);
});

test('a token carries at least 128 bits and fits into an address', () => {
  const token = randomToken();
  expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(Buffer.from(token, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
});

test('neither repeats', () => {
  const rounds = 10_000;
  expect(new Set(Array.from({ length: rounds }, () => newId('cus'))).size).toBe(rounds);
  expect(new Set(Array.from({ length: rounds }, randomToken)).size).toBe(rounds);
});
