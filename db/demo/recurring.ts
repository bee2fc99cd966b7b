/** Monthly payments: salaries, rent, leases, subscriptions, taxes. Amounts are in minor units. */
import type { AccountName, CategoryName } from './bank';
import { monthly, type Period } from './calendar';
import type { Entry, Ledger } from './ledger';
import type { Random } from './random';
import spending from './spending.json';

type Bill = Pick<Entry, 'account' | 'category' | 'counterparty' | 'description'>;

/** The amount, the day of the month, and by how much the amount may vary: 0.2 is up to a fifth up or down. */
type BillRow = [
  account: AccountName,
  category: CategoryName,
  counterparty: string,
  description: string,
  amount: number,
  day: number,
  varies?: number,
];

/** Of the net monthly salaries of three years ago. */
const YEARLY_RAISE = 1.03;
/** What the state gets on top of net salaries, and of the tax that customers paid (the rest is input tax). */
const PAYROLL_TAX_SHARE = 0.44;
const SALES_TAX_SHARE = 0.5;

const REVENUE = 'Revenue Commissioners';

/** Books salaries and what the state gets on them, all bills, and the interest on the savings. */
export function addRecurring(ledger: Ledger, period: Period, random: Random): void {
  for (const row of spending.bills as BillRow[]) {
    const [account, category, counterparty, description, amount, dayOfMonth, varies = 0] = row;
    for (const day of monthly(period, dayOfMonth)) {
      const factor = 1 + varies * (2 * random.next() - 1);
      book(ledger, { account, counterparty, description, category }, day, Math.round(amount * factor));
    }
  }
  addSalaries(ledger, period);
  for (const day of monthly(period, 28).filter((_, month) => month % 3 === 2)) {
    ledger.add({
      account: 'savings',
      day,
      amountMinor: Math.round(ledger.balance('savings', day) * 0.0045),
      counterparty: 'Liffey Bank',
      description: 'Interest for the quarter',
      category: 'interest',
    });
  }
}

function addSalaries(ledger: Ledger, period: Period): void {
  monthly(period, 25).forEach((day, month) => {
    const raise = YEARLY_RAISE ** Math.floor(month / 12);
    let net = 0;
    for (const [name, base] of Object.entries(spending.salaries)) {
      const amount = Math.round(base * raise);
      net += amount;
      book(
        ledger,
        { account: 'operating', counterparty: name, description: 'Salary', category: 'salaries' },
        day,
        amount,
      );
    }
    const tax = { account: 'operating', counterparty: REVENUE, category: 'payrollTaxes' } as const;
    const due = Math.min(day + 14, period.last);
    book(
      ledger,
      { ...tax, description: 'Income tax and social insurance' },
      due,
      Math.round(net * PAYROLL_TAX_SHARE),
    );
  });
}

/** Every second month, half of the tax on the invoices that were paid in the two months before. */
export function addSalesTax(
  ledger: Ledger,
  period: Period,
  taxPaid: { day: number; taxMinor: number }[],
): void {
  for (const day of monthly(period, 19).filter((_, month) => month % 2 === 1)) {
    const collected = taxPaid.filter((paid) => paid.day < day && paid.day >= day - 61);
    const amount = Math.round(collected.reduce((sum, { taxMinor }) => sum + taxMinor, 0) * SALES_TAX_SHARE);
    if (amount === 0) continue;
    const description = 'Value added tax for two months';
    book(
      ledger,
      { account: 'operating', counterparty: REVENUE, description, category: 'taxes' },
      day,
      amount,
    );
  }
}

function book(ledger: Ledger, bill: Bill, day: number, amountMinor: number): void {
  ledger.add({ ...bill, day, amountMinor: -amountMinor });
}
