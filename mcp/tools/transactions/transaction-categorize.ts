/** Sets the category of a bank transaction. */
import { z } from 'zod';
import { findCategory } from '@/db/queries/categories';
import { changeTeamData } from '@/db/queries/change';
import { holdTransaction, setCategory } from '@/db/queries/transactions-changes';
import { WRITE } from '@/mcp/annotations';
import { defineTool } from '@/mcp/define-tool';
import { categoryId, transactionId } from '@/mcp/id-fields';
import { notFound } from '@/mcp/not-found';
import { toTransaction, transactionOutput } from '@/mcp/output';

export const transactionCategorize = defineTool({
  name: 'transaction_categorize',
  title: 'Categorise transaction',
  description:
    'Puts a bank transaction under a category. Use it to categorize, sort, tag or assign a payment, expense or ' +
    'income, also when it has another category; needs the transactionId and the categoryId.',
  scope: 'transactions.write',
  annotations: WRITE,
  undo: { when: '$result.changed' },
  input: z.strictObject({ transactionId, categoryId }),
  output: z.strictObject({
    changed: z.boolean().describe('False when it had that category already'),
    transaction: transactionOutput,
  }),
  async run({ transactionId, categoryId }, context) {
    return changeTeamData(context, async (data) => {
      const before = await holdTransaction(data, transactionId);
      if (!before) throw notFound('transaction', transactionId, 'transactions_list');
      const category = await findCategory(data, { id: categoryId });
      if (!category) throw notFound('category', categoryId, 'categories_list');
      const changed = before.transaction.categoryId !== category.id;
      const transaction = changed ? await setCategory(data, transactionId, category.id) : before.transaction;
      const names = { accountName: before.accountName, categoryName: category.name };
      return { changed, transaction: toTransaction(transaction, names) };
    });
  },
});
