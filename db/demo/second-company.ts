/** Brightwater Interiors: the small second company. Neither company must ever see the other. */
import { bankAccountRows, type CategoryName, categoryRows } from './bank';
import { monthly, type Period, timeOn } from './calendar';
import { linesOf } from './catalogue';
import type { DemoCustomer } from './customers';
import { bill, draftRows, orderRows, type Payment } from './invoices';
import { planJobs, planUpkeep } from './jobs';
import { type Entry, transactionRows } from './ledger';
import { Random } from './random';
import type { CompanyRows } from './rows';

const SEED = 7;

const CUSTOMERS = [
  ['Claddagh Candle Works', 'Galway'],
  ['Mutton Lane Printers', 'Cork'],
  ['Silver Strand Yoga', 'Galway'],
  ['Oranmore Dental', 'Galway'],
  ['Tuam Road Tyres', 'Galway'],
  ['Wild Atlantic Kayaks', 'Westport'],
  ['Kylemore Tea House', 'Clifden'],
] as const;

/** Monthly costs: to whom, for what, how much, on which day. */
const COSTS: [
  counterparty: string,
  description: string,
  category: CategoryName,
  amount: number,
  day: number,
][] = [
  ['Corrib Estates', 'Rent studio', 'rent', 880_00, 1],
  ['Lucas Verhoeven', 'Salary', 'salaries', 2380_00, 25],
  ['Sorcha Flynn', 'Salary', 'salaries', 1940_00, 25],
  ['Westgate Timber', 'Boards and fixings', 'materials', 640_00, 9],
];

const MONTHS = 11;

/** Everything that belongs to the second team: seven customers, one bank account, less than a year. */
export function secondCompany(teamId: string, period: Period): CompanyRows {
  const random = new Random(SEED);
  const customers = CUSTOMERS.map(([name, city], index) =>
    customerOf(teamId, name, city, index, period, random),
  );
  const { jobs, issued } = planJobs(customers, 12, period, random);
  const orders = orderRows(jobs, random);
  const billed = bill([...issued, ...planUpkeep(customers, 8, period, random)], orders, period, random);
  const [customer] = customers;
  const lines = linesOf('survey', 2, random);
  const draft =
    customer && draftRows([{ customer, service: 'survey', day: period.last - 3, lines }], orders, random);
  return {
    customers: customers.map(({ row }) => row),
    orders: [...orders.values()],
    invoices: [...billed.invoices, ...(draft?.invoices ?? [])],
    invoiceLines: [...billed.lines, ...(draft?.lines ?? [])],
    ...bankOf(teamId, billed.payments, period, random),
  };
}

function customerOf(
  teamId: string,
  name: string,
  city: string,
  index: number,
  { last }: Period,
  random: Random,
): DemoCustomer {
  const from = last - random.int(250, 320);
  const createdAt = timeOn(from - 5, 10);
  const row = {
    id: random.id('cus'),
    teamId,
    name,
    email: `hello@${name.toLowerCase().replace(/ /g, '-')}.example`,
    taxId: random.digits('IE#######TH'),
    city,
    country: 'Ireland',
    currency: 'EUR',
    createdAt,
    updatedAt: createdAt,
  };
  return { row, from, to: last, weight: 1, payDays: random.int(5, 20), owes: index < 2 };
}

function bankOf(teamId: string, payments: Payment[], period: Period, random: Random) {
  const accounts = bankAccountRows(teamId, period.first, random);
  const categories = categoryRows(teamId, period.first, random);
  const operating = { ...accounts.operating, name: 'Business account', openingMinor: 31_480_00 };
  const income = payments.map(
    ({ invoice, service, customer, day }): Entry => ({
      account: 'operating',
      day,
      amountMinor: invoice.totalMinor,
      counterparty: customer.row.name,
      description: `Payment ${invoice.reference}`,
      category: service,
      invoiceId: invoice.id,
    }),
  );
  const costs = COSTS.flatMap(([counterparty, description, category, amount, dayOfMonth]) =>
    monthly(period, dayOfMonth)
      .slice(-MONTHS)
      .map((day): Entry => {
        return { account: 'operating', day, amountMinor: -amount, counterparty, description, category };
      }),
  );
  const entries = [...income, ...costs];
  const used = new Set(entries.map(({ category }) => categories[category]));
  return {
    bankAccounts: [operating],
    categories: [...used],
    transactions: transactionRows(entries, { ...accounts, operating }, categories, period.last, random),
  };
}
