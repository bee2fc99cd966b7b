import { expect, it } from 'vitest';
import type { ChatList } from '@/components/api/chat-api';
import { edited, knownChats, moved, withNewest, withOlder } from './join-chats';

const chat = (nth: number, waits = false): ChatList['chats'][number] => ({
  id: `c${nth}`,
  title: `Chat ${nth}`,
  mode: 'default',
  updatedAt: `2026-11-${String(nth).padStart(2, '0')}T10:00:00.000Z`,
  status: 'idle',
  waits,
  pinned: false,
  archived: false,
  temporary: false,
  folder: null,
});
const nextOf = (nth: number) => `${chat(nth).updatedAt}_c${nth}`;
const list = (nths: number[], next: number | null, waiting: number[] = []): ChatList => ({
  chats: [...nths, ...waiting.filter((nth) => !nths.includes(nth))].map((nth) =>
    chat(nth, waiting.includes(nth)),
  ),
  next: next === null ? null : nextOf(next),
  folders: [],
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

const folder = (id: string, nths: number[], next: number | null): ChatList['folders'][number] => ({
  id,
  name: id,
  folded: false,
  page: {
    chats: nths.map((nth) => ({ ...chat(nth), folder: id })),
    next: next === null ? null : nextOf(next),
  },
});
const withFolders = (listed: ChatList, ...folders: ChatList['folders']): ChatList => ({ ...listed, folders });
const inFolders = ({ folders }: ChatList) =>
  folders.map(({ page }) => page?.chats.map(({ id }) => id).join(' '));

it('a folder’s older chats stay when its newest come, and one that is gone or folded goes', () => {
  const listed = withFolders(
    list([20], null),
    folder('a', [19, 18, 17, 16], 16),
    folder('b', [15], null),
    folder('c', [14], null),
  );
  const folded = { ...folder('b', [], null), folded: true, page: null };
  const now = withNewest(listed, withFolders(list([20], null), folder('a', [19, 18], 18), folded));
  expect(inFolders(now)).toEqual(['c19 c18 c17 c16', undefined]);
  expect(now.folders[0]?.page?.next).toBe(nextOf(16));
});

it('one that waits is told of besides, and known once, as its folder has it', () => {
  const waiting = { ...list([20], null), chats: [chat(20), { ...chat(17, true), folder: 'a' }] };
  const listed = withFolders(waiting, folder('a', [19, 18, 17], null));
  const now = withNewest(listed, withFolders(waiting, folder('a', [19, 18], 18)));
  expect(knownChats(now).map(({ id, waits }) => (waits ? `${id}!` : id))).toEqual([
    'c20',
    'c17!',
    'c19',
    'c18',
  ]);
});

it('a chat moves to its place in a folder, from one to the other, and out again', () => {
  const listed = withFolders(list([20, 18, 16], null), folder('a', [19, 17], null), folder('b', [], null));
  const into = moved(listed, 'c18', 'a');
  expect([idsOf(into), inFolders(into)]).toEqual(['c20 c16', ['c19 c18 c17', '']]);
  const over = moved(into, 'c18', 'b');
  expect([idsOf(over), inFolders(over)]).toEqual(['c20 c16', ['c19 c17', 'c18']]);
  const out = moved(over, 'c18', null);
  expect([idsOf(out), inFolders(out)]).toEqual(['c20 c18 c16', ['c19 c17', '']]);
  expect(knownChats(out).find(({ id }) => id === 'c18')?.folder).toBeNull();
  expect(moved(out, 'unknown', 'a')).toBe(out);
});

it('what is pinned or waits stays listed above when it moves', () => {
  const pinned = { ...list([20], null), chats: [{ ...chat(20), pinned: true }] };
  const into = moved(withFolders(pinned, folder('a', [], null)), 'c20', 'a');
  expect([idsOf(into), inFolders(into)]).toEqual(['c20', ['c20']]);
});

it('a chat is renamed and dropped wherever it is listed', () => {
  const listed = withFolders(list([20], null), folder('a', [19], null));
  const named = edited(listed, (one) => ({ ...one, title: 'New' }));
  expect(knownChats(named).map(({ title }) => title)).toEqual(['New', 'New']);
  expect(knownChats(edited(listed, ({ id, ...one }) => (id === 'c19' ? null : { ...one, id })))).toHaveLength(
    1,
  );
});
