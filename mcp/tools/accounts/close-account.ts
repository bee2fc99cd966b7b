/** Closes a bank account, and says beforehand what is on it. */
import { z } from 'zod';
import { formatMoney } from '@/db/money';
import { closeAccount as close, holdAccount } from '@/db/queries/accounts-changes';
import { changeTeamData, type TeamData, viewTeamData } from '@/db/queries/change';
import { DESTRUCTIVE, READ_ONLY } from '@/mcp/annotations';
import { defineTool, previewOutput } from '@/mcp/define-tool';
import { accountId } from '@/mcp/id-fields';
import { notFound } from '@/mcp/not-found';
import { ToolError } from '@/mcp/result';
import { counted, doneOutput, line } from '@/mcp/what-goes';

const input = z.strictObject({ accountId });

export const closeAccount = defineTool({
  name: 'close_account',
  title: 'Close bank account',
  description: 'Closes the bank account for good. Its transactions stay and can still be read.',
  scope: 'accounts.write',
  annotations: DESTRUCTIVE,
  preview: 'close_account_preview',
  input,
  output: doneOutput,
  async run({ accountId }, context) {
    return changeTeamData(context, async (data) => {
      const { account, balance } = await closable(data, accountId);
      await close(data, account.id);
      return { success: true, message: `Closed bank account ${account.name} with a balance of ${balance}.` };
    });
  },
});

export const closeAccountPreview = defineTool({
  name: 'close_account_preview',
  title: 'Preview of closing a bank account',
  description: 'Says which bank account would be closed, and what is on it.',
  scope: 'accounts.write',
  annotations: READ_ONLY,
  companion: true,
  input,
  output: previewOutput,
  async run({ accountId }, context) {
    const found = await viewTeamData(context, (data) => closable(data, accountId));
    const { account, balance, transactionCount } = found;
    const transactions = counted({ one: 'transaction', many: 'transactions', count: transactionCount });
    return {
      lines: [
        line('Bank account', `${account.name}, ${account.bank}`),
        line('IBAN', account.iban),
        line('Balance', found.balanceMinor === 0 ? 'nothing left on it' : 'still on it', balance),
        line('Stays', transactions),
      ],
    };
  },
});

async function closable(data: TeamData, accountId: string) {
  const found = await holdAccount(data, accountId);
  if (!found) throw notFound('bank account', accountId, 'bank_accounts_list');
  const { account, balanceMinor } = found;
  if (account.status === 'closed') throw new ToolError(`Bank account ${account.name} is closed already.`);
  return { ...found, balance: formatMoney(balanceMinor, account.currency) };
}
