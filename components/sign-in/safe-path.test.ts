import { expect, it } from 'vitest';
import { safePath } from './safe-path';

it('keeps a path of our own', () => {
  expect(safePath('/chat/abc_DEF-123')).toBe('/chat/abc_DEF-123');
});

it.each([
  undefined,
  ['/a', '/b'],
  '',
  'chat/1',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/chat/1?next=//evil.example',
  '/sign-in',
  '/second-factor',
])('goes home for %j', (asked) => {
  expect(safePath(asked)).toBe('/');
});
