/** "Close the savings account". */
import { type Desk, KINDS, type Reading, theOne } from '../desk';
import { formatValue } from '../saying/format';
import { destroy, nameIn, oneAtATime } from './doing';

const CLOSE =
  /^close\s+(?:the\s+|our\s+|my\s+)?(?:bank\s+)?(?:account\s+(.+)|(.+?)\s+(?:bank\s+)?accounts?|(.+))$/i;

export function closeAccount(message: string, desk: Desk): Reading | undefined {
  const match = CLOSE.exec(message);
  if (!match) return undefined;
  const name = nameIn(match[1] ?? match[2] ?? match[3]);
  if (!name || /\baccounts$/i.test(message)) return oneAtATime('close a bank account');
  return {
    tools: ['bank_accounts_list', 'close_account'],
    does: 'close a bank account',
    writes: true,
    *run() {
      const account = yield* theOne(KINDS.account, name);
      return yield* destroy(
        desk,
        'close_account',
        { accountId: account.id },
        `close bank account **${formatValue(account.name)}** (${formatValue(account.bank)}, ${formatValue(account.currency)})`,
      );
    },
  };
}
