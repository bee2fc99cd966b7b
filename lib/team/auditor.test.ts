/**
 * An auditor reads the record and has no tools: what was open ends, nothing runs or is decided, and no contents are
 * read.
 */
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { ownData } from '@/lib/account/own-data';
import { createToken } from '@/lib/outside/tokens';
import type { Caller } from '@/lib/people/caller';
import { listReceipts } from '@/lib/receipts/receipts';
import { readHalts } from '@/lib/rules/halting';
import { operationOf } from '@/lib/rules/operation';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { scopesOf } from '@/mcp/scopes';
import { changeRole } from './team';

const { approvals, calls, confirmations, grants, members, tokens } = schema;

describe.each(testDatabases)('an auditor on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  let auditor: Caller;
  /** From their time as a member, with a pending card. */
  let chatId: string;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
    const member = await harness.person('member');
    const customer = await harness.office.addCustomer();
    chatId = await harness.chat(member);
    harness.steps({ calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] });
    await harness.say(chatId, 'Delete the planted secret', member);
    await createToken(opened.db, member, { name: 'their program', scopes: ['customers.read'], days: 30 });
    await changeRole(opened.db, harness.admin, member.userId, 'auditor');
    auditor = { ...member, role: 'auditor' };
  });
  afterAll(() => opened.close());

  it('has nothing open from before: cards, runs, tokens', async () => {
    const cards = await opened.db.select().from(approvals).where(eq(approvals.chatId, chatId));
    expect(cards.map(({ status }) => status)).toEqual(['superseded']);
    const theirs = and(eq(tokens.userId, auditor.userId), isNull(tokens.revokedAt));
    expect(await opened.db.select().from(tokens).where(theirs)).toEqual([]);
    expect(scopesOf('auditor').size).toBe(0);
  });

  it('has nothing run for them, though a message came in before the role changed', async () => {
    harness.steps({ calls: [{ tool: 'customers_list', input: {} }] }, { text: 'Done.' });
    await harness.say(await harness.chat(auditor), 'Who owes us money?', auditor);
    const ran = await opened.db.select().from(calls).where(eq(calls.status, 'success'));
    expect(ran).toEqual([]);
  });

  it('confirms nothing and allows nothing ahead, whatever the code does', async () => {
    const member = await harness.person('member');
    const customer = await harness.office.addCustomer();
    const open = await harness.chat(member);
    harness.steps({ calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] });
    await harness.say(open, 'Delete', member);
    const [card] = await opened.db.select().from(approvals).where(eq(approvals.chatId, open));
    await opened.db.update(members).set({ role: 'auditor' }).where(eq(members.userId, member.userId));
    const confirming = opened.db
      .insert(confirmations)
      .values({ approvalId: card?.id ?? '', userId: member.userId });
    await expect(confirming).rejects.toThrow();
    expect(await opened.db.select().from(grants).where(isNull(grants.revokedAt))).toEqual([]);
  });

  it('reads every receipt, and nothing that was said or shown', async () => {
    const theirs = await listReceipts(opened.db, auditor);
    const admins = await listReceipts(opened.db, harness.admin);
    expect(theirs.receipts.map(({ id }) => id)).toEqual(admins.receipts.map(({ id }) => id));
    expect(admins.receipts.some(({ card, chatTitle }) => card !== null && chatTitle !== null)).toBe(true);
    expect(theirs.receipts.every(({ card, chatTitle }) => card === null && chatTitle === null)).toBe(true);
  });

  it('reads the figures and what is stopped, as nobody but an admin does', async () => {
    expect(await operationOf(opened.db, auditor)).toMatchObject({ running: 0 });
    expect(await readHalts(opened.db, auditor)).toMatchObject({ halts: [] });
    const viewer = await harness.person('viewer');
    await expect(operationOf(opened.db, viewer)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('takes along who they are, and nothing of what was said when they worked here', async () => {
    let file = '';
    for await (const piece of ownData({ db: opened.db, caller: auditor, isStill: async () => true }))
      file += piece;
    const data: Record<string, unknown> = JSON.parse(file);
    expect(data.profile).toMatchObject({ role: 'auditor' });
    expect(file).not.toContain('planted secret');
    expect(Object.keys(data)).not.toContain('chats');
  });
});
