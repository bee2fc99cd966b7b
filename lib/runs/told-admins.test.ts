/** What admins hear of cards that wait for them, by mail and webhook. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { CrashHouse, call } from './testing/crash-house';
import type { RunHouse } from './testing/run-house';

const { outbox, policyRules } = schema;

describe.each(testDatabases)('what admins are told on $name', ({ open }) => {
  let crash: CrashHouse;
  let member: Caller;

  beforeAll(async () => {
    crash = await CrashHouse.open(await open());
    member = await crash.house.person('member');
  });
  afterAll(() => crash.close());
  beforeEach(async () => {
    crash.reset();
    await crash.opened.db.delete(policyRules);
  });

  const rule: RunHouse['rule'] = (...said) => crash.house.rule(...said);

  it('tells of the cards of one step at once, and of none twice', async () => {
    const { house, opened } = crash;
    await house.person('admin');
    await rule('drop', { effect: 'ask_admin' });
    house.deps.notify = { mail: true, webhook: true, appUrl: 'https://amber.example' };
    const calls = Array.from({ length: 20 }, (_, nth) => call('drop', `id ${nth}`));
    const chatId = await house.chat(member);
    house.steps({ calls: calls.slice(0, 19) });
    await house.say(chatId, 'Drop them', member);
    const told = async () => (await opened.db.select().from(outbox)).filter(({ kind }) => kind === 'webhook');
    const admins = 2;
    expect(await opened.db.$count(outbox)).toBe(admins + 1);
    const [event] = await told();
    const cards = (await house.cards(chatId, 'pending')).map((card) => card.id);
    const approvalIds = (body = '{}') =>
      JSON.parse(body).approvals.map(({ approvalId }: { approvalId: string }) => approvalId);
    expect(approvalIds(event?.body).toSorted()).toEqual(cards.toSorted());
    const [mail] = (await opened.db.select().from(outbox)).filter(({ kind }) => kind === 'mail');
    expect(mail?.subject).toBe(`"${member.userName}" asks for 19 calls`);
    // What has left is not written anew.
    await opened.db.update(outbox).set({ createdAt: new Date() });
    house.steps({ calls: calls.slice(19) });
    await house.say(chatId, 'And the last', member);
    house.deps.notify = undefined;
    const [last] = await house.cards(chatId, 'pending');
    const later = (await told()).filter(({ id }) => id !== event?.id);
    expect(later.map(({ body }) => approvalIds(body))).toEqual([[last?.id]]);
  });
});
