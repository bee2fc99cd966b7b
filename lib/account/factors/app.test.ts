/** Codes of an app and recovery codes: set up, required at sign-in, guessed, used twice, turned off. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { LOCKED_MINUTES, MOST_WRONG, spendCode } from '@/lib/auth/factors/codes';
import { changePassword } from '../password';
import { makeRecoveryCodes, offerApp, readFactors, removeApp, takeApp } from './own-factors';
import { codeOf, contextOf, forgetSteps, PASSWORD, PLACE, TestBrowser, withApp } from './testing/people';

const { members, outbox, receipts, recoveryCodes, sessions, twoFactors, users, verifications } = schema;

describe.each(oneDatabase)('a second factor on $name', ({ open }) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open();
    await opened.db.insert(schema.teams).values({ id: 'tea_1', name: 'Halden' });
  });
  afterAll(() => opened.close());

  const sessionsOf = (userId: string) => opened.db.$count(sessions, eq(sessions.userId, userId));
  const changesOf = async (userId: string) => {
    const rows = await opened.db
      .select()
      .from(receipts)
      .where(eq(receipts.kind, 'account changed'))
      .orderBy(receipts.id);
    const bodies = rows.map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>);
    return bodies.filter(({ person }) => Object(person).id === userId).map(({ change }) => change);
  };

  it('counts from its first code on, with recovery codes, a mail and the end of other sessions', async () => {
    const { db } = opened;
    const ada = await contextOf(db, 'tea_1', 'ada');
    const { userId } = ada.caller;
    await expect(offerApp(ada, {})).rejects.toMatchObject({
      code: 'forbidden',
      details: { step: 'password' },
    });
    await expect(offerApp(ada, { password: 'wrong horse' })).rejects.toMatchObject({ code: 'forbidden' });
    const { typed, address } = await offerApp(ada, { password: PASSWORD });
    expect(address).toMatch(/^otpauth:\/\/totp\/Amber:ada%40amber\.test\?/);
    expect((await new TestBrowser(db).password('ada')).body.twoFactorRedirect).toBeUndefined();
    await expect(takeApp(ada, '000000')).rejects.toMatchObject({ code: 'forbidden' });
    await db.delete(sessions).where(eq(sessions.userId, userId));
    const before = [
      { id: 'ada-here', token: 'ada-here' },
      { id: 'ada-there', token: 'ada-there' },
    ];
    const expiresAt = new Date(Date.now() + 3_600_000);
    await db.insert(sessions).values(before.map((one) => ({ ...one, userId, expiresAt })));
    const codes = await takeApp(ada, await codeOf(typed));
    expect(new Set(codes).size).toBe(10);
    expect(await readFactors(db, ada.caller)).toMatchObject({ app: true, codes: 10, passkeys: [] });
    expect(await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId))).toEqual([
      { id: 'ada-here' },
    ]);
    const mails = await db.select().from(outbox).where(eq(outbox.recipient, 'ada@amber.test'));
    expect(mails.map(({ subject }) => subject)).toEqual(['Codes of an app were set up']);
    expect(await changesOf(userId)).toEqual(['app set up', 'recovery codes']);
  });

  it('lies in the database so that a dump opens nothing', async () => {
    const { db } = opened;
    const kim = await contextOf(db, 'tea_1', 'kim');
    const { typed, codes } = await withApp(kim);
    const own = eq(twoFactors.userId, kim.caller.userId);
    const dump = JSON.stringify([
      await db.select().from(twoFactors).where(own),
      await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, kim.caller.userId)),
      await db.select().from(schema.receipts),
      await db.select().from(outbox),
    ]);
    for (const secret of [typed, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(dump).not.toContain(secret);
  });

  it('is asked for after the password: until then there is no session, and afterwards another token', async () => {
    const { db } = opened;
    const bea = await contextOf(db, 'tea_1', 'bea');
    const { typed } = await withApp(bea);
    const before = await sessionsOf(bea.caller.userId);
    const browser = new TestBrowser(db);
    // A planted cookie must not become the session.
    browser.jar.set('amber.session_token', 'planted.by-somebody-else');
    const begun = await browser.password('bea');
    expect(begun.body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
    expect(browser.token()).toBeNull();
    expect(await sessionsOf(bea.caller.userId)).toBe(before);
    expect((await browser.ask('/sign-in/factor', { code: '123456' })).status).toBe(401);
    expect(browser.token()).toBeNull();
    const ended = await browser.ask('/sign-in/factor', { code: await codeOf(typed), trustDevice: true });
    expect(ended.status).toBe(200);
    expect(await browser.caller(db)).toMatchObject({ userId: bea.caller.userId });
    expect([...browser.jar.keys()]).toEqual(['amber.session_token']);
    expect(JSON.stringify(ended.body)).not.toContain(browser.token());
  });

  it('takes a code once: not in its own half minute again, nor an earlier one, at sign-in as elsewhere', async () => {
    const { db } = opened;
    const cleo = await contextOf(db, 'tea_1', 'cleo');
    const { typed } = await withApp(cleo);
    const code = await codeOf(typed);
    const one = new TestBrowser(db);
    await one.password('cleo');
    expect((await one.ask('/sign-in/factor', { code })).status).toBe(200);
    const again = new TestBrowser(db);
    await again.password('cleo');
    expect((await again.ask('/sign-in/factor', { code })).status).toBe(401);
    const earlier = {
      userId: cleo.caller.userId,
      secret: PLACE.secret,
      kind: 'app',
      now: Date.now(),
    } as const;
    for (const used of [code, await codeOf(typed, -1)])
      await expect(spendCode(db, { ...earlier, code: used })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('gives one session to fifty who come with the same code, and with the same recovery code', async () => {
    const { db } = opened;
    const dora = await contextOf(db, 'tea_1', 'dora');
    const { typed, codes } = await withApp(dora);
    for (const code of [await codeOf(typed), codes[0] ?? '']) {
      await db.update(twoFactors).set({ failures: 0, lockedUntil: null });
      const before = await sessionsOf(dora.caller.userId);
      const browsers: TestBrowser[] = [];
      for (let nth = 0; nth < 5; nth++) {
        const browser = new TestBrowser(db);
        await browser.password('dora');
        browsers.push(browser, ...Array.from({ length: 9 }, () => browser.twin(db)));
      }
      const answers = await Promise.all(browsers.map((one) => one.ask('/sign-in/factor', { code })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await sessionsOf(dora.caller.userId)).toBe(before + 1);
    }
    expect(await readFactors(db, dora.caller)).toMatchObject({ codes: 9 });
  });

  it('is not guessed: after so many wrong codes not even the right one is taken, from wherever it comes', async () => {
    const { db } = opened;
    const eve = await contextOf(db, 'tea_1', 'eve');
    const { typed, codes } = await withApp(eve);
    const guesses = Array.from({ length: 50 }, (_, nth) =>
      nth % 2 ? `00000${nth % 10}` : `aaaa-bbbb-cccc-dd${nth}`,
    );
    const browsers = await Promise.all(
      guesses.map(async () => {
        const browser = new TestBrowser(db);
        await browser.password('eve');
        return browser;
      }),
    );
    const answers = await Promise.all(
      browsers.map((one, nth) => one.ask('/sign-in/factor', { code: guesses[nth] })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((one) => one === 401)).toHaveLength(MOST_WRONG);
    expect(statuses.filter((one) => one === 429)).toHaveLength(50 - MOST_WRONG);
    const owner = new TestBrowser(db);
    await owner.password('eve');
    expect((await owner.ask('/sign-in/factor', { code: await codeOf(typed) })).status).toBe(429);
    expect((await owner.ask('/sign-in/factor', { code: codes[0] })).status).toBe(429);
    const [row] = await db.select().from(twoFactors).where(eq(twoFactors.userId, eve.caller.userId));
    expect(row?.lockedUntil?.getTime()).toBeLessThanOrEqual(Date.now() + LOCKED_MINUTES * 60_000 + 60_000);
    await db.update(twoFactors).set({ lockedUntil: new Date(Date.now() - 1000) });
    expect((await owner.ask('/sign-in/factor', { code: await codeOf(typed) })).status).toBe(200);
  });

  it('of somebody else ends nobody’s sign-in, nor does a sign-in that was made up or is past its time', async () => {
    const { db } = opened;
    const [fay, gus] = [await contextOf(db, 'tea_1', 'fay'), await contextOf(db, 'tea_1', 'gus')];
    const [hers, his] = [await withApp(fay), await withApp(gus)];
    const browser = new TestBrowser(db);
    await browser.password('fay');
    for (const code of [await codeOf(his.typed), his.codes[0]])
      expect((await browser.ask('/sign-in/factor', { code })).status).toBe(401);
    const forged = new TestBrowser(db);
    forged.jar.set('amber.two_factor', 'made-up.signature');
    expect((await forged.ask('/sign-in/factor', { code: await codeOf(hers.typed) })).status).toBe(401);
    await db.update(verifications).set({ expiresAt: new Date(Date.now() - 1000) });
    expect((await browser.ask('/sign-in/factor', { code: await codeOf(hers.typed) })).status).toBe(401);
    expect(browser.token()).toBeNull();
  });

  it('gives no session once the password was changed, nor to who was removed meanwhile', async () => {
    const { db } = opened;
    const hal = await contextOf(db, 'tea_1', 'hal');
    const { typed, codes } = await withApp(hal);
    const browser = new TestBrowser(db);
    await browser.password('hal');
    await changePassword(hal, { current: PASSWORD, next: 'battery staple', code: codes[0] });
    expect((await browser.ask('/sign-in/factor', { code: await codeOf(typed) })).status).toBe(401);
    await forgetSteps(db, hal.caller.userId);
    const late = new TestBrowser(db);
    await late.password('hal', 'battery staple');
    await db.delete(members).where(eq(members.userId, hal.caller.userId));
    await db.delete(sessions).where(eq(sessions.userId, hal.caller.userId));
    expect((await late.ask('/sign-in/factor', { code: await codeOf(typed) })).status).toBe(403);
    expect(await sessionsOf(hal.caller.userId)).toBe(0);
  });

  it('is changed only by who has it, and turned off by who knows the password as well', async () => {
    const { db } = opened;
    const ida = await contextOf(db, 'tea_1', 'ida');
    const { typed, codes } = await withApp(ida);
    await expect(offerApp(ida, { password: PASSWORD })).rejects.toMatchObject({
      details: { step: 'factor' },
    });
    await expect(makeRecoveryCodes(ida, { password: PASSWORD })).rejects.toMatchObject({ code: 'forbidden' });
    const made = await makeRecoveryCodes(ida, { code: await codeOf(typed) });
    await expect(makeRecoveryCodes(ida, { code: codes[0] ?? '' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(removeApp(ida, { password: PASSWORD })).rejects.toMatchObject({
      details: { step: 'factor' },
    });
    await expect(removeApp(ida, { code: made[0] })).rejects.toMatchObject({ details: { step: 'password' } });
    await removeApp(ida, { password: PASSWORD, code: made[0] });
    expect(await readFactors(db, ida.caller)).toMatchObject({ app: false, codes: 0, codesMadeAt: null });
    const [row] = await db.select().from(users).where(eq(users.id, ida.caller.userId));
    expect(row?.twoFactorEnabled).toBe(false);
    expect((await new TestBrowser(db).password('ida')).body.twoFactorRedirect).toBeUndefined();
    expect(await changesOf(ida.caller.userId)).toEqual([
      'app set up',
      'recovery codes',
      'recovery codes',
      'app removed',
    ]);
    const mails = await db
      .select()
      .from(outbox)
      .where(and(eq(outbox.recipient, 'ida@amber.test')));
    expect(mails).toHaveLength(3);
  });
});
