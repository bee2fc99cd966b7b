import { expect, it } from 'vitest';
import { minutesLeft } from './yolo';

const NOW = new Date('2026-11-20T10:00:00.000Z');

it('counts the minutes up to the end, a begun one as a whole', () => {
  expect(minutesLeft('yolo', '2026-11-20T11:00:00.000Z', NOW)).toBe(60);
  expect(minutesLeft('yolo', '2026-11-20T10:00:01.000Z', NOW)).toBe(1);
});

it('never tells of more than the hour, even where the clock is behind the server', () => {
  expect(minutesLeft('yolo', '2026-11-20T11:00:14.000Z', NOW)).toBe(60);
  expect(minutesLeft('yolo', '2026-11-20T11:07:00.000Z', NOW)).toBe(60);
});

it('has nothing left when its time is over or another mode holds', () => {
  expect(minutesLeft('yolo', '2026-11-20T10:00:00.000Z', NOW)).toBeNull();
  expect(minutesLeft('yolo', null, NOW)).toBeNull();
  expect(minutesLeft('default', '2026-11-20T11:00:00.000Z', NOW)).toBeNull();
});
