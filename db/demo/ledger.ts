/** Collects the transactions of the bank accounts and knows every balance on every day. */

import type { AccountName, CategoryName } from './bank';
import { isoDay, timeOn } from './calendar';
import type { Random } from './random';
import type { BankAccountRow, CategoryRow, TransactionRow } from './rows';

export interface Entry {
  account: AccountName;
  day: number;
  /** In minor units of the account's currency; incoming money is positive. */
  amountMinor: number;
  counterparty: string;
  description: string;
  category: CategoryName;
  invoiceId?: string;
}

export class Ledger {
  readonly entries: Entry[] = [];
  readonly #opening: Record<AccountName, number>;

  constructor(opening: Record<AccountName, number>) {
    this.#opening = opening;
  }

  add(...entries: Entry[]): void {
    this.entries.push(...entries);
  }

  /** The balance at the end of that day. */
  balance(account: AccountName, day: number): number {
    return this.#opening[account] + this.flow(account, Number.NEGATIVE_INFINITY, day + 1);
  }

  /** Money in minus money out, from the first day (inclusive) to the second (exclusive). */
  flow(account: AccountName, from: number, before: number): number {
    return this.entries
      .filter((entry) => entry.account === account && entry.day >= from && entry.day < before)
      .reduce((sum, entry) => sum + entry.amountMinor, 0);
  }

  /** Moves money between two accounts of the same currency. */
  transfer(from: AccountName, to: AccountName, day: number, amountMinor: number): void {
    const description = 'Transfer between own accounts';
    const common = { day, counterparty: 'Alder & Finch', description, category: 'transfers' as const };
    this.add({ ...common, account: from, amountMinor: -amountMinor });
    this.add({ ...common, account: to, amountMinor });
  }
}

/** Bank transactions by day. A few of the last weeks have no category yet. */
export function transactionRows(
  entries: Entry[],
  accounts: Record<AccountName, BankAccountRow>,
  categories: Record<CategoryName, CategoryRow>,
  lastDay: number,
  random: Random,
): TransactionRow[] {
  const sorted = [...entries].sort((a, b) => a.day - b.day);
  return sorted.map((entry) => {
    const account = accounts[entry.account];
    const everyday = entry.amountMinor < 0 && entry.amountMinor > -500_00;
    const unsorted = everyday && entry.day > lastDay - 45 && random.chance(0.15);
    const createdAt = timeOn(entry.day, 18, random.int(0, 59));
    return {
      id: random.id('txn'),
      teamId: account.teamId,
      accountId: account.id,
      categoryId: unsorted ? null : categories[entry.category].id,
      invoiceId: entry.invoiceId ?? null,
      bookedAt: isoDay(entry.day),
      amountMinor: entry.amountMinor,
      currency: account.currency,
      counterparty: entry.counterparty,
      description: entry.description,
      createdAt,
      updatedAt: createdAt,
    };
  });
}
