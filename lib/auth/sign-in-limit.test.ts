import { expect, test } from 'vitest';
import { SignInLimit } from './sign-in-limit';

const attempts = (limit: SignInLimit, account: string, count: number, now = 0) =>
  Array.from({ length: count }, () => limit.begin(account, now)).filter(Boolean).length;

test('at least ten wrong passwords a minute may be tried, and not without end', () => {
  const tried = attempts(new SignInLimit(), 'ada@example.com', 1000);
  expect(tried).toBeGreaterThanOrEqual(10);
  expect(tried).toBeLessThan(100);
});

test('the account counts, in whatever case it is written, and no other', () => {
  const limit = new SignInLimit();
  attempts(limit, 'ada@example.com', 1000);
  expect(limit.begin('ADA@example.com', 1)).toBe(false);
  expect(limit.begin('bob@example.com', 1)).toBe(true);
});

test('a minute later it goes on', () => {
  const limit = new SignInLimit();
  attempts(limit, 'ada@example.com', 1000);
  expect(limit.begin('ada@example.com', 59_999)).toBe(false);
  expect(limit.begin('ada@example.com', 60_000)).toBe(true);
});

test('sign-ins that succeed are not counted', () => {
  const limit = new SignInLimit();
  for (let round = 0; round < 1000; round++) {
    expect(limit.begin('ada@example.com', 0)).toBe(true);
    limit.succeeded('ada@example.com');
  }
});

test('guessing at invented accounts keeps a bounded number of them', () => {
  const limit = new SignInLimit();
  attempts(limit, 'ada@example.com', 1000);
  for (let number = 0; number < 20_000; number++) limit.begin(`${number}@example.com`, 0);
  expect(limit.begin('ada@example.com', 0)).toBe(true);
});
