/** Arguments that a person edits on the card: shown again, decided again, and reported to the model. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { isCall } from '@/lib/approvals/call-parts';
import { editApproval, editableApproval } from '@/lib/approvals/edit';
import { setRule } from '@/lib/approvals/policy-settings';
import type { Caller } from '@/lib/people/caller';
import { CrashHarness, call } from './testing/crash-harness';

const { calls, customers, policyRules } = schema;

describe.each(oneDatabase)('arguments changed on the card on $name', ({ open }) => {
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

  const contextOf = (caller: Caller) => ({
    db: crash.opened.db,
    caller,
    signal: new AbortController().signal,
    connectionsFor: crash.harness.deps.connectionsFor,
  });
  const edit = (id: string, input: Record<string, unknown>, by = member) =>
    editApproval(contextOf(by), id, input);

  async function asked(ids = ['a']) {
    const chatId = await crash.harness.chat(member);
    crash.harness.steps({ calls: ids.map((id) => call('drop', id)) }, { text: 'So it is.' });
    await crash.harness.say(chatId, 'Drop', member);
    const [card] = (await crash.harness.cards(chatId, 'pending')).reverse();
    return { chatId, id: card?.id ?? '' };
  }

  it('run as they were changed, once, and the model reads what it had given', async () => {
    const { harness } = crash;
    const { chatId, id } = await asked();
    expect(await editableApproval(contextOf(member), id)).toMatchObject({
      schema: { properties: { id: { type: 'string' } } },
      input: { id: 'a' },
    });
    const edited = await edit(id, { id: 'b' });
    const [card] = await harness.cards(chatId, 'pending');
    expect(card).toMatchObject({
      id: edited.approvalId,
      input: { id: 'b' },
      edited: { before: { id: 'a' } },
    });
    expect(crash.executed).toEqual([]);
    await expect(harness.decide(id, 'confirm', undefined, member)).rejects.toMatchObject({
      code: 'conflict',
    });
    await harness.decide(edited.approvalId, 'confirm', undefined, member);
    expect(crash.executed).toEqual(['drop b']);
    const prompt = JSON.stringify(harness.prompts.at(-1)?.prompt);
    expect(prompt).toContain('changed the arguments on the card');
    expect(prompt).toContain(String.raw`You had given: {\"id\":\"a\"}`);
    const parts = (await harness.messages(chatId)).flatMap((message) => message.parts.filter(isCall));
    expect(parts.map((part) => [part.state, part.input])).toEqual([['output-available', { id: 'b' }]]);
    const [row] = await crash.opened.db.select().from(calls).where(eq(calls.chatId, chatId));
    expect(row).toMatchObject({ status: 'success', input: '{"id":"b"}' });
  });

  it('can be changed twenty times, and then no more', async () => {
    const { chatId, id } = await asked();
    let last = id;
    for (let nth = 0; nth < 20; nth++) last = (await edit(last, { id: `b${nth}` })).approvalId;
    await expect(edit(last, { id: 'c' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await crash.harness.cards(chatId, 'pending')).toMatchObject([{ id: last, input: { id: 'b19' } }]);
    await crash.harness.decide(last, 'confirm', undefined, member);
    expect(crash.executed).toEqual(['drop b19']);
  });

  it('can be changed again, and what the model gave stays known', async () => {
    const { chatId, id } = await asked();
    const first = await edit(id, { id: 'b' });
    const second = await edit(first.approvalId, { id: 'c' }, crash.harness.admin);
    const [card] = await crash.harness.cards(chatId, 'pending');
    expect(card?.edited).toEqual({
      by: { id: crash.harness.admin.userId, name: crash.harness.admin.userName },
      before: { id: 'a' },
    });
    await crash.harness.decide(second.approvalId, 'confirm', undefined, member);
    expect(crash.executed).toEqual(['drop c']);
  });

  it('leave the others of their step as they are', async () => {
    const { chatId, id } = await asked(['a', 'z']);
    const { approvalId } = await edit(id, { id: 'b' });
    for (const card of await crash.harness.cards(chatId, 'pending')) {
      await crash.harness.decide(card.id, card.id === approvalId ? 'confirm' : 'cancel', undefined, member);
    }
    expect(crash.executed).toEqual(['drop b']);
  });

  it('are refused where the tool does not take them, they are the same, or the person has no say', async () => {
    const { chatId, id } = await asked();
    const stranger = await crash.harness.person('member');
    await expect(edit(id, { id: 7 })).rejects.toMatchObject({ code: 'bad_request' });
    await expect(edit(id, { id: 'a' })).rejects.toMatchObject({ code: 'bad_request' });
    await expect(edit(id, { id: 'b' }, stranger)).rejects.toMatchObject({ code: 'not_found' });
    const cards = await crash.harness.cards(chatId, 'pending');
    expect(cards.map((card) => [card.id, card.input])).toEqual([[id, { id: 'a' }]]);
    await crash.harness.decide(id, 'cancel', undefined, member);
    await expect(edit(id, { id: 'b' })).rejects.toMatchObject({ code: 'conflict' });
    expect(crash.executed).toEqual([]);
  });

  it('do not make the one who asked the one who confirms', async () => {
    const rule = {
      server: 's',
      tool: 'drop',
      own: false,
      locked: false,
      critical: false,
      openForHours: null,
    };
    await setRule(crash.opened.db, crash.harness.admin, { ...rule, effect: 'ask_admin' });
    const { id } = await asked();
    const { approvalId } = await edit(id, { id: 'b' });
    await expect(crash.harness.decide(approvalId, 'confirm', undefined, member)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await crash.harness.decide(approvalId, 'confirm');
    expect(crash.executed).toEqual(['drop b']);
  });

  it('are previewed anew', async () => {
    const { harness } = crash;
    const [one, two] = [await harness.office.addCustomer(), await harness.office.addCustomer()];
    const chatId = await harness.chat(member);
    harness.steps({ calls: [{ tool: 'customer_delete', input: { customerId: one.id } }] });
    await harness.say(chatId, 'Delete', member);
    const [card] = await harness.cards(chatId, 'pending');
    const { approvalId } = await edit(card?.id ?? '', { customerId: two.id });
    const [fresh] = await harness.cards(chatId, 'pending');
    expect(fresh?.preview).not.toEqual(card?.preview);
    await harness.decide(approvalId, 'confirm', undefined, member);
    const left = await crash.opened.db.select({ id: customers.id }).from(customers);
    expect(left.map((row) => row.id)).toContain(one.id);
    expect(left.map((row) => row.id)).not.toContain(two.id);
  });
});
