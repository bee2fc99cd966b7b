/**
 * Passkeys: added, used for sign-in, removed; from a wrong site, without user verification, another person's, used
 * twice.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { assertionOptions, verifyAssertion } from '@/lib/auth/factors/passkeys';
import {
  addPasskey,
  makeRecoveryCodes,
  nameOwnPasskey,
  offerApp,
  offerPasskey,
  readFactors,
  removePasskey,
} from './own-factors';
import { challengeFor, type FactorContext, type Proof } from './prove';
import { contextOf, ORIGIN, PASSWORD, PLACE, TestBrowser } from './testing/people';
import { SoftwareKey, type Where } from './testing/software-key';

const { members, passkeys, sessions } = schema;
const HERE: Where = { origin: ORIGIN };
const PHISHING: Where[] = [
  { origin: 'https://amber.example' },
  { origin: 'https://amber.example', rpId: 'localhost' },
  { origin: ORIGIN, rpId: 'amber.example' },
  { origin: 'http://127.0.0.1:3000' },
  { origin: 'http://localhost:3001' },
];

describe.each(testDatabases)('a passkey on $name', ({ open }) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open();
    await opened.db.insert(schema.teams).values({ id: 'tea_1', name: 'Halden' });
  });
  afterAll(() => opened.close());

  const add = async (context: FactorContext, proof: Proof = { password: PASSWORD }, where = HERE) => {
    const key = new SoftwareKey();
    const { challenge } = await offerPasskey(context, proof);
    const codes = await addPasskey(context, { response: key.register(challenge, where), name: 'My phone' });
    return { key, codes };
  };
  /** The challenge of the sign-in page. */
  const asked = async (browser: TestBrowser) => {
    const { body } = await browser.ask('/passkey/generate-authenticate-options');
    return String(body.challenge);
  };
  const shown = (browser: TestBrowser, response: object) =>
    browser.ask('/passkey/verify-authentication', { response });

  it('signs in without a password, and a password alone signs in no more', async () => {
    const { db } = opened;
    const ada = await contextOf(db, 'tea_1', 'ada');
    await expect(add(ada, {})).rejects.toMatchObject({ details: { step: 'password' } });
    const { key, codes } = await add(ada);
    expect(codes).toHaveLength(10);
    const browser = new TestBrowser(db);
    const answer = await shown(browser, key.sign(await asked(browser), HERE));
    expect(answer.status).toBe(200);
    expect(await browser.caller(db)).toMatchObject({ userId: ada.caller.userId });
    const other = new TestBrowser(db);
    const ways = { twoFactorRedirect: true, twoFactorMethods: ['passkey'] };
    expect((await other.password('ada')).body).toEqual(ways);
    const wrong = await new TestBrowser(db).password('ada', 'wrong horse');
    expect(wrong.body).toEqual((await new TestBrowser(db).password('nobody', 'wrong horse')).body);
    expect(other.token()).toBeNull();
    expect((await other.ask('/sign-in/factor', { code: codes?.[0] })).status).toBe(200);
  });

  it('of a wrong place, or without its person, neither is added nor signs in', async () => {
    const { db } = opened;
    const bea = await contextOf(db, 'tea_1', 'bea');
    for (const where of [...PHISHING, { ...HERE, unverified: true }])
      await expect(add(bea, undefined, where)).rejects.toMatchObject({ code: 'bad_request' });
    expect(await readFactors(db, bea.caller)).toMatchObject({ passkeys: [] });
    const { key } = await add(bea);
    const before = await db.$count(sessions);
    for (const where of [...PHISHING, { ...HERE, unverified: true }]) {
      const browser = new TestBrowser(db);
      const { status } = await shown(browser, key.sign(await asked(browser), where));
      expect(status).toBeGreaterThanOrEqual(400);
      expect(browser.token()).toBeNull();
    }
    expect(await db.$count(sessions)).toBe(before);
  });

  it('signs what was asked of this browser, once: not of another, nor what was made up', async () => {
    const { db } = opened;
    const cleo = await contextOf(db, 'tea_1', 'cleo');
    const { key } = await add(cleo);
    const [one, other] = [new TestBrowser(db), new TestBrowser(db)];
    const [hers, theirs] = [await asked(one), await asked(other)];
    expect((await shown(other, key.sign(hers, HERE))).status).toBe(400);
    expect((await shown(other, key.sign(theirs, HERE))).status).toBe(400);
    const signed = key.sign(hers, HERE);
    const copies = Array.from({ length: 20 }, () => one.twin(db));
    const answers = await Promise.all(copies.map((copy) => shown(copy, signed)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await shown(new TestBrowser(db), key.sign('bWFkZSB1cA', HERE))).status).toBe(400);
    const stranger = new TestBrowser(db);
    expect((await shown(stranger, new SoftwareKey().sign(await asked(stranger), HERE))).status).toBe(401);
  });

  it('gives no session to who is in no team any more', async () => {
    const { db } = opened;
    const dora = await contextOf(db, 'tea_1', 'dora');
    const { key } = await add(dora);
    await db.delete(members).where(eq(members.userId, dora.caller.userId));
    const browser = new TestBrowser(db);
    expect((await shown(browser, key.sign(await asked(browser), HERE))).status).toBe(403);
    expect(browser.token()).toBeNull();
  });

  it('proves its person before a change, for that alone, and once', async () => {
    const { db } = opened;
    const [eve, fay] = [await contextOf(db, 'tea_1', 'eve'), await contextOf(db, 'tea_1', 'fay')];
    const { key } = await add(eve);
    const { key: hers } = await add(fay);
    await expect(offerApp(eve, { password: PASSWORD })).rejects.toMatchObject({
      details: { step: 'factor' },
    });
    const { challenge } = await challengeFor(eve, { what: 'recovery codes' });
    const refused = { code: 'forbidden' };
    await expect(makeRecoveryCodes(fay, { passkey: hers.sign(challenge, HERE) })).rejects.toMatchObject(
      refused,
    );
    await expect(offerApp(eve, { passkey: key.sign(challenge, HERE) })).rejects.toMatchObject(refused);
    const signed = key.sign(challenge, HERE);
    expect((await makeRecoveryCodes(eve, { passkey: signed })).length).toBe(10);
    await expect(makeRecoveryCodes(eve, { passkey: signed })).rejects.toMatchObject(refused);
    const card = { purpose: 'card', subject: 'one' } as const;
    const forCard = await assertionOptions(db, PLACE, eve.caller.userId, card);
    await expect(offerApp(eve, { passkey: key.sign(forCard.challenge, HERE) })).rejects.toMatchObject(
      refused,
    );
    const again = await assertionOptions(db, PLACE, eve.caller.userId, card);
    const other = { purpose: 'card', subject: 'other' } as const;
    const assertion = key.sign(again.challenge, HERE);
    await expect(verifyAssertion(db, PLACE, eve.caller.userId, assertion, other)).rejects.toMatchObject(
      refused,
    );
    await verifyAssertion(db, PLACE, eve.caller.userId, key.sign(again.challenge, HERE), card);
  });

  it('is named and removed by its person alone; a copy that counts backwards is refused', async () => {
    const { db } = opened;
    const [gus, hal] = [await contextOf(db, 'tea_1', 'gus'), await contextOf(db, 'tea_1', 'hal')];
    const { key, codes } = await add(gus);
    const [{ id = '' } = {}] = (await readFactors(db, gus.caller)).passkeys;
    await expect(nameOwnPasskey(db, hal.caller, id, 'mine')).rejects.toMatchObject({ code: 'not_found' });
    await expect(removePasskey(hal, id, { password: PASSWORD })).rejects.toMatchObject({ code: 'not_found' });
    await nameOwnPasskey(db, gus.caller, id, 'The blue one');
    await db.update(passkeys).set({ counter: 1000 }).where(eq(passkeys.id, id));
    const browser = new TestBrowser(db);
    expect((await shown(browser, key.sign(await asked(browser), HERE))).status).toBe(400);
    await expect(removePasskey(gus, id, { password: PASSWORD })).rejects.toMatchObject({ code: 'forbidden' });
    await removePasskey(gus, id, { password: PASSWORD, code: codes?.[3] });
    expect(await readFactors(db, gus.caller)).toMatchObject({ passkeys: [], codes: 0 });
    expect((await new TestBrowser(db).password('gus')).body.twoFactorRedirect).toBeUndefined();
  });
});
