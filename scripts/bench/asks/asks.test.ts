/** A short day of requests: plans and lists save presses, and nothing is destroyed that no card has shown. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { sum } from './day';
import { dayOf } from './measure';

const SIZE = { ordinary: 20, severalSteps: 8 };
const [embedded] = testDatabases;
let opened: OpenDatabase;

beforeAll(async () => {
  if (!embedded) throw new Error('There is no database to test on.');
  opened = await embedded.open();
});
afterAll(() => opened.close());

it('asks less with plans and lists, for the same calls, and destroys nothing that no card has shown', async () => {
  const apart = await dayOf(opened, SIZE, 'apart');
  const together = await dayOf(opened, SIZE, 'together');
  const [one, other] = [sum(apart.values()), sum(together.values())];
  const { requests, calls, destructive } = one;
  expect(other).toMatchObject({ requests, calls, destructive, unseen: 0 });
  // One press per card, and each destructive call has a card.
  expect(one).toMatchObject({ requests: 28, unseen: 0, asks: destructive, cards: destructive });
  expect(other.asks).toBeLessThan(one.asks / 2);
  const of = (kind: string) => [apart.get(kind)?.asks, together.get(kind)?.asks];
  expect(of('ordinary')).toEqual([1, 1]);
  expect(of('cancel some orders')).toEqual([3, 1]);
  expect(of('make and send invoices')).toEqual([4, 1]);
  // What cannot be shown when the plan is confirmed asks again.
  expect(of('clear out a customer')).toEqual([4, 2]);
  expect(of('a plan made blindly')).toEqual([3, 2]);
});
