import { expect, it } from 'vitest';
import { Places } from './places';

it('gives so many places per key and takes each back once', () => {
  const places = new Places(2, 'open doors');
  const leave = places.take('a');
  places.take('a');
  expect(() => places.take('a')).toThrow('2 open doors');
  places.take('b');
  leave();
  leave();
  places.take('a');
  expect(() => places.take('a')).toThrow('2 open doors');
});
