/** Pending calls are judged again when the rules change: the card shows whom it asks now, and why. */
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { countToDecide } from '@/lib/inbox/read-inbox';
import type { Caller } from '@/lib/people/caller';
import type { PolicyRule } from '@/lib/rules/policy-rules';
import { clearOutside, updateChat } from '@/lib/runs/chats';
import { CrashHarness, call } from '@/lib/runs/testing/crash-harness';
import { setRule } from './policy-settings';
import { rejudgeChat, rejudgeWaiting } from './rejudge';

const { approvals, policyRules, outbox } = schema;

describe.each(testDatabases)('what waits when the policy changes on $name', ({ open }) => {
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
    await crash.opened.db.delete(approvals);
  });

  const notify = { mail: false, webhook: true, appUrl: 'http://amber.test' };

  /** Like the route. */
  async function rule(more: Partial<PolicyRule>, by = crash.harness.admin): Promise<string[]> {
    const nothing = { own: false, effect: null, locked: false, critical: false, openForHours: null };
    const set = { ...nothing, server: 's', tool: 'drop', ...more };
    await setRule(crash.opened.db, by, set);
    return rejudgeWaiting(crash.opened.db, by, set, notify);
  }

  async function ask(who = member) {
    const chatId = await crash.harness.chat(who);
    crash.harness.steps({ calls: [call('drop', 'a')] }, { text: 'So it is.' });
    await crash.harness.say(chatId, 'Drop it', who);
    const card = await waiting(chatId, who);
    return { chatId, ...card };
  }

  async function waiting(chatId: string, reader = member) {
    const cards = await crash.harness.cards(chatId, 'pending', reader);
    expect(cards).toHaveLength(1);
    const { id, requirement, critical, reason, denied, changed, mayDecide, mayCancel } = cards[0] ?? {};
    return { id, requirement, critical, reason, denied, changed, mayDecide, mayCancel };
  }

  it('says no more that words from outside came in once an admin has cleared that', async () => {
    const { harness, opened } = crash;
    const chatId = await harness.chat(member);
    const calls = (['browse', 'add'] as const).map((tool) => ({ calls: [call(tool, 'a')] }));
    harness.steps(...calls, { text: 'So it is.' });
    await harness.say(chatId, 'Both', member);
    const { id, reason } = await waiting(chatId);
    expect(reason).toContain('browse');
    await clearOutside(opened.db, harness.admin, chatId);
    expect(await rejudgeChat(opened.db, harness.admin, chatId)).toEqual([chatId]);
    expect(await waiting(chatId)).toMatchObject({ id, reason: expect.not.stringContaining('browse') });
  });

  it('asks whom the policy asks now, says that this has changed, and gets no easier while it waits', async () => {
    const { chatId, id, changed } = await ask();
    expect(changed).toEqual([]);
    expect(await rule({ effect: 'two_admins', critical: true })).toEqual([chatId]);
    const strict = await waiting(chatId);
    expect(strict).toMatchObject({ requirement: 'two_admins', critical: true, mayDecide: false });
    expect(strict.reason).toContain('asks two admins');
    expect(strict.changed).toEqual(['asks', 'reason']);
    expect(strict.id).not.toBe(id);
    expect(await rule({})).toEqual([chatId]);
    expect(await rule({ effect: 'ask_admin' })).toEqual([]);
    const kept = await waiting(chatId);
    expect(kept).toMatchObject({ id: strict.id, requirement: 'two_admins', critical: true });
    // No rule requires two admins any more, and the card does not claim so.
    expect(kept.reason).toBe('The rules were made softer meanwhile; what waits stays as strict as it was.');
    const confirm = crash.harness.decide(strict.id ?? '', 'confirm', undefined, member);
    await expect(confirm).rejects.toMatchObject({ code: 'forbidden' });
    expect(crash.executed).toEqual([]);
  });

  it('was asked when it was asked, and waits no longer, however often it is judged', async () => {
    const { chatId } = await ask();
    const before = sql`now() - interval '20 hours'`;
    const until = sql`now() + interval '4 hours'`;
    await crash.opened.db.update(approvals).set({ requestedAt: before, expiresAt: until });
    const times = async () => {
      const [card] = await crash.harness.cards(chatId, 'pending', member);
      return { asked: Date.parse(card?.requestedAt ?? ''), until: card?.expiresAt };
    };
    const first = await times();
    for (const effect of ['two_admins', null, 'deny', 'two_admins'] as const) await rule({ effect });
    const last = await times();
    expect(last.until).toBe(first.until);
    expect(last.asked - first.asked).toBeLessThan(1000);
    // If the rule shortens the waiting time, it is shortened for this call, too.
    await rule({ effect: 'deny', openForHours: 1 });
    expect(Date.parse((await times()).until ?? '')).toBeLessThan(Date.parse(first.until ?? ''));
  });

  it('goes on saying whether it can be taken back afterwards', async () => {
    for (const reversible of [true, false, null]) {
      const { chatId, id } = await ask();
      await crash.opened.db.update(approvals).set({ reversible });
      expect(await rule({ effect: 'ask_admin' })).toEqual([chatId]);
      const [card] = await crash.harness.cards(chatId, 'pending', member);
      expect([card?.id === id, card?.reversible ?? null]).toEqual([false, reversible]);
      await rule({});
      await crash.opened.db.delete(approvals);
    }
  });

  it('leaves what the policy says the same of as it is', async () => {
    const { chatId, id } = await ask();
    expect(await rule({ tool: 'add', effect: 'deny' })).toEqual([]);
    expect(await rule({ server: 'other', tool: null, effect: 'deny' })).toEqual([]);
    expect(await rule({ openForHours: 3 })).toEqual([]);
    await updateChat(crash.opened.db, member, chatId, { mode: 'plan' });
    expect(await rule({ openForHours: 4 })).toEqual([]);
    expect((await waiting(chatId)).id).toBe(id);
  });

  it('can only be cancelled where nobody may run it any more, and counts for whoever can', async () => {
    const { chatId } = await ask();
    await rule({ tool: null, effect: 'deny' });
    const card = await waiting(chatId);
    expect(card).toMatchObject({ denied: true, mayDecide: false, mayCancel: true });
    expect(card.reason).toBe('The team’s policy lets nobody run this tool.');
    // The chat waits until then: its mark, the badge and the inbox agree.
    const viewer = await crash.harness.person('viewer');
    const counts = [member, second, viewer].map((who) => countToDecide(crash.opened.db, who));
    expect(await Promise.all(counts)).toEqual([1, 1, 0]);
    const confirm = crash.harness.decide(card.id ?? '', 'confirm', undefined, member);
    await expect(confirm).rejects.toMatchObject({ code: 'conflict' });
    await rule({ tool: null });
    expect(await waiting(chatId)).toMatchObject({ denied: false, mayDecide: true });
    await rule({ effect: 'deny' });
    await crash.harness.decide((await waiting(chatId)).id ?? '', 'cancel', undefined, member);
    expect(crash.executed).toEqual([]);
  });

  it('hears of a rule that a person made for himself, in his chats alone', async () => {
    const mine = await ask();
    const other = await ask(second);
    expect(await rule({ own: true, effect: 'ask_admin' }, member)).toEqual([mine.chatId]);
    expect(await waiting(mine.chatId)).toMatchObject({ requirement: 'ask_admin', mayDecide: false });
    expect((await waiting(other.chatId, second)).id).toBe(other.id);
  });

  it('tells the admins when it now waits for one of them', async () => {
    const { db } = crash.opened;
    const { chatId } = await ask();
    const told = async (id = '') => db.$count(outbox, eq(outbox.id, `asked_${id}`));
    await rule({ effect: 'ask_admin' });
    expect(await told((await waiting(chatId)).id)).toBe(1);
    const replaced = and(eq(approvals.chatId, chatId), eq(approvals.status, 'superseded'));
    expect(await db.$count(approvals, replaced)).toBe(1);
  });
});
