import { afterEach, expect, it, vi } from 'vitest';
import type { ReceiptPage, ReceiptView } from '@/lib/receipts/receipt-view';
import { MOST_READ, readAll } from './read-all';

afterEach(() => vi.unstubAllGlobals());

const pageOf = (ids: number[], next: number | null): ReceiptPage => ({
  receipts: ids.map((id) => ({ id }) as ReceiptView),
  others: ids.map((id) => ({ id: -id }) as ReceiptView),
  next,
});

it('reads what the filter asks for to its end, and nothing else', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json(asked.length === 1 ? pageOf([3, 2], 2) : pageOf([1], null));
  });
  const told: number[] = [];
  const all = await readAll({ person: 'u1', from: '' }, (count) => told.push(count));
  expect(asked).toEqual(['/api/activity?person=u1&limit=500', '/api/activity?person=u1&limit=500&before=2']);
  expect(all.receipts.map(({ id }) => id)).toEqual([3, 2, 1]);
  expect(all.others.map(({ id }) => id)).toEqual([-3, -2, -1]);
  expect([told, all.isCut]).toEqual([[2, 3], false]);
});

it('says where it has not room for all of it', async () => {
  const many = Array.from({ length: MOST_READ }, (_, id) => id);
  vi.stubGlobal('fetch', async () => Response.json(pageOf(many, 1)));
  const all = await readAll({}, () => {});
  expect([all.receipts.length, all.isCut]).toEqual([MOST_READ, true]);
});
