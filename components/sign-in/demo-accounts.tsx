/** The people of the demo company, with one-click sign-in. */
import { ChevronRight } from 'lucide-react';
import { Icon } from '../ui/icon';
import { say } from '../words/say';

export interface DemoAccount {
  email: string;
  name: string;
  role: 'viewer' | 'member' | 'admin';
  team: string;
}

export interface DemoAccountsProps {
  accounts: readonly DemoAccount[];
  isBusy: boolean;
  problem: string | null;
  onPick: (account: DemoAccount) => void;
}

export function DemoAccounts({ accounts, isBusy, problem, onPick }: DemoAccountsProps) {
  return (
    <section aria-labelledby="demo-heading" className="border-b bg-side p-5 md:border-r md:border-b-0 md:p-8">
      <h2 id="demo-heading" className="text-20 font-semibold">
        {say('sign-in.demo.title')}
      </h2>
      <p className="mt-0.5 text-14 text-muted">{say('sign-in.demo.hint')}</p>
      <ul className="mt-5 border-t">
        {accounts.map((account) => (
          <li key={account.email} className="border-b">
            <button
              type="button"
              disabled={isBusy}
              onClick={() => onPick(account)}
              className="group flex w-full items-center gap-2 py-[9px] text-left"
            >
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <span className="text-14 font-medium text-ink">{wordsFor(account, accounts).name}</span>
                  <span className="text-13 text-muted">{account.email}</span>
                </span>
                <span className="block text-13 text-muted">{wordsFor(account, accounts).promise}</span>
              </span>
              <Icon of={ChevronRight} className="shrink-0 text-muted group-hover:text-ink" />
            </button>
          </li>
        ))}
      </ul>
      <p role="alert" className="mt-3 text-13 text-failed empty:hidden">
        {problem}
      </p>
    </section>
  );
}

/** The first account's team is the demo company; a person of another team shows that teams are isolated. */
function wordsFor(account: DemoAccount, accounts: readonly DemoAccount[]) {
  if (account.team !== accounts[0]?.team)
    return { name: say('sign-in.demo.outsider'), promise: say('sign-in.demo.second-team') };
  return { name: say(`role.${account.role}`), promise: say(`sign-in.demo.${account.role}`) };
}
