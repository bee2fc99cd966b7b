/** What a run may do for whom, and who is notified of it. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { STEP_CAP } from '@/lib/agent/run-turn';
import { isCall } from '@/lib/approvals/call-parts';
import type { AmberEvent } from './chat-view';
import { listen, tellPolicy } from './follow/events';
import { RunHarness } from './testing/run-harness';

const { customers, members } = schema;

describe.each(testDatabases)('rights on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
  });
  afterAll(() => opened.close());

  const namesOfCustomers = async () => (await opened.db.select().from(customers)).map(({ name }) => name);

  it('a viewer\u2019s run is offered nothing that writes, even of a server that would let him', async () => {
    const viewer = await harness.person('viewer');
    const chatId = await harness.chat(viewer);
    harness.steps({ calls: [{ tool: 'customer_create', input: { name: 'By a viewer' } }] });
    await harness.say(chatId, 'Create it', viewer);
    const [first] = harness.prompts.slice(-2);
    expect(first?.tools?.map(({ name }) => name)).toContain('customers_list');
    expect(first?.tools?.map(({ name }) => name)).not.toContain('customer_create');
    expect(await namesOfCustomers()).not.toContain('By a viewer');
    expect(await harness.cards(chatId)).toEqual([]);
  });

  it('to write in another\u2019s chat is refused as if there were none, whatever the role', async () => {
    const chatId = await harness.chat(await harness.person('member'));
    for (const other of [harness.admin, await harness.person('member'), await harness.person('viewer')]) {
      const begun = harness.begin(chatId, { id: `by-${other.userId}`, text: 'Go' }, other);
      await expect(begun).rejects.toMatchObject({ code: 'not_found', status: 404 });
    }
  });

  it('ends, and says why, when the person who asked has left before an admin cancels', async () => {
    const member = await harness.person('member');
    const customer = await harness.office.addCustomer();
    const chatId = await harness.chat(member);
    harness.steps({ calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] });
    await harness.say(chatId, 'Delete', member);
    const [card] = await harness.cards(chatId, 'pending');
    await opened.db.delete(members).where(eq(members.userId, member.userId));
    expect(await harness.decide(card?.id ?? '', 'cancel')).toBe('cancelled');
    expect(await harness.runs(chatId)).toEqual(['failed']);
    const answer = (await harness.messages(chatId)).at(-1);
    expect(answer?.parts.filter(isCall).map(({ state }) => state)).toEqual(['output-denied']);
    expect(answer?.parts.at(-1)).toMatchObject({ type: 'data-run-error', data: { retryable: false } });
    expect(await namesOfCustomers()).toContain(customer.name);
  });

  it('lets a confirm after the last step run its call, and the model call nothing more', async () => {
    const customer = await harness.office.addCustomer();
    const chatId = await harness.chat();
    const reads = (at: number) => ({ calls: [{ tool: 'customers_list', input: { limit: at + 1 } }] });
    harness.steps(
      ...Array.from({ length: STEP_CAP - 1 }, (_, at) => reads(at)),
      { calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] },
      { calls: [{ tool: 'customer_create', input: { name: 'One step too many' } }] },
    );
    await harness.say(chatId, 'Go on and on');
    const [card] = await harness.cards(chatId, 'pending');
    await harness.decide(card?.id ?? '', 'confirm');
    expect(harness.prompts.at(-1)?.tools ?? []).toEqual([]);
    expect(await namesOfCustomers()).not.toContain(customer.name);
    expect(await namesOfCustomers()).not.toContain('One step too many');
  });

  it('tells the admins of a chat only once it asks for a decision', async () => {
    const member = await harness.person('member');
    const customer = await harness.office.addCustomer();
    const chatId = await harness.chat(member);
    const heard = { admin: 0, owner: 0, other: 0 };
    const count = (who: keyof typeof heard) => (event: AmberEvent) => {
      if ('chatId' in event && event.chatId === chatId) heard[who] += 1;
    };
    const stop = [
      listen(harness.admin, count('admin')),
      listen(member, count('owner')),
      listen(await harness.person('member'), count('other')),
    ];
    harness.steps({ text: 'Hello.' });
    await harness.say(chatId, 'Hello', member);
    expect(heard.owner).toBeGreaterThan(0);
    expect(heard.admin).toBe(0);
    harness.steps({ calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] });
    await harness.say(chatId, 'Delete', member);
    expect(heard.admin).toBeGreaterThan(0);
    expect(heard.other).toBe(0);
    for (const one of stop) one();
  });

  it('tells the whole team of its rules, of one\u2019s own only oneself', async () => {
    const member = await harness.person('member');
    const stranger = { ...(await harness.person('admin')), teamId: 'another' };
    const heard: string[] = [];
    const people = { admin: harness.admin, member, stranger };
    const stop = Object.entries(people).map(([name, caller]) =>
      listen(caller, (event) => heard.push(`${name} ${JSON.stringify(event)}`)),
    );
    tellPolicy(harness.admin, false, 7);
    tellPolicy(member, true, 8);
    expect(heard).toEqual(['admin {"policy":7}', 'member {"policy":7}', 'member {"policy":8}']);
    for (const one of stop) one();
  });
});
