/**
 * Changing address or password, and leaving, for people with a second factor: it is required, valid only for that, and
 * used up.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { findPassword } from '@/lib/store/accounts';
import { leave } from '../leave';
import { changePassword } from '../password';
import { askForAddress } from '../profile';
import { addPasskey, makeRecoveryCodes, offerApp, offerPasskey, readFactors, removeApp } from './own-factors';
import { challengeFor, type FactorContext, type Proof } from './prove';
import { resetFactorsOf } from './reset-another';
import { codeOf, contextOf, forgetSteps, ORIGIN, PASSWORD, takeOffered, withApp } from './testing/people';
import { SoftwareKey } from './testing/software-key';

const { accounts, factorChallenges, members, outbox, sessions, twoFactors } = schema;
const NEXT = 'battery staple';
const HERE = { origin: ORIGIN };
const REFUSED = { code: 'forbidden' };
const FACTOR = { code: 'forbidden', details: { step: 'factor' } };

/** Actions that give or take away an account: performed by these, and checked in rows. */
const WAYS = ['email', 'password', 'leave'] as const;
type Way = (typeof WAYS)[number];

describe.each(oneDatabase)('who has a second factor on $name', ({ open }) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open();
    await opened.db.insert(schema.teams).values({ id: 'tea_1', name: 'Halden' });
    await contextOf(opened.db, 'tea_1', 'boss', 'admin');
  });
  afterAll(() => opened.close());

  const addressOf = ({ caller }: FactorContext) => `${caller.userName}.new@amber.test`;
  const ofWay = (way: Way, who: FactorContext) => ({
    what: way,
    of: way === 'email' ? addressOf(who) : undefined,
  });
  const act = (way: Way, who: FactorContext, { password = '', ...factor }: Proof) => {
    if (way === 'password') return changePassword(who, { current: password, next: NEXT, ...factor });
    const proof = password === '' ? factor : { password, ...factor };
    return way === 'email' ? askForAddress(who, { email: addressOf(who), ...proof }) : leave(who, proof);
  };
  /** Which of them have happened. */
  const done = async (who: FactorContext, was: string | null | undefined) => ({
    email: await opened.db.$count(outbox, eq(outbox.recipient, addressOf(who))),
    password: Number((await findPassword(opened.db, who.caller.userId)) !== was),
    leave: 1 - (await opened.db.$count(members, eq(members.userId, who.caller.userId))),
  });
  const withKey = async (who: FactorContext) => {
    const key = new SoftwareKey();
    const { challenge } = await offerPasskey(who, { password: PASSWORD });
    await addPasskey(who, { response: key.register(challenge, HERE), name: 'key' });
    return key;
  };
  const signed = async (way: Way, who: FactorContext, key: SoftwareKey, of?: string) => {
    const { challenge } = await challengeFor(who, of === undefined ? ofWay(way, who) : { what: way, of });
    return { passkey: key.sign(challenge, HERE) };
  };
  const NOTHING = { email: 0, password: 0, leave: 0 };

  it.each(WAYS)('shows it, and the password, before: %s', async (way) => {
    const { db } = opened;
    const [who, other] = [
      await contextOf(db, 'tea_1', `kim-${way}`),
      await contextOf(db, 'tea_1', `lou-${way}`),
    ];
    const [{ typed, codes }, theirs] = [await withApp(who), await withApp(other)];
    const was = await findPassword(db, who.caller.userId);
    await expect(act(way, who, { password: PASSWORD })).rejects.toMatchObject(FACTOR);
    await expect(act(way, who, { password: PASSWORD, code: '000000' })).rejects.toMatchObject(REFUSED);
    for (const code of [await codeOf(theirs.typed), theirs.codes[0]])
      await expect(act(way, who, { password: PASSWORD, code })).rejects.toMatchObject(REFUSED);
    await expect(act(way, who, { code: codes[0] })).rejects.toMatchObject(REFUSED);
    await expect(act(way, who, { password: 'wrong horse', code: codes[0] })).rejects.toMatchObject(REFUSED);
    expect(await done(who, was)).toEqual(NOTHING);
    const code = await codeOf(typed);
    await act(way, who, { password: PASSWORD, code });
    expect(await done(who, was)).toEqual({ ...NOTHING, [way]: 1 });
    await expect(offerApp(who, { code })).rejects.toMatchObject(REFUSED);
  });

  it.each(WAYS)('shows what a passkey has signed for that alone, once: %s', async (way) => {
    const { db } = opened;
    const who = await contextOf(db, 'tea_1', `mia-${way}`);
    const key = await withKey(who);
    const was = await findPassword(db, who.caller.userId);
    const password = PASSWORD;
    for (const other of WAYS.filter((one) => one !== way)) {
      const proof = { password, ...(await signed(other, who, key)) };
      await expect(act(way, who, proof)).rejects.toMatchObject(REFUSED);
    }
    const elsewhere = await signed(way, who, key, 'somebody.else@amber.test');
    await expect(act(way, who, { password, ...elsewhere })).rejects.toMatchObject(REFUSED);
    expect(await done(who, was)).toEqual(NOTHING);
    const proof = await signed(way, who, key);
    await expect(act(way, who, proof)).rejects.toMatchObject(REFUSED);
    await act(way, who, { password, ...proof });
    expect(await done(who, was)).toEqual({ ...NOTHING, [way]: 1 });
    await expect(
      act(way, who, { password: way === 'password' ? NEXT : password, ...proof }),
    ).rejects.toThrow();
    expect(await done(who, was)).toEqual({ ...NOTHING, [way]: 1 });
  });

  it('lets one of fifty through who come with the same code, and with the same signature', async () => {
    const { db } = opened;
    const who = await contextOf(db, 'tea_1', 'nia');
    const key = await withKey(who);
    const { challenge } = await challengeFor(who, { what: 'set up app' });
    const { typed } = await offerApp(who, { passkey: key.sign(challenge, HERE) });
    await takeOffered(who, typed);
    const proofs = [{ code: await codeOf(typed) }, await signed('email', who, key)];
    for (const proof of proofs) {
      const before = (await done(who, null)).email;
      const all = Array.from({ length: 50 }, () => act('email', who, { password: PASSWORD, ...proof }));
      const outcomes = await Promise.allSettled(all);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await done(who, null)).email).toBe(before + 1);
      await db.update(twoFactors).set({ failures: 0, lockedUntil: null });
    }
  });

  it('is asked for so much at a time and no more: what was asked last is good', async () => {
    const { db } = opened;
    const sue = await contextOf(db, 'tea_1', 'sue');
    const key = await withKey(sue);
    for (let nth = 0; nth < 60; nth++) await challengeFor(sue, { what: 'leave' });
    const { passkey } = await signed('email', sue, key);
    expect(await db.$count(factorChallenges, eq(factorChallenges.userId, sue.caller.userId))).toBe(50);
    await act('email', sue, { password: PASSWORD, passkey });
    expect(await done(sue, null)).toMatchObject({ email: 1 });
  });

  it('changes nothing with a session that has ended since the proof, such as a thief’s', async () => {
    const { db } = opened;
    const [rex, boss] = [
      await contextOf(db, 'tea_1', 'rex'),
      await contextOf(db, 'tea_1', 'the-boss', 'admin'),
    ];
    const { codes } = await withApp(rex);
    const key = new SoftwareKey();
    const { challenge } = await offerPasskey(rex, { code: codes[0] });
    const was = await findPassword(db, rex.caller.userId);
    const code = (nth: number) => ({ code: codes[nth] });
    for (const { caller } of [rex, boss]) await db.delete(sessions).where(eq(sessions.userId, caller.userId));
    const out = { code: 'unauthorized' };
    const response = key.register(challenge, HERE);
    await expect(addPasskey(rex, { response, name: 'a thief’s' })).rejects.toMatchObject(out);
    await expect(makeRecoveryCodes(rex, code(1))).rejects.toMatchObject(out);
    await expect(removeApp(rex, { password: PASSWORD, ...code(2) })).rejects.toMatchObject(out);
    await expect(act('email', rex, { password: PASSWORD, ...code(3) })).rejects.toMatchObject(out);
    await expect(act('password', rex, { password: PASSWORD, ...code(4) })).rejects.toMatchObject(out);
    await expect(resetFactorsOf(boss, rex.caller.userId, { password: PASSWORD })).rejects.toMatchObject(out);
    expect(await done(rex, was)).toEqual(NOTHING);
    expect(await readFactors(db, rex.caller)).toMatchObject({ app: true, passkeys: [], codes: 5 });
  });

  it('without a password has signed in just now, or shows the factor', async () => {
    const { db } = opened;
    const [ona, pam] = [await contextOf(db, 'tea_1', 'ona'), await contextOf(db, 'tea_1', 'pam')];
    const { typed } = await withApp(pam);
    for (const { caller } of [ona, pam]) await db.delete(accounts).where(eq(accounts.userId, caller.userId));
    await expect(changePassword(ona, { current: PASSWORD, next: NEXT })).rejects.toMatchObject({
      code: 'conflict',
    });
    await db.update(sessions).set({ createdAt: new Date(Date.now() - 3_600_000) });
    await expect(leave(ona, {})).rejects.toMatchObject(REFUSED);
    await expect(leave(pam, {})).rejects.toMatchObject(FACTOR);
    await db.update(sessions).set({ createdAt: new Date() });
    await leave(ona, {});
    await expect(leave(pam, {})).rejects.toMatchObject(FACTOR);
    await forgetSteps(db, pam.caller.userId);
    await leave(pam, { code: await codeOf(typed) });
    expect(await db.$count(members, eq(members.userId, pam.caller.userId))).toBe(0);
  });
});
