/** Bank transactions by account, category and time. */
import { z } from 'zod';
import { listTransactions } from '@/db/queries/transactions';
import { defineListTool } from '@/mcp/define-list-tool';
import { dateField } from '@/mcp/fields';
import { accountId, categoryId } from '@/mcp/id-fields';
import { toTransaction, transactionOutput } from '@/mcp/output';

export const transactionsList = defineListTool({
  name: 'transactions_list',
  title: 'List bank transactions',
  description:
    'Lists bank transactions (payments, money in and out), the newest first, by account, category, direction or ' +
    'dates. Use it for recent payments or for what is not categorized yet; to look for a text or an amount use ' +
    'transactions_search.',
  scope: 'transactions.read',
  filter: {
    accountId: accountId.optional(),
    categoryId: categoryId.optional(),
    uncategorized: z
      .boolean()
      .optional()
      .describe('true: only transactions without a category, such as true'),
    direction: z
      .enum(['in', 'out'])
      .optional()
      .describe('"in": money received, "out": money paid, such as "out"'),
    from: dateField('Booked on this day or later, such as "2026-10-01"').optional(),
    to: dateField('Booked on this day or earlier, such as "2026-10-31"').optional(),
    archived: z
      .boolean()
      .optional()
      .describe('true: only archived transactions, which are left out otherwise'),
  },
  row: transactionOutput,
  position: z.tuple([z.iso.date(), z.string()]),
  positionOf: (transaction) => [transaction.bookedAt, transaction.id],
  async read(filter, page, context) {
    const rows = await listTransactions(context, filter, page);
    return rows.map(({ transaction, ...names }) => toTransaction(transaction, names));
  },
});
