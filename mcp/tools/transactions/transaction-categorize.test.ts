import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { transactions } from '@/db/schema/company';
import { ToolError } from '@/mcp/result';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import { transactionCategorize } from './transaction-categorize';

const rowOf = async (office: Office, id: string) =>
  (await office.db.select().from(transactions).where(eq(transactions.id, id)))[0];

test('puts a transaction under a category, also from another one', async ({ office }) => {
  const { id: transactionId } = await office.addTransaction((await office.addAccount()).id);
  for (const name of ['Travel', 'Rent']) {
    const { id: categoryId } = await office.addCategory({ name });
    const answer = await office.run(transactionCategorize, { transactionId, categoryId });
    expect(answer).toMatchObject({ changed: true, transaction: { categoryId, categoryName: name } });
    expect(await rowOf(office, transactionId)).toMatchObject({ categoryId });
  }
});

test('the same category again writes nothing', async ({ office }) => {
  const { id: categoryId } = await office.addCategory();
  const before = await office.addTransaction((await office.addAccount()).id, { categoryId });
  const answer = await office.run(transactionCategorize, { transactionId: before.id, categoryId });
  expect(answer).toMatchObject({ changed: false });
  expect(await rowOf(office, before.id)).toEqual(before);
});

test("another team's transactions and categories do not exist", async ({ office }) => {
  const other = await Office.open(office.db);
  const [own, foreign] = [
    await office.addTransaction((await office.addAccount()).id),
    await other.addTransaction((await other.addAccount()).id),
  ];
  const [ownCategory, foreignCategory] = [await office.addCategory(), await other.addCategory()];
  const categorize = (transactionId: string, categoryId: string) =>
    office.run(transactionCategorize, { transactionId, categoryId });
  await expect(categorize(foreign.id, ownCategory.id)).rejects.toThrow(ToolError);
  await expect(categorize(own.id, foreignCategory.id)).rejects.toThrow(ToolError);
  expect(await rowOf(office, own.id)).toEqual(own);
  expect(await rowOf(office, foreign.id)).toEqual(foreign);
});
