/** Notifications to admins about pending cards, by mail and webhook. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { CrashHarness, call } from '@/lib/runs/testing/crash-harness';
import type { RunHarness } from '@/lib/runs/testing/run-harness';

const { outbox, policyRules } = schema;

describe.each(testDatabases)('what admins are told on $name', ({ open }) => {
  let crash: CrashHarness;
  let member: Caller;

  beforeAll(async () => {
    crash = await CrashHarness.open(await open());
    member = await crash.harness.person('member');
  });
  afterAll(() => crash.close());
  beforeEach(async () => {
    crash.reset();
    await crash.opened.db.delete(policyRules);
  });

  const rule: RunHarness['rule'] = (...said) => crash.harness.rule(...said);

  it('tells of the cards of one step at once, and of none twice', async () => {
    const { harness, opened } = crash;
    await harness.person('admin');
    await rule('drop', { effect: 'ask_admin' });
    harness.deps.notify = { mail: true, webhook: true, appUrl: 'https://amber.example' };
    const calls = Array.from({ length: 20 }, (_, nth) => call('drop', `id ${nth}`));
    const chatId = await harness.chat(member);
    harness.steps({ calls: calls.slice(0, 19) });
    await harness.say(chatId, 'Drop them', member);
    const told = async () => (await opened.db.select().from(outbox)).filter(({ kind }) => kind === 'webhook');
    const admins = 2;
    expect(await opened.db.$count(outbox)).toBe(admins + 1);
    const [event] = await told();
    const cards = (await harness.cards(chatId, 'pending')).map((card) => card.id);
    const approvalIds = (body = '{}') =>
      JSON.parse(body).approvals.map(({ approvalId }: { approvalId: string }) => approvalId);
    expect(approvalIds(event?.body).toSorted()).toEqual(cards.toSorted());
    const [mail] = (await opened.db.select().from(outbox)).filter(({ kind }) => kind === 'mail');
    expect(mail?.subject).toBe(`"${member.userName}" asks for 19 calls`);
    // A message that was sent is not written again.
    await opened.db.update(outbox).set({ createdAt: new Date() });
    harness.steps({ calls: calls.slice(19) });
    await harness.say(chatId, 'And the last', member);
    harness.deps.notify = undefined;
    const [last] = await harness.cards(chatId, 'pending');
    const later = (await told()).filter(({ id }) => id !== event?.id);
    expect(later.map(({ body }) => approvalIds(body))).toEqual([[last?.id]]);
  });
});
