/**
 * A grant that is about to be given is played against the record: whose calls, within which bounds, and which of them
 * had been cancelled.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import type { Bound } from '@/lib/grants/grant-bounds';
import type { Caller } from '@/lib/people/caller';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { tryGrant } from './grant-trial';

describe.each(testDatabases)('a grant is tried on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  let member: Caller;
  let chatId: string;
  let card: string;
  const orders: string[] = [];

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
    member = await harness.person('member');
    chatId = await harness.chat(member);
    const elsewhere = await harness.chat(member);
    await cancelled(chatId, 'confirm');
    await cancelled(elsewhere, 'confirm');
    await cancelled(elsewhere, 'cancel');
    const other = await harness.person('member');
    await cancelled(await harness.chat(other), 'confirm', other);
    card = await cancelled(chatId);
  });
  afterAll(async () => {
    await harness.closeConnections();
    await opened.close();
  });

  /** An order whose deletion is requested in this chat. @returns its card */
  async function cancelled(chat: string, decision?: 'confirm' | 'cancel', by: Caller = member) {
    const { id: customer } = await harness.office.addCustomer();
    const { id } = await harness.office.addOrder(customer);
    orders.push(id);
    harness.steps({ calls: [{ tool: 'order_cancel', input: { orderId: id } }] });
    await harness.say(chat, 'Cancel it', by);
    const [waiting] = await harness.cards(chat, 'pending', by);
    if (decision) await harness.decide(waiting?.id ?? '', decision, undefined, by);
    return waiting?.id ?? '';
  }
  const tried = (wish: { thisChat?: boolean; bounds?: Bound[] } = {}, by: Caller = member) =>
    tryGrant(opened.db, by, card, { thisChat: false, bounds: [], ...wish });

  it('counts that person’s other calls that asked, and lists what was cancelled', async () => {
    expect(await tried()).toMatchObject({
      calls: 3,
      less: 3,
      unjudged: 0,
      isCut: false,
      cancelledButRun: {
        count: 1,
        listed: [{ tool: 'order_cancel', input: JSON.stringify({ orderId: orders[2] }) }],
      },
    });
    // The same for an admin who decides it: it is the member's grant.
    expect(await tried({}, harness.admin)).toMatchObject({ calls: 3 });
  });

  it('counts those of this chat, and within the bounds, alone', async () => {
    expect(await tried({ thisChat: true })).toMatchObject({
      calls: 1,
      less: 1,
      cancelledButRun: { count: 0 },
    });
    const equal = (value = ''): Bound[] => [{ argument: 'orderId', is: 'equal', value }];
    expect(await tried({ bounds: equal(orders[1]) })).toMatchObject({
      calls: 1,
      cancelledButRun: { count: 0 },
    });
    expect(await tried({ bounds: equal('none') })).toMatchObject({ calls: 0, less: 0 });
  });

  it('lets nothing run that a rule keeps', async () => {
    await harness.rule(null, { server: 'amber', effect: null, locked: true });
    expect(await tried()).toMatchObject({ calls: 3, less: 0, cancelledButRun: { count: 0 } });
    await harness.rule(null, { server: 'amber' });
  });

  it('tells nobody of it who does not decide that card', async () => {
    const other = await harness.person('member');
    await expect(tried({}, other)).rejects.toMatchObject({ code: 'not_found' });
    await harness.decide(card, 'cancel', undefined, member);
    await expect(tried()).rejects.toMatchObject({ code: 'forbidden' });
  });
});
