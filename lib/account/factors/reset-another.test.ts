/** An admin removes a lost second factor: whose, by whom, with which proof, and what ends with it. */
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { createToken } from '@/lib/outside/tokens';
import { signedInAt } from '../testing/person';
import { addPasskey, offerPasskey, readFactors } from './own-factors';
import { challengeFor, type FactorContext } from './prove';
import { resetFactorsOf } from './reset-another';
import { codeOf, contextOf, forgetSteps, ORIGIN, PASSWORD, TestBrowser, withApp } from './testing/people';
import { SoftwareKey } from './testing/software-key';

const { members, outbox, receipts, recoveryCodes, sessions, tokens, twoFactors, users } = schema;
const HERE = { origin: ORIGIN };
const password = PASSWORD;

describe.each(testDatabases)('a second factor that was lost on $name', ({ open }) => {
  let opened: OpenDatabase;
  let boss: FactorContext;
  beforeAll(async () => {
    opened = await open();
    for (const id of ['tea_1', 'tea_2']) await opened.db.insert(schema.teams).values({ id, name: id });
    boss = await contextOf(opened.db, 'tea_1', 'boss', 'admin');
  });
  afterAll(() => opened.close());

  const withKey = async (who: FactorContext, code: string) => {
    const key = new SoftwareKey();
    const { challenge } = await offerPasskey(who, { code });
    await addPasskey(who, { response: key.register(challenge, HERE), name: 'phone' });
    return key;
  };
  const has = async ({ caller }: FactorContext) => {
    const { app, passkeys, codes } = await readFactors(opened.db, caller);
    return { app, passkeys: passkeys.length, codes };
  };
  const NONE = { app: false, passkeys: 0, codes: 0 };
  const changesOf = async ({ caller }: FactorContext) => {
    const rows = await opened.db
      .select()
      .from(receipts)
      .where(and(eq(receipts.kind, 'account changed'), eq(receipts.teamId, caller.teamId)))
      .orderBy(receipts.id);
    return rows.map(({ body }) => JSON.parse(body)).filter(({ person }) => person.id === caller.userId);
  };
  const openOf = ({ caller: { userId } }: FactorContext) => ({
    sessions: () => opened.db.$count(sessions, eq(sessions.userId, userId)),
    tokens: () => opened.db.$count(tokens, and(eq(tokens.userId, userId), isNull(tokens.revokedAt))),
  });

  it('is gone with every session and client, told by mail and on record; the password signs in again', async () => {
    const { db } = opened;
    const kim = await contextOf(db, 'tea_1', 'kim');
    const { typed, codes } = await withApp(kim);
    const key = await withKey(kim, codes[0] ?? '');
    await createToken(db, kim.caller, { name: 'A client', scopes: ['team.read'], days: 7 });
    const begun = new TestBrowser(db);
    await begun.password('kim');
    const asked = new TestBrowser(db);
    const { body } = await asked.ask('/passkey/generate-authenticate-options');
    await resetFactorsOf(boss, kim.caller.userId, { password });
    expect(await has(kim)).toEqual(NONE);
    expect([await openOf(kim).sessions(), await openOf(kim).tokens()]).toEqual([0, 0]);
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, kim.caller.userId))).toBe(0);
    const mails = await db.select().from(outbox).where(eq(outbox.recipient, 'kim@amber.test'));
    expect(mails.map(({ subject }) => subject)).toContain('Your second factor was reset');
    const by = { by: boss.caller.userId, way: 'admin' };
    const told = (await changesOf(kim))
      .slice(-2)
      .toSorted((one, other) => (one.change < other.change ? -1 : 1));
    expect(told).toMatchObject([
      { change: 'app removed', ...by },
      { change: 'passkey removed', ...by },
    ]);
    for (const code of [await codeOf(typed), codes[1]])
      expect((await begun.ask('/sign-in/factor', { code })).status).toBe(401);
    const response = key.sign(String(body.challenge), HERE);
    expect((await asked.ask('/passkey/verify-authentication', { response })).status).toBe(401);
    expect(await openOf(kim).sessions()).toBe(0);
    const fresh = new TestBrowser(db);
    expect((await fresh.password('kim')).body.twoFactorRedirect).toBeUndefined();
    expect(await fresh.caller(db)).toMatchObject({ userId: kim.caller.userId });
    await signedInAt(db, kim.caller.userId, kim.token);
    expect((await withApp(kim)).codes).toHaveLength(10);
  });

  it('stays for whoever is no admin of that team, and nothing that they show is used up', async () => {
    const { db } = opened;
    const lou = await contextOf(db, 'tea_1', 'lou');
    await withApp(lou);
    for (const role of ['member', 'viewer', 'auditor'] as const) {
      const other = await contextOf(db, 'tea_1', `a-${role}`, role);
      const { codes } = await withApp(other);
      const proof = { password, code: codes[0] };
      await expect(resetFactorsOf(other, lou.caller.userId, proof)).rejects.toMatchObject({
        code: 'forbidden',
      });
      expect(await has(other)).toMatchObject({ codes: 10 });
    }
    const stranger = await contextOf(db, 'tea_2', 'stranger', 'admin');
    const { codes } = await withApp(stranger);
    for (const id of [lou.caller.userId, 'usr_nobody', '__proto__'])
      await expect(resetFactorsOf(stranger, id, { password, code: codes[0] })).rejects.toMatchObject({
        code: 'not_found',
      });
    expect(await has(stranger)).toMatchObject({ codes: 10 });
    expect(await has(lou)).toMatchObject({ app: true, codes: 10 });
    const was = await contextOf(db, 'tea_1', 'was', 'admin');
    await db.update(members).set({ role: 'member' }).where(eq(members.userId, was.caller.userId));
    await expect(resetFactorsOf(was, lou.caller.userId, { password })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await openOf(lou).sessions()).toBeGreaterThan(0);
  });

  it('is taken by who shows the own one, and the password; never one’s own, nor where there is none', async () => {
    const { db } = opened;
    const admin = await contextOf(db, 'tea_1', 'ada', 'admin');
    const [mia, ned, ola] = [
      await contextOf(db, 'tea_1', 'mia'),
      await contextOf(db, 'tea_1', 'ned'),
      await contextOf(db, 'tea_1', 'ola'),
    ];
    for (const one of [mia, ned]) await withApp(one);
    const { typed, codes } = await withApp(admin);
    const key = await withKey(admin, codes[0] ?? '');
    const reset = (who: FactorContext, proof: object) => resetFactorsOf(admin, who.caller.userId, proof);
    await expect(reset(mia, { password })).rejects.toMatchObject({ details: { step: 'factor' } });
    await expect(reset(mia, { code: codes[1] })).rejects.toMatchObject({ details: { step: 'password' } });
    await expect(reset(mia, { password: 'wrong horse', code: codes[1] })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(reset(admin, { password, code: codes[1] })).rejects.toMatchObject({ code: 'conflict' });
    await expect(reset(ola, { password, code: codes[1] })).rejects.toMatchObject({ code: 'conflict' });
    const { challenge } = await challengeFor(admin, { what: 'reset another', of: ned.caller.userId });
    const passkey = key.sign(challenge, HERE);
    await expect(reset(mia, { password, passkey })).rejects.toMatchObject({ code: 'forbidden' });
    expect([await has(mia), await has(ned)]).toMatchObject([{ app: true }, { app: true }]);
    await reset(ned, { password, passkey });
    expect([await has(mia), await has(ned)]).toMatchObject([{ app: true }, NONE]);
    await forgetSteps(db, admin.caller.userId);
    await reset(mia, { password, code: await codeOf(typed) });
    expect(await has(mia)).toEqual(NONE);
    expect(await has(admin)).toMatchObject({ app: true, passkeys: 1 });
  });

  it('is reset once by fifty who come with the same proof, and of nobody else', async () => {
    const { db } = opened;
    const admin = await contextOf(db, 'tea_1', 'bea', 'admin');
    const { typed } = await withApp(admin);
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => contextOf(db, 'tea_1', `one-of-${nth}`)),
    );
    for (const one of all) await withApp(one);
    const code = await codeOf(typed);
    const tries = Array.from({ length: 50 }, (_, nth) =>
      resetFactorsOf(admin, all[nth % 8]?.caller.userId ?? '', { password, code }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const left = await Promise.all(all.map(has));
    expect(left.filter(({ app }) => !app)).toHaveLength(1);
  });

  it('lets nobody stay who signs in with it at that moment', async () => {
    const { db } = opened;
    const pam = await contextOf(db, 'tea_1', 'pam');
    for (let round = 0; round < 4; round++) {
      await db.update(twoFactors).set({ failures: 0, lockedUntil: null });
      await signedInAt(db, pam.caller.userId, pam.token);
      const { codes } = await withApp(pam);
      const key = await withKey(pam, codes[9] ?? '');
      const browsers = await Promise.all(
        Array.from({ length: 6 }, async (_, nth) => {
          const browser = new TestBrowser(db);
          if (nth % 2) await browser.password('pam');
          const { body } = await browser.ask('/passkey/generate-authenticate-options');
          return { browser, challenge: String(body.challenge), code: codes[nth] };
        }),
      );
      const late = browsers.map(({ browser, challenge, code }, nth) =>
        nth % 2
          ? browser.ask('/sign-in/factor', { code })
          : browser.ask('/passkey/verify-authentication', { response: key.sign(challenge, HERE) }),
      );
      await resetFactorsOf(boss, pam.caller.userId, { password });
      await Promise.all(late);
      expect(await openOf(pam).sessions()).toBe(0);
      const [row] = await db.select().from(users).where(eq(users.id, pam.caller.userId));
      expect(row?.twoFactorEnabled).toBe(false);
    }
  });
});
