import { expect, it } from 'vitest';
import type { ChatList } from '@/components/api/chat-api';
import { withNewest, withOlder } from './join-chats';

const chat = (nth: number, waits = false): ChatList['chats'][number] => ({
  id: `c${nth}`,
  title: `Chat ${nth}`,
  mode: 'default',
  updatedAt: `2026-11-${String(nth).padStart(2, '0')}T10:00:00.000Z`,
  status: 'idle',
  waits,
  ...{ pinned: false, archived: false, temporary: false },
});
const nextOf = (nth: number) => `${chat(nth).updatedAt}_c${nth}`;
const list = (nths: number[], next: number | null, waiting: number[] = []): ChatList => ({
  chats: [...nths, ...waiting.filter((nth) => !nths.includes(nth))].map((nth) =>
    chat(nth, waiting.includes(nth)),
  ),
  next: next === null ? null : nextOf(next),
  toDecide: waiting.length,
});
const idsOf = ({ chats }: ChatList) => chats.map(({ id }) => id).join(' ');

it('older chats follow, each once, until there are no more', () => {
  const first = list([20, 19, 18], 18, [12]);
  const second = withOlder(first, list([17, 16, 15], 15));
  expect(idsOf(second)).toBe('c20 c19 c18 c12 c17 c16 c15');
  const last = withOlder(second, list([14, 13, 12], null));
  expect(idsOf(last)).toBe('c20 c19 c18 c17 c16 c15 c14 c13 c12');
  expect(last.next).toBeNull();
});

it('the newest page takes the place of what it knows; older ones stay, and wait no more if it does not say so', () => {
  const listed = withOlder(list([20, 19, 18], 18, [12]), list([17, 16, 15], 15));
  const now = withNewest(listed, list([21, 20, 19], 19, [16]));
  expect(idsOf(now)).toBe('c21 c20 c19 c16 c18 c12 c17 c15');
  expect(now.chats.filter(({ waits }) => waits).map(({ id }) => id)).toEqual(['c16']);
  expect(now).toMatchObject({ next: nextOf(15), toDecide: 1 });
});

it('one that was deleted goes; a list that is whole is taken as it is', () => {
  expect(idsOf(withNewest(list([20, 19, 18], 18), list([20, 18, 17], 17)))).toBe('c20 c18 c17');
  expect(idsOf(withNewest(list([20, 19], null), list([20], null)))).toBe('c20');
});

it('all stay loaded once they were', () => {
  const all = withOlder(list([20, 19], 19), list([18, 17], null));
  expect(withNewest(all, list([21, 20], 20)).next).toBeNull();
  expect(withNewest(list([20, 19], null), list([21, 20], 20)).next).toBeNull();
});
