/** The routes' responses to invented addresses, with the real database. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { CrashHarness, call } from '@/lib/runs/testing/crash-harness';
import * as exported from './api/activity/export/route';
import * as activity from './api/activity/route';
import * as approvals from './api/approvals/route';

const now = vi.hoisted(() => ({ caller: undefined as unknown, opened: undefined as unknown }));
vi.mock('@/lib/auth/session', () => ({ getCaller: async () => now.caller }));
vi.mock('@/lib/database', () => ({ database: async () => now.opened }));
vi.mock('@/lib/env', () => ({
  env: () => ({ secret: 'a secret for tests only, long enough', origins: [] }),
}));

type Route = { GET: (typeof activity)['GET'] };
const get = (route: Route, query: string, headers: Record<string, string> = {}) =>
  route.GET(new Request(`http://amber.test/api${query}`, { headers }), { params: Promise.resolve({}) });

describe.each(testDatabases)('routes on $name', ({ open }) => {
  let crash: CrashHarness;
  beforeAll(async () => {
    const opened: OpenDatabase = await open();
    crash = await CrashHarness.open(opened);
    now.opened = opened;
    now.caller = crash.harness.admin satisfies Caller;
  });
  afterAll(() => crash.close());

  it.each([
    '?id=%00',
    '?server=a%00b',
    '?cursor=2026-02-31T00:00:00.000Z_x',
    '?cursor=0000-01-01T00:00:00.000Z_x',
    '?cursor=2026-13-01T00:00:00.000Z_x',
  ])('cards are not asked for with %s', async (query) => {
    expect((await get(approvals, query)).status).toBe(400);
  });

  it.each([
    '?kind=%00',
    '?%00=x',
    '?from=0000-01-01T00:00:00Z',
    '?from=0001-01-01T00:00:00%2B14:00',
    '?to=9999-12-31T23:59:59-12:00',
  ])('receipts are not asked for with %s', async (query) => {
    expect((await get(activity, query)).status).toBe(400);
    expect((await get(exported, `${query}&format=csv`)).status).toBe(400);
  });

  it('receipts are asked for from the first year to the last', async () => {
    const query = '?from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59Z';
    expect((await get(activity, query)).status).toBe(200);
  });

  it.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 200],
    ['none', 200],
  ])('a link of %s to the export is answered %i', async (site, status) => {
    const answer = await get(exported, '?format=csv&kind=none&tool=,%3Dcmd', { 'sec-fetch-site': site });
    expect(answer.status).toBe(status);
    await answer.body?.cancel();
  });

  it('cards come in pages of fifty', async () => {
    const { harness, opened } = crash;
    harness.steps({ calls: [call('drop', 'a')] });
    await harness.say(await harness.chat(), 'Drop');
    const [card] = await opened.db.select().from(schema.approvals);
    if (!card) throw new Error('Nothing was asked.');
    const others = Array.from({ length: 60 }, (_, nth) => ({
      ...card,
      id: `card${nth}`,
      status: 'superseded' as const,
      decidedAt: sql`now()`,
    }));
    await opened.db.insert(schema.approvals).values(others);
    const first = await (await get(approvals, '')).json();
    expect(first.approvals).toHaveLength(50);
    const rest = await (await get(approvals, `?cursor=${encodeURIComponent(first.next)}`)).json();
    expect(rest).toMatchObject({ approvals: { length: 11 }, next: null });
  });
});
