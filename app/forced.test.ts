/**
 * Addresses whose domain requires single sign-on: no password opens, changes or creates anything, and nothing reveals
 * who has such an address.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { askForAddress, takeAddress } from '@/lib/account/profile';
import { askForReset, resetPassword } from '@/lib/account/recovery';
import { asking } from '@/lib/account/testing/person';
import { prepareAccount } from '@/lib/auth/accounts';
import { createAuth } from '@/lib/auth/auth';
import { callerOfSession } from '@/lib/auth/session';
import { acceptInvitation, createFirstAccount } from '@/lib/auth/sign-up';
import { createToken } from '@/lib/outside/tokens';
import { visitorOf } from '@/lib/outside/visitor';
import { askSecondFactor } from '@/lib/team/team';
import { sha256Hex } from '@/lib/values/canonical-json';

const ORIGIN = 'http://localhost:3000';
const PASSWORD = 'correct horse';

vi.mock('@/lib/single-sign-on/providers', async (original) => {
  const real = await original<typeof import('@/lib/single-sign-on/providers')>();
  const { readProviders } = await import('@/lib/single-sign-on/settings');
  const oidc = {
    OIDC_ISSUER: 'https://login.test',
    OIDC_CLIENT_ID: 'amber',
    OIDC_TEAM: 'tea_1',
    OIDC_NAME: 'Company',
    OIDC_DOMAINS: 'forced.test',
    OIDC_FORCED: '1',
  };
  const all = readProviders({ oidc });
  return {
    ...real,
    configuredProviders: () => all,
    forcedProvider: (email: string) => real.forcedProvider(email, all),
  };
});

describe.each(testDatabases)('forced domains on $name', ({ open }) => {
  let opened: OpenDatabase;
  let userId: string;
  beforeAll(async () => {
    opened = await open();
    await opened.db.insert(schema.teams).values({ id: 'tea_1', name: 'Halden' });
    const write = await prepareAccount({ name: 'Mia', email: 'mia@forced.test', password: PASSWORD });
    userId = await write(opened.db);
    await opened.db.insert(schema.members).values({ userId, teamId: 'tea_1', role: 'admin' });
  });
  afterAll(() => opened.close());

  const caller = () => ({
    userId,
    userName: 'Mia',
    teamId: 'tea_1',
    teamName: 'Halden',
    role: 'admin' as const,
  });

  it('a password of a forced domain opens nothing, whoever has the address, and is not looked at', async () => {
    const settings = {
      secret: 'a secret for tests that is long enough',
      appUrl: ORIGIN,
      origins: [ORIGIN],
      demo: false,
    };
    const auth = createAuth(opened.db, settings);
    const answers = [];
    for (const email of ['mia@forced.test', 'MIA@Forced.Test', 'nobody@forced.test']) {
      const response = await auth.handler(
        new Request(`${ORIGIN}/api/auth/sign-in/email`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: ORIGIN },
          body: JSON.stringify({ email, password: PASSWORD }),
        }),
      );
      answers.push([response.status, await response.text(), response.headers.getSetCookie()]);
    }
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(answers[0]).toEqual([403, expect.stringContaining('SINGLE_SIGN_ON'), []]);
    expect(await opened.db.$count(schema.sessions)).toBe(0);
  });

  it('a session that a password has begun counts no longer', async () => {
    const token = newId('tok');
    const expiresAt = new Date(Date.now() + 60_000);
    await opened.db.insert(schema.sessions).values({ id: newId('ses'), token, userId, expiresAt });
    expect(await callerOfSession(opened.db, token, { demo: false })).toBeNull();
    expect(await callerOfSession(opened.db, token, { demo: false, isForced: () => false })).toMatchObject({
      userId,
    });
  });

  it('a token of before counts once its person has come by the provider, and as long as that vouches for them', async () => {
    const { db } = opened;
    const id = newId('tkn');
    const expiresAt = new Date(Date.now() + 60_000);
    const whose = { userId, teamId: 'tea_1' };
    const hash = sha256Hex('shown');
    await db.insert(schema.tokens).values({ ...whose, id, name: 'Client', hash, scopes: [], expiresAt });
    await db.insert(schema.chats).values({ ...whose, id: newId('cha'), title: 'Client', tokenId: id });
    const visitor = () => visitorOf(db, 'shown', false, ORIGIN);
    expect(await visitor()).toBeUndefined();
    const account = {
      id: newId('sso'),
      userId,
      provider: 'company',
      issuer: 'https://login.test',
      subject: 'mia',
    };
    const times = { dueAt: expiresAt, vouchedUntil: expiresAt };
    await db.insert(schema.signOnAccounts).values({ ...account, ...times, binding: false, sealed: '' });
    expect(await visitor()).toBeUndefined();
    await db.update(schema.signOnAccounts).set({ binding: true });
    expect(await visitor()).toMatchObject({ visitor: { tokenId: id } });
    await db.update(schema.signOnAccounts).set({ vouchedUntil: new Date(0) });
    expect(await visitor()).toBeUndefined();
    await db.delete(schema.signOnAccounts);
  });

  it('a second factor that the team asks for is the provider’s affair, for tokens as well', async () => {
    const { db } = opened;
    await expect(askSecondFactor(db, caller(), 'everybody')).resolves.toBeUndefined();
    const [token, id] = [newId('tok'), newId('ses')];
    const expiresAt = new Date(Date.now() + 60_000);
    await db.insert(schema.sessions).values({ id, token, userId, expiresAt });
    const accountId = newId('soa');
    await db.insert(schema.signOnAccounts).values({
      id: accountId,
      userId,
      issuer: 'https://login.test',
      subject: 'mia',
      provider: 'company',
      binding: true,
      sealed: '',
      vouchedUntil: expiresAt,
      dueAt: expiresAt,
    });
    await db.insert(schema.signOnSessions).values({ sessionId: id, accountId });
    expect(await callerOfSession(db, token, { demo: false })).toMatchObject({ userId });
    expect(await callerOfSession(db, token, { demo: false, isForced: () => false })).toBeNull();
    const made = await createToken(db, caller(), { name: 'tool', scopes: ['customers.read'], days: 7 });
    expect(await visitorOf(db, made.token, false, ORIGIN)).toMatchObject({ visitor: { caller: { userId } } });
    expect(await visitorOf(db, made.token, false, ORIGIN, () => false)).toBeUndefined();
    await askSecondFactor(db, caller(), 'nobody');
    await db.delete(schema.signOnAccounts);
    await db.delete(schema.sessions);
  });

  it('no link for another password is mailed or taken', async () => {
    for (const email of ['mia@forced.test', 'nobody@forced.test'])
      await expect(askForReset(opened.db, email, ORIGIN)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await opened.db.$count(schema.accountLinks)).toBe(0);
    const link = {
      userId,
      kind: 'password' as const,
      email: 'mia@forced.test',
      expiresAt: new Date(Date.now() + 60_000),
    };
    await opened.db
      .insert(schema.accountLinks)
      .values({ ...link, id: newId('lnk'), tokenHash: sha256Hex('given before') });
    await expect(resetPassword(opened.db, 'given before', 'another password')).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('the address stays where the provider answers for it', async () => {
    const asked = { email: 'mia@elsewhere.test', password: PASSWORD };
    await expect(askForAddress(asking(opened.db, caller()), asked)).rejects.toMatchObject({
      code: 'forbidden',
    });
    const link = {
      userId,
      kind: 'email' as const,
      email: 'mia@elsewhere.test',
      expiresAt: new Date(Date.now() + 60_000),
    };
    await opened.db
      .insert(schema.accountLinks)
      .values({ ...link, id: newId('lnk'), tokenHash: sha256Hex('begun before') });
    await expect(takeAddress(opened.db, caller(), 'begun before')).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('no invitation is taken by a password, and no first account made by one', async () => {
    await opened.db.insert(schema.invitations).values({
      id: newId('ivt'),
      teamId: 'tea_1',
      email: 'bob@forced.test',
      role: 'member',
      tokenHash: sha256Hex('invited'),
      invitedBy: userId,
      expiresAt: new Date(Date.now() + 60_000),
    });
    const account = { name: 'Bob', password: PASSWORD };
    await expect(acceptInvitation(opened.db, 'invited', account)).rejects.toMatchObject({
      code: 'forbidden',
    });
    const first = { teamName: 'New', name: 'Bob', email: 'bob@forced.test', password: PASSWORD };
    await expect(createFirstAccount(opened.db, first, false)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await opened.db.$count(schema.users)).toBe(1);
  });
});
