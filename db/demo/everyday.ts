/** Card payments and payments to suppliers: fuel, meals, travel, materials, subcontractors. */
import type { AccountName, CategoryName } from './bank';
import { type Period, workdayBefore } from './calendar';
import type { Ledger } from './ledger';
import type { Random } from './random';
import spending from './spending.json';

interface Spending {
  category: CategoryName;
  account: AccountName;
  counterparties: string[];
  descriptions: string[];
  /** Lowest and highest amount, in minor units. */
  amount: [number, number];
  weight: number;
}

/** Paid by card from the service account. */
const CARD = spending.card.map((kind) => ({ ...kind, account: 'service' })) as Spending[];
/** Paid by transfer; the amounts depend on how much money there is to spend. */
const SUPPLIERS = spending.suppliers as Spending[];

/** Exactly this many card payments, spread over the months. */
export function addCardPayments(ledger: Ledger, period: Period, count: number, random: Random): void {
  const spread = months(period);
  spread.forEach((month, index) => {
    for (let number = share(count, index, spread.length); number > 0; number--) {
      const kind = random.pickWeighted(CARD);
      spend(ledger, kind, dayIn(month, random), amountOf(kind, random), random);
    }
  });
}

/**
 * Exactly this many payments to suppliers from one account, spread over the months. They take what else is left
 * over, so that the account stays near `targetMinor`.
 */
export function addSuppliers(
  ledger: Ledger,
  period: Period,
  { account, count, targetMinor }: { account: AccountName; count: number; targetMinor: number },
  random: Random,
): void {
  const kinds = SUPPLIERS.filter((kind) => kind.account === account);
  const spread = months(period);
  const surplus = spread.map((month) => ledger.flow(account, month.from, month.before));
  const usual = surplus.reduce((sum, amount) => sum + amount, 0) / spread.length;
  spread.forEach((month, index) => {
    const ahead = ledger.balance(account, month.from - 1) + (surplus[index] ?? 0) - usual - targetMinor;
    const total = Math.max(usual / 8, usual + ahead / 2);
    const planned = Array.from({ length: share(count, index, spread.length) }, () => {
      const kind = random.pickWeighted(kinds);
      return { kind, usual: amountOf(kind, random) };
    });
    const scale = total / planned.reduce((sum, payment) => sum + payment.usual, 0);
    for (const payment of planned) {
      spend(ledger, payment.kind, dayIn(month, random), Math.round(payment.usual * scale), random);
    }
  });
}

interface Month {
  from: number;
  before: number;
}

function months(period: Period): Month[] {
  return period.months.map((from, index) => ({ from, before: period.months[index + 1] ?? period.last + 1 }));
}

/** How many of `count` fall to one of several equal parts, so that all parts together have exactly `count`. */
function share(count: number, part: number, parts: number): number {
  return Math.floor((count * (part + 1)) / parts) - Math.floor((count * part) / parts);
}

function dayIn({ from, before }: Month, random: Random): number {
  return Math.max(from, workdayBefore(random.int(from, before - 1)));
}

/** Small amounts are more frequent than large ones. */
function amountOf({ amount: [least, most] }: Spending, random: Random): number {
  return Math.round(least + (most - least) * random.next() ** 2);
}

function spend(ledger: Ledger, kind: Spending, day: number, amountMinor: number, random: Random): void {
  ledger.add({
    account: kind.account,
    day,
    amountMinor: -amountMinor,
    counterparty: random.pick(kind.counterparties),
    description: random.pick(kind.descriptions),
    category: kind.category,
  });
}
