/** A team's policy: the resulting rulings, and that two people are two people. */
import { hashPassword } from 'better-auth/crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { clearOutside, createChat } from '@/lib/runs/chats';
import { continueRun } from '@/lib/runs/drive';
import { owner } from '@/lib/runs/owner';
import { readChat } from '@/lib/runs/read-chats';
import { CrashHarness, call } from '@/lib/runs/testing/crash-harness';
import type { RunHarness } from '@/lib/runs/testing/run-harness';
import { lockChat } from '@/lib/store/chats';
import { findLatestRun } from '@/lib/store/runs';
import { readPolicy } from './policy-settings';
import { settleWaitingRun } from './settle';

const { accounts, approvals, confirmations, members, outbox, policyRules, users } = schema;

describe.each(testDatabases)('the team’s policy on $name', ({ open }) => {
  let crash: CrashHarness;
  let member: Caller;
  let second: Caller;

  beforeAll(async () => {
    crash = await CrashHarness.open(await open());
    member = await crash.harness.person('member');
    second = await crash.harness.person('admin');
  });
  afterAll(() => crash.close());
  beforeEach(async () => {
    crash.reset();
    await crash.opened.db.delete(policyRules);
  });

  const rule: RunHarness['rule'] = (...said) => crash.harness.rule(...said);

  /** The model makes these calls to the server, each in a step of its own. */
  async function order(who: Caller, ...tools: Parameters<typeof call>[0][]) {
    const { harness } = crash;
    const chatId = await harness.chat(who);
    harness.steps(...tools.map((tool) => ({ calls: [call(tool, 'a')] })));
    await harness.say(chatId, 'Do it', who);
    const [card] = await harness.cards(chatId, 'pending');
    return { chatId, card, id: card?.id ?? '' };
  }

  const confirm = (id: string, by: Caller, password?: string) =>
    crash.harness.decide(id, 'confirm', undefined, by, password ? { password } : {});
  const forbidden = { code: 'forbidden' };

  it('is changed by admins, for oneself only to ask for more, and each change has a number', async () => {
    const { db } = crash.opened;
    const { version } = await readPolicy(db, member);
    await expect(rule('add', { effect: 'allow' }, member)).rejects.toMatchObject(forbidden);
    await expect(rule('add', { effect: 'allow', own: true }, member)).rejects.toMatchObject({
      code: 'bad_request',
    });
    await rule('add', { effect: 'ask', own: true }, member);
    expect((await readPolicy(db, member)).version).toBe(version);
    for (let time = 0; time < 2; time++) await rule('drop', { effect: 'deny' });
    for (let time = 0; time < 2; time++) await rule('drop', {});
    const now = await readPolicy(db, member);
    expect(now.rules.map(({ tool, effect, own }) => [tool, effect, own])).toEqual([['add', 'ask', true]]);
    expect(now.version).toBe(version + 2);
    expect((await readPolicy(db, second)).rules).toEqual([]);
    for (const said of [{ holdSeconds: 30 }, { effect: 'deny' as const }, {}]) await rule('drop', said);
    expect((await readPolicy(db, second)).rules).toMatchObject([{ effect: null, holdSeconds: 30 }]);
    await rule('drop', { holdSeconds: null });
    expect((await readPolicy(db, second)).rules).toEqual([]);
  });

  it('asks a person for what he wants to be asked about, and nobody else', async () => {
    await rule('add', { effect: 'ask', own: true }, member);
    expect((await order(member, 'add')).card).toMatchObject({ requirement: 'ask' });
    expect((await order(second, 'add')).card).toBeUndefined();
    expect(crash.executed).toEqual(['add a']);
  });

  it('hides what it denies', async () => {
    await rule(null, { effect: 'deny' });
    await order(member, 'look');
    expect(crash.executed).toEqual([]);
    const offered = crash.harness.prompts.at(-1)?.tools?.map(({ name }) => name) ?? [];
    expect(offered.filter((name) => name.startsWith('s__'))).toEqual([]);
  });

  it('where an admin must confirm, that is never the one who asked', async () => {
    await rule('drop', { effect: 'ask_admin' });
    for (const requester of [member, second]) {
      crash.reset();
      const { id, card } = await order(requester, 'drop');
      expect(card).toMatchObject({ requirement: 'ask_admin' });
      await expect(confirm(id, requester)).rejects.toMatchObject(forbidden);
      expect(crash.executed).toEqual([]);
      expect(await confirm(id, crash.harness.admin)).toBe('confirmed');
      expect(await confirm(id, crash.harness.admin)).toBe('confirmed');
      expect(crash.executed).toEqual(['drop a']);
    }
  });

  it('where two admins must, one of them twice is one', async () => {
    await rule('drop', { effect: 'two_admins' });
    const { id, chatId } = await order(member, 'drop');
    for (let press = 0; press < 2; press++) expect(await confirm(id, second)).toBe('pending');
    const [card] = await crash.harness.cards(chatId, 'pending');
    expect(card?.confirmedBy.map((one) => one.id)).toEqual([second.userId]);
    expect(crash.executed).toEqual([]);
    expect(await confirm(id, crash.harness.admin)).toBe('confirmed');
    expect(crash.executed).toEqual(['drop a']);
  });

  it('the requester may take back what only others can confirm', async () => {
    await rule('drop', { effect: 'two_admins' });
    const { id } = await order(member, 'drop');
    expect(await crash.harness.decide(id, 'cancel', undefined, member)).toBe('cancelled');
    await expect(confirm(id, second)).rejects.toMatchObject({ code: 'conflict' });
    expect(crash.executed).toEqual([]);
  });

  it('the database itself keeps four eyes', async () => {
    await rule('drop', { effect: 'ask_admin' });
    const { db } = crash.opened;
    const { id } = await order(second, 'drop');
    const by = (userId: string) => db.insert(confirmations).values({ approvalId: id, userId });
    const it_ = eq(approvals.id, id);
    for (const userId of [second.userId, member.userId]) await expect(by(userId)).rejects.toThrow();
    await expect(db.update(approvals).set({ status: 'confirmed' }).where(it_)).rejects.toThrow();
    await expect(db.update(approvals).set({ requirement: 'ask' }).where(it_)).rejects.toThrow();
    const other = { requestedBy: member.userId };
    await expect(db.update(approvals).set(other).where(it_)).rejects.toThrow();
    await by(crash.harness.admin.userId);
    const mine = and(eq(confirmations.approvalId, id), eq(confirmations.userId, crash.harness.admin.userId));
    await expect(db.update(confirmations).set({ userId: second.userId }).where(mine)).rejects.toThrow();
    await db.update(approvals).set({ status: 'confirmed' }).where(it_);
  });

  it('made stricter while a card waits, it asks anew', async () => {
    const { id, chatId } = await order(member, 'drop');
    await rule('drop', { effect: 'ask_admin' });
    await expect(confirm(id, member)).rejects.toMatchObject({ code: 'changed' });
    const [card] = await crash.harness.cards(chatId, 'pending');
    expect(card).toMatchObject({ requirement: 'ask_admin', mayDecide: true });
    expect(crash.executed).toEqual([]);
    await confirm(card?.id ?? '', crash.harness.admin);
    expect(crash.executed).toEqual(['drop a']);
  });

  it('made stricter between the decision and the call, nothing runs', async () => {
    const { harness } = crash;
    const chatId = await harness.chat(member);
    harness.steps({ calls: [call('drop', 'a'), call('drop', 'b')] });
    await harness.say(chatId, 'Drop both', member);
    const [first, last] = await harness.cards(chatId, 'pending');
    await confirm(first?.id ?? '', member);
    await rule('drop', { effect: 'two_admins' });
    await harness.decide(last?.id ?? '', 'cancel', undefined, member);
    expect(crash.executed).toEqual([]);
    expect(await crash.ledger(chatId)).toEqual(['drop a error', 'drop b denied']);
  });

  it('lets yolo pass neither a lock nor four eyes', async () => {
    const { harness } = crash;
    for (const [more, asks] of [
      [{ effect: 'ask', locked: true }, true],
      [{ locked: true }, true],
      [{ effect: 'ask_admin' }, true],
      [{ effect: 'ask' }, false],
    ] as const) {
      await rule('drop', more);
      const chatId = await createChat(crash.opened.db, harness.admin, 'yolo');
      harness.steps({ calls: [call('drop', 'a')] });
      await harness.say(chatId, 'Drop');
      expect(await harness.cards(chatId, 'pending')).toHaveLength(asks ? 1 : 0);
    }
    expect(crash.executed).toEqual(['drop a']);
  });

  it('asks whoever confirms what is critical for the password', async () => {
    const password = await hashPassword('the right one');
    const { userId } = member;
    const account = { id: randomToken(), accountId: userId, providerId: 'credential', userId, password };
    await crash.opened.db.insert(accounts).values(account);
    await rule('drop', { critical: true });
    const { id, card } = await order(member, 'drop');
    expect(card?.critical).toBe(true);
    await expect(confirm(id, member)).rejects.toMatchObject({ ...forbidden, details: { step: 'password' } });
    await expect(confirm(id, member, 'a wrong one')).rejects.toMatchObject(forbidden);
    expect(crash.executed).toEqual([]);
    expect(await confirm(id, member, 'the right one')).toBe('confirmed');
    expect(crash.executed).toEqual(['drop a']);
  });

  it('names who can confirm; where nobody can, the model hears of that before it calls and when it expires', async () => {
    const { harness, opened } = crash;
    await rule('drop', { effect: 'ask_admin' });
    const { card } = await order(member, 'drop');
    const names = [harness.admin, second].map(({ userId: id, userName: name }) => ({ id, name }));
    const byName = names.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    expect(card?.confirmers).toEqual({ named: byName, more: 0 });
    await rule('drop', { effect: 'two_admins' });
    await opened.db.update(members).set({ role: 'member' }).where(eq(members.userId, second.userId));
    try {
      const { chatId, id } = await order(member, 'drop');
      const confirmers = { named: names.slice(0, 1), more: 0 };
      expect(await harness.cards(chatId)).toMatchObject([{ confirmers }]);
      expect(JSON.stringify(harness.prompts.at(-1)?.prompt)).toContain('nobody in the team can at present');
      await opened.db
        .update(approvals)
        .set({ expiresAt: new Date(0) })
        .where(eq(approvals.id, id));
      const goesOn = await opened.db.transaction(async (tx) => {
        await lockChat(tx, chatId);
        const run = await findLatestRun(tx, chatId);
        return run && (await settleWaitingRun(tx, run, owner)) ? run.id : '';
      });
      await (await continueRun(harness.deps, goesOn))?.done;
      const why = 'it takes two admins other than the person who asked, and the team had only one.';
      expect(await harness.cards(chatId)).toMatchObject([{ status: 'expired', confirmers: null }]);
      expect(JSON.stringify(harness.prompts.at(-1)?.prompt)).toContain(`Nobody could confirm it: ${why}`);
    } finally {
      await opened.db.update(members).set({ role: 'admin' }).where(eq(members.userId, second.userId));
    }
  });

  it('tells the other admins of what waits for one of them, without anything that decides', async () => {
    const { harness, opened } = crash;
    await rule('drop', { effect: 'ask_admin' });
    harness.deps.notify = { mail: true, webhook: true, appUrl: 'https://amber.example' };
    const { id } = await order(second, 'drop');
    harness.deps.notify = undefined;
    const rows = await opened.db.select().from(outbox);
    const mails = rows.filter(({ kind }) => kind === 'mail');
    const admins = await opened.db
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, harness.admin.userId));
    expect(mails.map(({ recipient }) => recipient)).toEqual(admins.map(({ email }) => email));
    const [event] = rows.filter(({ kind }) => kind === 'webhook');
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      requestedBy: second.userName,
      approvals: [{ approvalId: id, tool: 'drop', requirement: 'ask_admin' }],
    });
    const links = rows.flatMap(({ body }) => body.match(/https?:[^\s"]+/g) ?? []);
    expect(new Set(links)).toEqual(new Set(['https://amber.example/approvals']));
  });

  it('keeps a card open as long as the rule says', async () => {
    const hours = ({ requestedAt, expiresAt }: { requestedAt: string; expiresAt: string }) =>
      (Date.parse(expiresAt) - Date.parse(requestedAt)) / 3_600_000;
    const asked = async () => (await order(member, 'drop')).card ?? { requestedAt: '', expiresAt: '' };
    expect(hours(await asked())).toBe(24);
    await rule(null, { openForHours: 72 });
    await rule('drop', { openForHours: 2 });
    expect(hours(await asked())).toBe(2);
  });

  it('asks before writes once words from outside have come in, until an admin clears that', async () => {
    const { harness, opened } = crash;
    const { chatId, id, card } = await order(member, 'browse', 'add');
    expect(card).toMatchObject({ tool: 'add', requirement: 'ask' });
    expect(card?.reason).toContain('"browse"');
    expect((await readChat(opened.db, member, chatId))?.outside).toMatchObject({
      server: 's',
      tool: 'browse',
    });
    await confirm(id, member);
    expect(crash.executed).toEqual(['browse a', 'add a']);
    await expect(clearOutside(opened.db, member, chatId)).rejects.toMatchObject(forbidden);
    await clearOutside(opened.db, harness.admin, chatId);
    expect((await readChat(opened.db, member, chatId))?.outside).toBeNull();
    harness.steps({ calls: [call('add', 'b')] });
    await harness.say(chatId, 'And b', member);
    expect(crash.executed).toContain('add b');
    expect((await order(member, 'add')).card).toBeUndefined();
  });

  it('does not ask for what the model ordered before it had read what came from outside', async () => {
    const { harness } = crash;
    const chatId = await harness.chat(member);
    harness.steps({ calls: [call('browse', 'a'), call('add', 'a')] });
    await harness.say(chatId, 'Both', member);
    expect(crash.executed).toEqual(['browse a', 'add a']);
  });

  it('lets no yolo write on after words from outside', async () => {
    const { harness } = crash;
    const chatId = await createChat(crash.opened.db, harness.admin, 'yolo');
    harness.steps({ calls: [call('browse', 'a')] }, { calls: [call('drop', 'a'), call('add', 'a')] });
    await harness.say(chatId, 'Browse and drop');
    expect(await harness.cards(chatId, 'pending')).toHaveLength(2);
    expect(crash.executed).toEqual(['browse a']);
  });
});
