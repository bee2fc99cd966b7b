/** A confirmation becomes void once its author's sign-on provider reports that they are gone. */
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { releaseHolds } from '@/lib/housekeeping/release-holds';
import type { Caller } from '@/lib/people/caller';
import { allLive } from '@/lib/runs/follow/live';
import { CrashHarness, call } from '@/lib/runs/testing/crash-harness';
import { listDue } from '@/lib/store/sign-on/accounts';

const { approvals, policyRules, signOnAccounts } = schema;

describe.each(testDatabases)('of an admin who is gone a Confirm on $name', ({ open }) => {
  let opened: OpenDatabase;
  let crash: CrashHarness;
  let member: Caller;
  let second: Caller;

  beforeAll(async () => {
    opened = await open();
    crash = await CrashHarness.open(opened);
    member = await crash.harness.person('member');
  });
  afterAll(() => crash.close());
  beforeEach(async () => {
    crash.reset();
    second = await crash.harness.person('admin');
  });
  afterEach(() => opened.db.delete(policyRules));

  /** The admin's account at a provider, whose state is to be checked. */
  const signOn = async (endedAt: SQL | null = null) => {
    const id = newId('soa');
    await opened.db.insert(signOnAccounts).values({
      id,
      issuer: 'https://p.example',
      subject: second.userId,
      provider: 'p',
      userId: second.userId,
      binding: true,
      sealed: '',
      dueAt: new Date(0),
      vouchedUntil: new Date(Date.now() + 3_600_000),
      endedAt,
    });
    return id;
  };
  const leave = () => signOn(sql`now()`);
  async function asked() {
    const { harness } = crash;
    const chatId = await harness.chat(member);
    harness.steps({ calls: [call('drop', 'a')] }, { text: 'So it is.' });
    await harness.say(chatId, 'Drop it', member);
    return { chatId, id: (await harness.cards(chatId, 'pending'))[0]?.id ?? '' };
  }

  it('is none of the two that a card asks for', async () => {
    await crash.harness.rule('drop', { effect: 'two_admins' });
    const { chatId, id } = await asked();
    await crash.harness.decide(id, 'confirm', undefined, second);
    await leave();
    await crash.harness.decide(id, 'confirm', undefined, crash.harness.admin);
    expect(crash.executed).toEqual([]);
    expect(await crash.harness.cards(chatId, 'pending')).toHaveLength(1);
  });

  it('lets nothing run that waited for another card of its step', async () => {
    await crash.harness.rule('drop', { effect: 'ask_admin' });
    const { harness } = crash;
    const chatId = await harness.chat(member);
    harness.steps({ calls: [call('drop', 'a'), call('drop', 'b')] }, { text: 'So it is.' });
    await harness.say(chatId, 'Drop both', member);
    const [one, other] = (await harness.cards(chatId, 'pending')).map(({ id }) => id);
    await harness.decide(one ?? '', 'confirm', undefined, second);
    await leave();
    await harness.decide(other ?? '', 'confirm', undefined, harness.admin);
    expect(crash.executed).toHaveLength(1);
  });

  it('counts as long as the provider says that they are there: it is asked while the call waits, though they look no more', async () => {
    await crash.harness.rule('drop', { effect: 'ask_admin' });
    const { harness } = crash;
    const chatId = await harness.chat(member);
    harness.steps({ calls: [call('drop', 'a'), call('drop', 'b')] }, { text: 'So it is.' });
    await harness.say(chatId, 'Drop both', member);
    const id = await signOn();
    const isAsked = async () => (await listDue(opened.db, 1_000)).includes(id);
    expect(await isAsked()).toBe(false);
    const [one, other] = (await harness.cards(chatId, 'pending')).map((card) => card.id);
    await harness.decide(one ?? '', 'confirm', undefined, second);
    expect(await isAsked()).toBe(true);
    await harness.decide(other ?? '', 'confirm', undefined, harness.admin);
    expect(crash.executed).toHaveLength(2);
    expect(await isAsked()).toBe(false);
  });

  it('lets nothing run that was held', async () => {
    await crash.harness.rule('drop', { effect: 'ask_admin', holdSeconds: 600 });
    const { id } = await asked();
    await crash.harness.decide(id, 'confirm', undefined, second);
    await leave();
    await opened.db
      .update(approvals)
      .set({ holdUntil: sql`now() - interval '1 millisecond'` })
      .where(sql`id = ${id}`);
    await releaseHolds(crash.harness.deps);
    await Promise.all(allLive().map(({ done }) => done));
    expect(crash.executed).toEqual([]);
  });
});
