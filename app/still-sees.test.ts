/** An event stream ends once its listener is no longer authorised; a brief failure of the database ends nothing. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { callerOfSession } from '@/lib/auth/session';
import { AppError } from '@/lib/errors';
import { stillThere } from '@/lib/single-sign-on/still-there';
import { SignOnCast } from '@/lib/single-sign-on/testing/cast';

const now = vi.hoisted(() => ({
  context: undefined as unknown,
  caller: undefined as unknown as () => Promise<unknown>,
}));
vi.mock('@/lib/single-sign-on/context', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  signOnContext: async () => now.context,
}));
vi.mock('@/lib/auth/session', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  getCaller: () => now.caller(),
}));
vi.mock('@/lib/runs/read-chats', () => ({ canSeeChat: async () => true }));

describe.each(testDatabases)('what is being told on $name', ({ open }) => {
  let opened: OpenDatabase;
  let cast: SignOnCast;
  beforeAll(async () => {
    opened = await open();
    cast = await SignOnCast.open(opened);
    now.context = cast.context;
  });
  afterAll(async () => {
    await cast.close();
    await opened.close();
  });

  it('ends when the provider is away and its last word is too old, and not before', async () => {
    const { stillSees } = await import('./api/chat/still-sees');
    const { token } = await cast.signIn(cast.known('ada'));
    const rules = { demo: false, isThere: stillThere, isForced: () => false };
    now.caller = () => callerOfSession(opened.db, token, rules);
    const sees = stillSees(opened.db, new Headers(), 'chat');
    cast.provider.isAway = true;
    expect(await sees()).toBe(true);
    await opened.db.update(schema.signOnAccounts).set({ dueAt: new Date(0), vouchedUntil: new Date(0) });
    expect(await sees()).toBe(false);
    now.caller = async () => {
      throw new AppError('unavailable', 'The database cannot be reached.');
    };
    await expect(sees()).rejects.toMatchObject({ code: 'unavailable' });
  });
});
