/** How long a session of another client lasts, and how long its end is remembered. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { RawClient } from '@/e2e/raw-client';
import { forgetRequests } from './calls/request';
import { newSession, SESSION_DAYS } from './client-name';
import { OutsideHarness, SECRET } from './testing/outside-harness';

const { endedSessions } = schema;
const DAY_MS = 86_400_000;

describe.each(testDatabases)('sessions on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await OutsideHarness.open(opened);
  });
  afterAll(async () => {
    await harness.close();
    await opened.close();
  });

  const client = (token: string) => new RawClient(new URL(harness.url).origin, token, '2025-11-25', 'Desk');

  test('one that began too long ago is none any more, and its time cannot be changed', async () => {
    const { token, id } = await harness.token();
    const begun = (days: number) => newSession(SECRET, id, 'Desk', Date.now() - days * DAY_MS);
    const desk = client(token);
    desk.session = begun(SESSION_DAYS + 1);
    expect(await desk.end()).toBe(404);
    const [random, , ...rest] = desk.session.split('.');
    desk.session = [random, Date.now().toString(36), ...rest].join('.');
    expect(await desk.end()).toBe(404);
    desk.session = begun(SESSION_DAYS - 1);
    expect(await desk.end()).toBe(204);
  });

  test('that one has ended is kept in mind as long as its id would hold', async () => {
    const { token, id } = await harness.token();
    const desk = await client(token).begin();
    expect(await desk.end()).toBe(204);
    const kept = () => harness.db.$count(endedSessions, eq(endedSessions.tokenId, id));
    const age = (days: number) =>
      harness.db
        .update(endedSessions)
        .set({ endedAt: sql`now() - make_interval(days => ${days})` })
        .where(eq(endedSessions.tokenId, id));
    await age(SESSION_DAYS);
    await forgetRequests(harness.db);
    expect(await kept()).toBe(1);
    expect(await desk.end()).toBe(404);
    await age(SESSION_DAYS + 2);
    await forgetRequests(harness.db);
    expect(await kept()).toBe(0);
  });
});
