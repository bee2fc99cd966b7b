/** Closes a bank account, after showing its balance. */
import { z } from 'zod';
import { formatMoney } from '@/db/money';
import { closeAccount as close, holdAccount } from '@/db/queries/accounts-changes';
import { DESTRUCTIVE } from '@/mcp/annotations';
import { defineDestructiveTool } from '@/mcp/define-destructive-tool';
import { accountId } from '@/mcp/id-fields';
import { notFound } from '@/mcp/not-found';
import { ToolError } from '@/mcp/result';
import { counted, doneOutput, line } from '@/mcp/what-goes';

export const [closeAccount, closeAccountPreview] = defineDestructiveTool({
  name: 'close_account',
  title: 'Close bank account',
  description: 'Closes the bank account for good. Its transactions stay and can still be read.',
  scope: 'accounts.write',
  annotations: DESTRUCTIVE,
  input: z.strictObject({ accountId }),
  output: doneOutput,
  async find(data, { accountId }) {
    const found = await holdAccount(data, accountId);
    if (!found) throw notFound('bank account', accountId, 'bank_accounts_list');
    const { account, balanceMinor } = found;
    if (account.status === 'closed') throw new ToolError(`Bank account ${account.name} is closed already.`);
    return { ...found, balance: formatMoney(balanceMinor, account.currency) };
  },
  async run({ account, balance }, data) {
    await close(data, account.id);
    return { success: true, message: `Closed bank account ${account.name} with a balance of ${balance}.` };
  },
  preview: {
    title: 'Preview of closing a bank account',
    description: 'Says which bank account would be closed, and what is on it.',
    lines: ({ account, balance, balanceMinor, transactionCount }) => [
      line('Bank account', `${account.name}, ${account.bank}`),
      line('IBAN', account.iban),
      line('Balance', balanceMinor === 0 ? 'nothing left on it' : 'still on it', balance),
      line('Stays', counted({ one: 'transaction', many: 'transactions', count: transactionCount })),
    ],
  },
});
