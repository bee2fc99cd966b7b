/** Bank accounts. */
import { z } from 'zod';
import { listBankAccounts } from '@/db/queries/bank-accounts';
import { defineListTool } from '@/mcp/define-list-tool';
import { bankAccountOutput, toBankAccount } from '@/mcp/output';

export const bankAccountsList = defineListTool({
  name: 'bank_accounts_list',
  title: 'List bank accounts',
  description:
    'Lists our bank accounts: name, bank, IBAN, currency, open or closed. Use it to find an account and the ' +
    'accountId; for how much money is on them use bank_accounts_balances.',
  scope: 'accounts.read',
  filter: {
    status: bankAccountOutput.shape.status
      .optional()
      .describe('Only accounts with this status, such as "open"'),
  },
  row: bankAccountOutput,
  position: z.tuple([z.string(), z.string()]),
  positionOf: (account) => [account.name, account.id],
  async read(filter, page, context) {
    const rows = await listBankAccounts(context, filter, page);
    return rows.map(toBankAccount);
  },
});
