import { expect, it } from 'vitest';
import { RecentlyUsed } from './recently-used';

it('keeps what was used last, and never lets go of what is in use', () => {
  const gone: string[] = [];
  const busy = new Set(['a']);
  const kept = new RecentlyUsed<string>(
    2,
    (value) => !busy.has(value),
    (value) => gone.push(value),
  );
  const get = (key: string) => kept.get(key, () => key);
  get('a');
  get('b');
  get('a');
  get('c');
  expect(gone).toEqual(['b']);
  busy.add('c');
  get('d');
  expect(gone).toEqual(['b']);
  busy.clear();
  get('e');
  expect(gone).toEqual(['b', 'a']);
  kept.clear();
  expect(gone).toEqual(['b', 'a', 'c', 'd', 'e']);
});
