/** Bank transactions by text and amount. */
import { z } from 'zod';
import { parseMoney } from '@/db/money';
import { listTransactions } from '@/db/queries/transactions';
import { defineListTool } from '@/mcp/define-list-tool';
import { amountField, dateField, textField } from '@/mcp/fields';
import { toTransaction, transactionOutput } from '@/mcp/output';
import { ToolError } from '@/mcp/result';

export const transactionsSearch = defineListTool({
  name: 'transactions_search',
  title: 'Search bank transactions',
  description:
    'Searches bank transactions by who was paid or who paid, by words of the description, or by amount, the newest ' +
    'first. Use it to find a particular payment, such as "what did we pay to the landlord" or "payments over 1000".',
  scope: 'transactions.read',
  filter: {
    text: textField('Part of the counterparty or description, such as "hosting"').optional(),
    minAmount: amountField('At least this amount, money in or out alike, such as "100.00"').optional(),
    maxAmount: amountField('At most this amount, money in or out alike, such as "500.00"').optional(),
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
  async read({ minAmount, maxAmount, ...filter }, page, context) {
    if ([filter.text, minAmount, maxAmount].every((field) => field === undefined)) {
      throw new ToolError('Give text, minAmount or maxAmount to search for, or use transactions_list.');
    }
    const minMinor = minAmount === undefined ? undefined : parseMoney(minAmount);
    const maxMinor = maxAmount === undefined ? undefined : parseMoney(maxAmount);
    const rows = await listTransactions(context, { ...filter, minMinor, maxMinor }, page);
    return rows.map(({ transaction, ...names }) => toTransaction(transaction, names));
  },
});
