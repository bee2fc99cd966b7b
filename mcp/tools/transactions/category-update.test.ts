import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { categories } from '@/db/schema/company';
import { ToolError } from '@/mcp/result';
import { Office } from '@/mcp/testing/office';
import { test } from '@/mcp/testing/test';
import { categoryUpdate } from './category-update';

const rowOf = async (office: Office, id: string) =>
  (await office.db.select().from(categories).where(eq(categories.id, id)))[0];

test('sets what is given and leaves the rest', async ({ office }) => {
  const before = await office.addCategory({ name: 'Travel', taxRate: 1900 });
  const given = { categoryId: before.id, taxRate: 7.25, monthlyBudget: '1500.50' };
  const answer = await office.run(categoryUpdate, given);
  const category = { name: 'Travel', taxRate: 7.25, monthlyBudget: '1500.50' };
  expect(answer).toMatchObject({ changed: true, category });
  const after = await rowOf(office, before.id);
  expect(after).toMatchObject({ name: 'Travel', taxRate: 725, monthlyBudgetMinor: 1500_50 });
});

test('the same values again write nothing, not even the time', async ({ office }) => {
  const { id: categoryId } = await office.addCategory();
  const given = { categoryId, name: 'Trips', taxRate: 0, monthlyBudget: '0' };
  await office.run(categoryUpdate, given);
  const before = await rowOf(office, categoryId);
  expect(await office.run(categoryUpdate, given)).toMatchObject({ changed: false });
  expect(await rowOf(office, categoryId)).toEqual(before);
});

test('taken names, foreign categories and empty changes are refused', async ({ office }) => {
  const other = await Office.open(office.db);
  const [own, foreign] = [await office.addCategory(), await other.addCategory()];
  await office.addCategory({ name: 'Travel' });
  const update = (categoryId: string, given: object) => office.run(categoryUpdate, { categoryId, ...given });
  await expect(update(own.id, { name: 'TRAVEL' })).rejects.toThrow(ToolError);
  await expect(update(own.id, {})).rejects.toThrow(ToolError);
  await expect(update(foreign.id, { name: 'Trips' })).rejects.toThrow(ToolError);
  expect(await rowOf(office, own.id)).toEqual(own);
  expect(await rowOf(office, foreign.id)).toEqual(foreign);
});
