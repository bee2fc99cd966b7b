/** What comes back every month: salaries, rent, leases, subscriptions, taxes. Amounts in minor units. */
import type { AccountName, CategoryName } from './bank';
import { monthly, type Period } from './calendar';
import type { Ledger } from './ledger';
import type { Random } from './random';

interface Bill {
  counterparty: string;
  description: string;
  category: CategoryName;
  account: AccountName;
  amount: number;
  dayOfMonth: number;
  /** By how much it may differ from month to month; 0.2 is a fifth up or down. */
  varies?: number;
}

/** Net monthly salaries three years ago. */
const SALARIES: [name: string, net: number][] = [
  ['Imogen Finch', 4150_00],
  ['Rory Alder', 4150_00],
  ['Noor Haddad', 2840_00],
  ['Tomás Brennan', 2610_00],
  ['Aoife Kavanagh', 2980_00],
  ['Piotr Zielinski', 2760_00],
  ['Marta Oliveira', 2690_00],
  ['Declan Foy', 2540_00],
  ['Siobhán Lacey', 2470_00],
  ['Jonas Berg', 2620_00],
  ['Ciarán Duffy', 2380_00],
  ['Ewa Nowak', 2410_00],
  ['Callum Reid', 2190_00],
  ['Hannah Doyle', 2050_00],
];

const YEARLY_RAISE = 1.03;
/** What the state gets on top of net salaries, and of the tax that customers paid (the rest is input tax). */
const PAYROLL_TAX_SHARE = 0.44;
const SALES_TAX_SHARE = 0.5;

const REVENUE = 'Revenue Commissioners';

const lease = (plate: string, amount: number): Bill => ({
  counterparty: 'Northway Fleet',
  description: `Van lease ${plate}`,
  category: 'leasing',
  account: 'service',
  amount,
  dayOfMonth: 3,
});

const subscription = (
  counterparty: string,
  description: string,
  amount: number,
  dayOfMonth: number,
  account: AccountName = 'service',
): Bill => ({ counterparty, description, category: 'software', account, amount, dayOfMonth });

const charge = (counterparty: string, account: AccountName, amount: number): Bill => ({
  counterparty,
  description: 'Account and payment fees',
  category: 'charges',
  account,
  amount,
  dayOfMonth: 28,
  varies: 0.3,
});

const bill = (
  account: AccountName,
  category: CategoryName,
  counterparty: string,
  description: string,
  amount: number,
  dayOfMonth: number,
  varies = 0,
): Bill => ({ counterparty, description, category, account, amount, dayOfMonth, varies });

const BILLS: Bill[] = [
  bill('operating', 'rent', 'Dockside Property', 'Rent workshop, Unit 14', 4850_00, 1),
  bill('operating', 'rent', 'Merrion Estates', 'Rent office, second floor', 2150_00, 1),
  bill('operating', 'insurance', 'Harp Mutual', 'Liability insurance', 1180_00, 8),
  bill('operating', 'insurance', 'Harp Mutual', 'Fleet insurance', 465_00, 8),
  bill('operating', 'fees', "O'Rourke & Daly", 'Bookkeeping', 950_00, 12),
  bill('operating', 'marketing', 'Brightside Media', 'Online advertising', 420_00, 15, 0.4),
  bill('operating', 'marketing', 'Shopfitter Monthly', 'Advertisement', 290_00, 20),
  bill('service', 'utilities', 'Emerald Energy', 'Electricity and heating', 680_00, 17, 0.35),
  bill('service', 'utilities', 'Clearbrook Water', 'Water', 96_00, 17, 0.1),
  bill('service', 'utilities', 'Greenbin Recycling', 'Waste collection', 214_00, 22, 0.15),
  bill('service', 'telecom', 'Skylark Telecom', 'Internet, workshop and office', 89_00, 5),
  bill('service', 'telecom', 'Skylark Telecom', '16 mobile phones', 312_00, 5, 0.08),
  lease('171-D-2041', 415_00),
  lease('171-D-2042', 415_00),
  lease('191-D-7710', 438_00),
  lease('201-C-1182', 462_00),
  lease('221-D-5096', 519_00),
  subscription('Ledgerly', 'Accounting software', 79_00, 2),
  subscription('Planwise', 'Project planning, 12 seats', 168_00, 6),
  subscription('Drawdeck', 'Drawing software, 3 seats', 245_00, 9),
  subscription('Postbox Pro', 'Mail and calendar', 112_00, 11),
  subscription('Fieldnote Inc.', 'Site inspection app', 189_00, 4, 'dollar'),
  subscription('Cloudshelf Inc.', 'File storage', 64_00, 13, 'dollar'),
  subscription('Sketchworks LLC', '3D visualisation, 4 seats', 320_00, 18, 'dollar'),
  charge('Liffey Bank', 'operating', 46_00),
  charge('Harbour Bank', 'service', 38_00),
  charge('Pennine Bank', 'sterling', 18_00),
  charge('Harbour Bank', 'dollar', 15_00),
];

/** Books salaries and what the state gets on them, all bills, and the interest on the savings. */
export function addRecurring(ledger: Ledger, period: Period, random: Random): void {
  for (const item of BILLS) {
    for (const day of monthly(period, item.dayOfMonth)) {
      const factor = 1 + (item.varies ?? 0) * (2 * random.next() - 1);
      book(ledger, item, day, Math.round(item.amount * factor));
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
    for (const [name, base] of SALARIES) {
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

function book(
  ledger: Ledger,
  entry: Pick<Bill, 'account' | 'counterparty' | 'description' | 'category'>,
  day: number,
  amountMinor: number,
): void {
  const { account, counterparty, description, category } = entry;
  ledger.add({ account, counterparty, description, category, day, amountMinor: -amountMinor });
}
