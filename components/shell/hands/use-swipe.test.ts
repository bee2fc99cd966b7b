import { expect, it } from 'vitest';
import { isSwipe } from './use-swipe';

const from = { x: 10, y: 300 };

it('is far enough, that way, and sideways rather than a scroll', () => {
  expect(isSwipe(from, { x: 90, y: 310 }, 'right')).toBe(true);
  expect(isSwipe({ x: 200, y: 300 }, { x: 90, y: 310 }, 'left')).toBe(true);
  expect(isSwipe(from, { x: 50, y: 300 }, 'right')).toBe(false);
  expect(isSwipe(from, { x: 90, y: 360 }, 'right')).toBe(false);
  expect(isSwipe(from, { x: 90, y: 300 }, 'left')).toBe(false);
});
