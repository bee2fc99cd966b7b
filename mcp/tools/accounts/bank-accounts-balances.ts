/** The balances of the bank accounts. */
import { z } from 'zod';
import { toDecimal } from '@/db/money';
import { listBalances } from '@/db/queries/bank-accounts';
import { defineListTool } from '@/mcp/define-list-tool';
import { day, money } from '@/mcp/fields';
import { accountId } from '@/mcp/id-fields';
import { bankAccountOutput } from '@/mcp/output';

const { id, name, currency, status } = bankAccountOutput.shape;

export const bankAccountsBalances = defineListTool({
  name: 'bank_accounts_balances',
  title: 'Bank balances',
  description:
    'Shows the balance of each bank account: how much money we have, in which currency, and the day of the last ' +
    'booking. Use it for our bank balance, cash position, or how much is in the bank.',
  scope: 'accounts.read',
  filter: {
    accountId: accountId.optional(),
    status: status.optional().describe('Only accounts with this status, such as "open"'),
  },
  row: z.strictObject({
    id,
    name,
    balance: money,
    currency,
    status,
    lastBookedAt: day.nullable().describe('Day of the newest transaction; null without any'),
  }),
  position: z.tuple([z.string(), z.string()]),
  positionOf: (account) => [account.name, account.id],
  async read(filter, page, context) {
    const rows = await listBalances(context, filter, page);
    return rows.map(({ account, balanceMinor, lastBookedAt }) => ({
      id: account.id,
      name: account.name,
      balance: toDecimal(balanceMinor),
      currency: account.currency,
      status: account.status,
      lastBookedAt,
    }));
  },
});
