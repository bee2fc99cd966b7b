/** A person's own name and address, their data, and leaving the team, on real databases. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { createToken } from '@/lib/outside/tokens';
import type { Caller } from '@/lib/people/caller';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { leave } from './leave';
import { ownData } from './own-data';
import { askForAddress, readProfile, rename, takeAddress } from './profile';
import { askForReset, resetPassword } from './recovery';
import { APP, asking, PASSWORD, person } from './testing/person';

const { accountLinks, facts, members, outbox, receipts, sessions, tokens, uploads, users } = schema;

describe.each(testDatabases)('one’s own account on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  let teamId: string;
  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
    ({ teamId } = harness.admin);
  });
  afterAll(() => opened.close());

  const make = (name: string) => person(opened.db, teamId, name);
  const mailsTo = (recipient: string) =>
    opened.db.select().from(outbox).where(eq(outbox.recipient, recipient)).orderBy(outbox.createdAt);
  const emailOf = async (caller: Caller) => (await readProfile(opened.db, caller)).email;
  const ask = (caller: Caller, email: string, password = PASSWORD) =>
    askForAddress(asking(opened.db, caller), { email, password });
  const go = (caller: Caller, password = PASSWORD) => leave(asking(opened.db, caller), { password });
  async function link(caller: Caller, email: string): Promise<string> {
    await ask(caller, email);
    const mails = await mailsTo(email.toLowerCase());
    return /account#address=(\S+)/.exec(mails.at(-1)?.body ?? '')?.[1] ?? '';
  }
  const changesOf = async ({ userId }: Caller) => {
    const rows = await opened.db.select().from(receipts).where(eq(receipts.kind, 'account changed'));
    return rows.map(({ body }) => JSON.parse(body)).filter((one) => one.person.id === userId);
  };
  const GONE = { code: 'not_found' };

  it('has another name, with a receipt that does not say it', async () => {
    const ada = await make('ada');
    await rename(opened.db, ada, 'Ada Lovelace');
    await rename(opened.db, ada, 'Ada Lovelace');
    expect(await readProfile(opened.db, ada)).toMatchObject({ name: 'Ada Lovelace', isDemo: false });
    const all = await changesOf(ada);
    expect(all).toMatchObject([{ change: 'name' }]);
    expect(JSON.stringify(all)).not.toContain('Lovelace');
  });

  it('has another address once its link is opened by the same person, and the one before is told', async () => {
    const bea = await make('bea');
    const token = await link(bea, 'Bea.New@amber.test');
    expect(await emailOf(bea)).toBe('bea@amber.test');
    const other = await make('bert');
    await expect(takeAddress(opened.db, other, token)).rejects.toMatchObject(GONE);
    expect(await takeAddress(opened.db, bea, token)).toBe('bea.new@amber.test');
    expect([await emailOf(bea), await emailOf(other)]).toEqual(['bea.new@amber.test', 'bert@amber.test']);
    const told = await mailsTo('bea@amber.test');
    expect(told).toMatchObject([{ subject: 'The address of your account was changed' }]);
    expect(told[0]?.body).not.toContain('bea.new');
    await expect(takeAddress(opened.db, bea, token)).rejects.toMatchObject(GONE);
    const all = await changesOf(bea);
    expect(all).toMatchObject([{ change: 'email' }]);
    expect(JSON.stringify(all)).not.toContain('@');
  });

  it('needs the password, and says the same where somebody else has the address', async () => {
    const [cy, dan] = [await make('cy'), await make('dan')];
    await expect(ask(cy, 'cy.new@amber.test', 'wrong horse')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await mailsTo('cy.new@amber.test')).toEqual([]);
    expect(await ask(cy, 'cy.new@amber.test')).toBeUndefined();
    expect(await ask(cy, 'DAN@amber.test')).toBeUndefined();
    expect(await mailsTo('dan@amber.test')).toEqual([]);
    expect(await opened.db.$count(accountLinks, eq(accountLinks.userId, cy.userId))).toBe(0);
    expect(await emailOf(dan)).toBe('dan@amber.test');
    await expect(ask(cy, 'CY@amber.test')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('takes no address that somebody has got meanwhile, is past its time, or is asked for anew', async () => {
    const [eve, fay] = [await make('eve'), await make('fay')];
    const [hers, theirs] = [await link(eve, 'both@amber.test'), await link(fay, 'both@amber.test')];
    const outcomes = await Promise.allSettled([
      takeAddress(opened.db, eve, hers),
      takeAddress(opened.db, fay, theirs),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [gus] = [await make('gus')];
    const first = await link(gus, 'gus.one@amber.test');
    const second = await link(gus, 'gus.two@amber.test');
    await expect(takeAddress(opened.db, gus, first)).rejects.toMatchObject(GONE);
    await opened.db
      .update(accountLinks)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(accountLinks.userId, gus.userId));
    await expect(takeAddress(opened.db, gus, second)).rejects.toMatchObject(GONE);
    expect(await emailOf(gus)).toBe('gus@amber.test');
  });

  it('with another address no link for a password counts that went to the one before', async () => {
    const hal = await make('hal');
    await askForReset(opened.db, 'hal@amber.test', APP);
    const reset = /reset#(\S+)/.exec((await mailsTo('hal@amber.test'))[0]?.body ?? '')?.[1] ?? '';
    await takeAddress(opened.db, hal, await link(hal, 'hal.new@amber.test'));
    await expect(resetPassword(opened.db, reset, 'battery staple')).rejects.toMatchObject(GONE);
  });

  it('stays as it is where everybody uses it', async () => {
    const ida = await make('ida');
    await opened.db.update(users).set({ demo: true }).where(eq(users.id, ida.userId));
    const forbidden = { code: 'forbidden' };
    await expect(rename(opened.db, ida, 'Another')).rejects.toMatchObject(forbidden);
    await expect(ask(ida, 'ida.new@amber.test')).rejects.toMatchObject(forbidden);
    await expect(go(ida)).rejects.toMatchObject(forbidden);
    expect(await opened.db.$count(members, eq(members.userId, ida.userId))).toBe(1);
  });

  it('leaves the team with all that is open, for who knows the password, and never as its last admin', async () => {
    const jo = await make('jo');
    await createToken(opened.db, jo, { name: 'A client', scopes: ['team.read'], days: 7 });
    await expect(go(jo, 'wrong horse')).rejects.toMatchObject({ code: 'forbidden' });
    await go(jo);
    expect(await opened.db.$count(members, eq(members.userId, jo.userId))).toBe(0);
    expect(await opened.db.$count(sessions, eq(sessions.userId, jo.userId))).toBe(0);
    const holds = and(eq(tokens.userId, jo.userId), isNull(tokens.revokedAt));
    expect(await opened.db.$count(tokens, holds)).toBe(0);
    const left = (await opened.db.select().from(receipts).where(eq(receipts.kind, 'left')))
      .map(({ body }) => JSON.parse(body))
      .filter((one) => one.person.id === jo.userId);
    expect(left).toMatchObject([{ by: jo.userId }]);
    const lone = await RunHarness.open(opened);
    await opened.db.delete(members).where(eq(members.userId, lone.admin.userId));
    const [kim, lea] = [
      await person(opened.db, lone.admin.teamId, 'kim', 'admin'),
      await person(opened.db, lone.admin.teamId, 'lea', 'admin'),
    ];
    const both = await Promise.allSettled([kim, lea].map((one) => go(one)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await opened.db.$count(members, eq(members.teamId, lone.admin.teamId))).toBe(1);
  });

  it('is one’s own to take along: chats, memory, files and receipts, and nothing of others', async () => {
    const [mia, ned] = [await make('mia'), await make('ned')];
    for (const [who, word] of [
      [mia, 'cherry'],
      [ned, 'walnut'],
    ] as const) {
      const chatId = await harness.chat(who);
      harness.steps({ text: `An answer about ${word}` });
      await harness.say(chatId, `A question about ${word}, password=hunter2hunter2`, who);
      const fact = { id: `fact-${word}`, userId: who.userId, teamId, text: `likes ${word}`, hash: word };
      await opened.db.insert(facts).values(fact);
      await opened.db.insert(uploads).values({
        id: `file-${word}`,
        userId: who.userId,
        teamId,
        name: `${word}.txt`,
        kind: 'text' as const,
        mimeType: 'text/plain',
        size: 1,
        sha256: 'x',
        words: word,
        cut: false,
        bytes: Buffer.from('x'),
      });
    }
    await rename(opened.db, mia, 'Mia Novak');
    const read = async (isStill = async () => true) => {
      let text = '';
      for await (const piece of ownData({ db: opened.db, caller: mia, isStill })) text += piece;
      return text;
    };
    const text = await read();
    const data = JSON.parse(text);
    expect(data.profile).toMatchObject({ id: mia.userId, name: 'Mia Novak', email: 'mia@amber.test' });
    expect(data.chats).toHaveLength(1);
    expect(data.chats[0].messages.map(({ role }: { role: string }) => role)).toEqual(['assistant', 'user']);
    expect(data.memory).toMatchObject([{ text: 'likes cherry' }]);
    expect(data.files).toMatchObject([{ name: 'cherry.txt' }]);
    expect(data.sessions).toHaveLength(3);
    const named = await opened.db.select().from(receipts).where(sql`strpos(body, ${mia.userId}) > 0`);
    expect(data.receipts.toSorted()).toEqual(named.map(({ id }) => id).toSorted());
    expect(named.length).toBeGreaterThan(0);
    for (const foreign of ['walnut', ned.userId, 'ned@amber.test', 'hunter2', 'mia-here']) {
      expect(text).not.toContain(foreign);
    }
    await expect(read(async () => false)).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
