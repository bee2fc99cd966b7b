import { expect, test } from 'vitest';
import { callIdIn } from './call-id';

test('the id of a call is taken from _meta as it stands', () => {
  const id = `aZ09_-${'x'.repeat(122)}`;
  expect(callIdIn({ 'amber/call-id': id, progressToken: 1 })).toBe(id);
});

test.each([
  undefined,
  {},
  { 'amber/call-id': '' },
  { 'amber/call-id': 'x'.repeat(129) },
  { 'amber/call-id': 'a b' },
  { 'amber/call-id': 'a\n' },
  { 'amber/call-id': 'ä' },
  { 'amber/call-id': 7 },
  { 'amber/call-id': ['a'] },
])('what is no id is ignored: %j', (meta) => {
  expect(callIdIn(meta)).toBeUndefined();
});
