import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { bankAccounts, transactions } from '@/db/schema/company';
import { ToolError } from '@/mcp/result';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import { closeAccount, closeAccountPreview } from './close-account';

const rowOf = async (office: Office, id: string) =>
  (await office.db.select().from(bankAccounts).where(eq(bankAccounts.id, id)))[0];

test('an account is closed whatever is on it; the preview says how much that is', async ({ office }) => {
  const account = await office.addAccount({ name: 'Reserve', openingMinor: 5000_00 });
  const payments = [
    await office.addTransaction(account.id, { amountMinor: -1200_00 }),
    await office.addTransaction(account.id, { amountMinor: 50, archived: true }),
  ];
  const { lines } = await office.run(closeAccountPreview, { accountId: account.id });
  expect(lines).toContainEqual(expect.objectContaining({ label: 'Balance', amount: '3,800.50 EUR' }));
  expect(await office.run(closeAccount, { accountId: account.id })).toMatchObject({ success: true });
  const after = await rowOf(office, account.id);
  expect(after).toMatchObject({ status: 'closed', closedAt: expect.any(Date) });
  const stay = await office.db.select().from(transactions).where(eq(transactions.accountId, account.id));
  expect(stay).toHaveLength(payments.length);
});

test("what is closed stays as it is, and another team's account does not exist", async ({ office }) => {
  const other = await Office.open(office.db);
  const closed = await office.addAccount({ status: 'closed', closedAt: new Date('2026-01-01') });
  const foreign = await other.addAccount();
  for (const before of [closed, foreign]) {
    for (const tool of [closeAccount, closeAccountPreview]) {
      await expect(office.run(tool, { accountId: before.id })).rejects.toThrow(ToolError);
    }
    expect(await rowOf(office, before.id)).toEqual(before);
  }
});
