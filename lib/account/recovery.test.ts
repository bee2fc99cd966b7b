/** A forgotten password, by a mailed link: what it permits, and what it does not, on real databases. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { checkPassword } from '@/lib/auth/check-password';
import { createToken } from '@/lib/outside/tokens';
import type { Caller } from '@/lib/people/caller';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { markTried } from '@/lib/store/outbox';
import { sha256Hex } from '@/lib/values/canonical-json';
import { changePassword } from './password';
import { askForReset, MOST_LINKS, resetPassword } from './recovery';
import { RecoveryLimit } from './recovery-limit';
import { APP, asking, PASSWORD, person, signedInAt } from './testing/person';

const { accountLinks, accounts, authorizationRequests, outbox, receipts, sessions, tokens, users } = schema;
const NEXT = 'battery staple';

describe.each(oneDatabase)('a forgotten password on $name', ({ open }) => {
  let opened: OpenDatabase;
  let teamId: string;
  beforeAll(async () => {
    opened = await open();
    ({ teamId } = (await RunHarness.open(opened)).admin);
  });
  afterAll(() => opened.close());

  const make = (name: string) => person(opened.db, teamId, name);
  const mailsTo = (recipient: string) =>
    opened.db.select().from(outbox).where(eq(outbox.recipient, recipient)).orderBy(outbox.createdAt);
  const tokensIn = (mails: { body: string }[]) =>
    mails.flatMap(({ body }) => /https:\/\/amber\.test\/reset#(\S+)/.exec(body)?.[1] ?? []);
  async function link(name: string): Promise<string> {
    await askForReset(opened.db, `${name}@amber.test`, APP);
    return tokensIn(await mailsTo(`${name}@amber.test`)).at(-1) ?? '';
  }
  const passes = ({ userId }: Caller, password: string) =>
    checkPassword(opened.db, userId, password).then(
      () => true,
      () => false,
    );
  const GONE = { code: 'not_found' };

  it('is replaced by who comes with the link, who is then signed in nowhere, nor any client for them', async () => {
    const ada = await make('ada');
    await createToken(opened.db, ada, { name: 'A client', scopes: ['team.read'], days: 7 });
    await opened.db.insert(authorizationRequests).values({
      id: 'ar_1',
      clientId: 'c',
      redirectUri: 'http://127.0.0.1',
      challenge: 'c',
      resource: APP,
      browserHash: 'b',
      userId: ada.userId,
      teamId,
      codeHash: 'code',
      expiresAt: sql`now() - interval '1 second'`,
    });
    const token = await link('ada');
    expect(await passes(ada, PASSWORD)).toBe(true);
    await resetPassword(opened.db, token, NEXT);
    expect([await passes(ada, NEXT), await passes(ada, PASSWORD)]).toEqual([true, false]);
    expect(await opened.db.$count(sessions, eq(sessions.userId, ada.userId))).toBe(0);
    expect(await opened.db.$count(tokens, and(eq(tokens.userId, ada.userId), isNull(tokens.revokedAt)))).toBe(
      0,
    );
    const open = and(eq(authorizationRequests.userId, ada.userId), isNull(authorizationRequests.usedAt));
    expect(await opened.db.$count(authorizationRequests, open)).toBe(0);
    expect((await mailsTo('ada@amber.test')).map(({ subject }) => subject)).toEqual([
      'Choose a new password',
      'Your password was changed',
    ]);
    const kept = await opened.db.select().from(receipts).where(eq(receipts.kind, 'account changed'));
    const bodies = kept.map(({ body }) => JSON.parse(body)).filter((one) => one.person?.id === ada.userId);
    expect(bodies).toMatchObject([{ change: 'password', way: 'reset', person: { role: 'member' } }]);
    expect(JSON.stringify(kept)).not.toContain('@amber.test');
    await expect(resetPassword(opened.db, token, 'once more, please')).rejects.toMatchObject(GONE);
    expect(await passes(ada, NEXT)).toBe(true);
  });

  it('keeps of the token its hash alone, and of the mail nothing once it has left', async () => {
    await make('bea');
    const token = await link('bea');
    const rows = await opened.db.select().from(accountLinks);
    expect(rows.map(({ tokenHash }) => tokenHash)).toContain(sha256Hex(token));
    expect(JSON.stringify(rows)).not.toContain(token);
    const [mail] = await mailsTo('bea@amber.test');
    await markTried(opened.db, mail?.id ?? '', { status: 'pending', lastError: 'away' });
    expect(tokensIn(await mailsTo('bea@amber.test'))).toEqual([token]);
    await markTried(opened.db, mail?.id ?? '', { status: 'sent', lastError: null });
    expect(await mailsTo('bea@amber.test')).toMatchObject([{ body: '', status: 'sent' }]);
  });

  it('is replaced by one of fifty who come with the same link at once', async () => {
    const cy = await make('cy');
    const token = await link('cy');
    const wanted = Array.from({ length: 50 }, (_, nth) => `the password of number ${nth}`);
    const outcomes = await Promise.allSettled(wanted.map((one) => resetPassword(opened.db, token, one)));
    const won = outcomes.flatMap(({ status }, nth) => (status === 'fulfilled' ? [wanted[nth] ?? ''] : []));
    expect(won).toHaveLength(1);
    expect(await passes(cy, won[0] ?? '')).toBe(true);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(new Set(refused)).toEqual(new Set(['not_found']));
    const changed = (await mailsTo('cy@amber.test')).filter(({ subject }) => /was changed/.test(subject));
    expect(changed).toHaveLength(1);
  });

  it('is not replaced by a link of somebody else, of another time, of another address, or of before', async () => {
    const [di, eve] = [await make('di'), await make('eve')];
    const late = await link('di');
    await opened.db
      .update(accountLinks)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(accountLinks.userId, di.userId));
    await expect(resetPassword(opened.db, late, NEXT)).rejects.toMatchObject(GONE);
    const elsewhere = await link('di');
    await opened.db.update(users).set({ email: 'di.moved@amber.test' }).where(eq(users.id, di.userId));
    await expect(resetPassword(opened.db, elsewhere, NEXT)).rejects.toMatchObject(GONE);
    const before = await link('eve');
    await changePassword(asking(opened.db, eve), { current: PASSWORD, next: 'changed by herself' });
    await expect(resetPassword(opened.db, before, NEXT)).rejects.toMatchObject(GONE);
    const own = await link('eve');
    await resetPassword(opened.db, own, NEXT);
    expect([await passes(di, PASSWORD), await passes(di, NEXT), await passes(eve, NEXT)]).toEqual([
      true,
      false,
      true,
    ]);
    for (const made of ['', 'made up', `${own}x`, sha256Hex(own)]) {
      await expect(resetPassword(opened.db, made, 'any password')).rejects.toMatchObject(GONE);
    }
  });

  it('is changed by one of two, where one comes with a link and one with the password', async () => {
    const nia = await make('nia');
    let current = PASSWORD;
    for (let round = 0; round < 4; round++) {
      const token = await link('nia');
      await signedInAt(opened.db, nia.userId, 'nia-here');
      const [byPassword, byLink] = [`by password ${round}`, `by a link ${round}`];
      const outcomes = await Promise.allSettled([
        changePassword(asking(opened.db, nia), { current, next: byPassword }),
        resetPassword(opened.db, token, byLink),
      ]);
      const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
      expect(refused).toHaveLength(1);
      expect(['conflict', 'forbidden', 'not_found', 'unauthorized']).toContain(refused[0]);
      current = outcomes[0].status === 'fulfilled' ? byPassword : byLink;
      expect(await passes(nia, current)).toBe(true);
    }
  });

  it('with one link all others of the person end', async () => {
    await make('fay');
    const [first, second] = [await link('fay'), await link('fay')];
    expect(first).not.toBe(second);
    await resetPassword(opened.db, first, NEXT);
    await expect(resetPassword(opened.db, second, 'another one of hers')).rejects.toMatchObject(GONE);
  });

  it('mails nothing to who has no account, no password, no team, or a demo account', async () => {
    const [gil, hal, ida] = [await make('gil'), await make('hal'), await make('ida')];
    await opened.db.update(users).set({ demo: true }).where(eq(users.id, gil.userId));
    await opened.db.update(accounts).set({ providerId: 'sso' }).where(eq(accounts.userId, hal.userId));
    await opened.db.delete(schema.members).where(eq(schema.members.userId, ida.userId));
    const before = await opened.db.$count(accountLinks);
    for (const name of ['gil', 'hal', 'ida', 'nobody']) {
      await askForReset(opened.db, `${name}@amber.test`, APP);
      expect(await mailsTo(`${name}@amber.test`)).toEqual([]);
    }
    expect(await opened.db.$count(accountLinks)).toBe(before);
  });

  it('finds the address however it is written, and mails so many links and no more', async () => {
    await make('jo');
    await Promise.all(Array.from({ length: 20 }, () => askForReset(opened.db, 'JO@Amber.test', APP)));
    expect(tokensIn(await mailsTo('jo@amber.test'))).toHaveLength(MOST_LINKS);
  });

  it('somebody who is in no team and invited again gets a link, since the invitation asks for the password', async () => {
    const lea = await make('lea');
    await opened.db.delete(schema.members).where(eq(schema.members.userId, lea.userId));
    expect(await link('lea')).toBe('');
    await opened.db.insert(schema.invitations).values({
      id: 'ivt_lea',
      teamId,
      email: 'lea@amber.test',
      role: 'member',
      tokenHash: 'of lea',
      invitedBy: (await make('mo')).userId,
      expiresAt: sql`now() + interval '1 day'`,
    });
    await resetPassword(opened.db, await link('lea'), NEXT);
    expect(await passes(lea, NEXT)).toBe(true);
    expect(await opened.db.$count(schema.members, eq(schema.members.userId, lea.userId))).toBe(0);
  });

  it('a removed person does nothing with the link they were mailed', async () => {
    const kim = await make('kim');
    const token = await link('kim');
    await opened.db.delete(schema.members).where(eq(schema.members.userId, kim.userId));
    await expect(resetPassword(opened.db, token, NEXT)).rejects.toMatchObject(GONE);
    expect(await passes(kim, PASSWORD)).toBe(true);
  });
});

it('links are asked for so often of an address, known or not, and so often from a place', () => {
  const limit = new RecoveryLimit();
  const admitted = (count: number, ask: (nth: number) => [string, string], now = 0) =>
    Array.from({ length: count }, (_, nth) => {
      try {
        limit.admit(...ask(nth), now);
        return true;
      } catch {
        return false;
      }
    }).filter(Boolean).length;
  expect(admitted(50, (nth) => ['ada@amber.test', `place ${nth}`])).toBe(5);
  expect(admitted(1, () => ['ADA@amber.test', 'elsewhere'])).toBe(0);
  expect(admitted(500, (nth) => [`${nth}@amber.test`, 'one place'])).toBe(100);
  expect(admitted(1, () => ['ada@amber.test', 'one place'], 3_600_000)).toBe(1);
});
