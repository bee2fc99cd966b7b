/** Alder & Finch: 200 customers, 600 orders, 2,000 invoices, and 10,000 transactions on five bank accounts. */
import { type DraftLine, totalsOf } from '../queries/invoices-changes';
import { type AccountName, bankAccountRows, categoryRows } from './bank';
import { monthly, type Period } from './calendar';
import { linesOf } from './catalogue';
import { type DemoCustomer, demoCustomers, HALDEN } from './customers';
import { addCardPayments, addSuppliers } from './everyday';
import { bill, type Draft, draftRows, orderRows, type Payment } from './invoices';
import { type Job, planJobs, planUpkeep } from './jobs';
import { type Entry, Ledger, transactionRows } from './ledger';
import { Random } from './random';
import { addRecurring, addSalesTax } from './recurring';
import type { CompanyRows } from './rows';

const COUNTS = { orders: 600, invoices: 2000, drafts: 24, transactions: 10_000 };

/** An arbitrary seed; another one gives another company. */
const SEED = 24;

/** Everything that belongs to the team. The same period gives the same rows. */
export function demoCompany(teamId: string, period: Period): CompanyRows {
  const random = new Random(SEED);
  const customers = demoCustomers(teamId, period, random);
  const halden = haldenOptics(customers, period);
  const others = customers.filter((customer) => customer !== halden.customer);
  const { jobs, issued } = planJobs(others, COUNTS.orders - halden.jobs.length, period, random);
  const upkeep = planUpkeep(others, COUNTS.invoices - COUNTS.drafts - issued.length, period, random);
  const orders = orderRows([...jobs, ...halden.jobs], random);
  const billed = bill([...issued, ...upkeep], orders, period, random);
  const drafts = draftRows([halden.draft, ...otherDrafts(others, period, random)], orders, random);
  return {
    customers: customers.map(({ row }) => row),
    orders: [...orders.values()],
    invoices: [...billed.invoices, ...drafts.invoices],
    invoiceLines: [...billed.lines, ...drafts.lines],
    ...bankOf(teamId, billed.payments, period, random),
  };
}

/** The customer from the story in the README: two orders and one draft, and no invoice that was ever issued. */
function haldenOptics(
  customers: DemoCustomer[],
  { last }: Period,
): { customer: DemoCustomer; jobs: Job[]; draft: Draft } {
  const customer = customers.find(({ row }) => row.name === HALDEN);
  if (!customer) throw new Error(`${HALDEN} is not among the customers.`);
  const lines: DraftLine[] = [
    { description: 'Counter and display units', quantity: 2, unitPriceMinor: 1850_00 },
    { description: 'Light fittings, supplied and mounted', quantity: 8, unitPriceMinor: 135_00 },
  ];
  const job = (age: number, fields: Pick<Job, 'status' | 'description' | 'totalMinor'>): Job => {
    return { customer, day: last - age, changed: last - age, ...fields };
  };
  const fitOut = job(33, {
    status: 'open',
    description: 'Fit-out of the sales area',
    totalMinor: totalsOf(lines, 0).subtotalMinor,
  });
  const survey = job(12, {
    status: 'in_progress',
    description: 'Survey of the second branch',
    totalMinor: 900_00,
  });
  return {
    customer,
    jobs: [fitOut, survey],
    draft: { customer, service: 'fit-out', day: last - 5, lines, job: fitOut },
  };
}

function otherDrafts(customers: DemoCustomer[], { last }: Period, random: Random): Draft[] {
  const active = customers.filter(({ row }) => row.status === 'active');
  return random.sample(active, COUNTS.drafts - 1).map((customer) => {
    const service = random.pick(['fit-out', 'survey', 'call-out'] as const);
    return {
      customer,
      service,
      day: last - random.int(0, 21),
      lines: linesOf(service, random.int(1, 4), random),
    };
  });
}

function bankOf(teamId: string, payments: Payment[], period: Period, random: Random) {
  const accounts = bankAccountRows(teamId, period.first, random);
  const categories = categoryRows(teamId, period.first, random);
  const opening = Object.entries(accounts).map(([name, { openingMinor = 0 }]) => [name, openingMinor]);
  const ledger = new Ledger(Object.fromEntries(opening) as Record<AccountName, number>);
  ledger.add(...payments.map(incoming));
  addRecurring(ledger, period, random);
  addSalesTax(
    ledger,
    period,
    payments.map(({ day, invoice }) => ({ day, taxMinor: invoice.taxMinor })),
  );
  addSuppliers(ledger, period, { account: 'sterling', count: 180, targetMinor: 32_000_00 }, random);
  addSuppliers(ledger, period, { account: 'dollar', count: 72, targetMinor: 30_000_00 }, random);
  addCardPayments(ledger, period, 4000, random);
  addTransfers(ledger, period);
  const missing = COUNTS.transactions - ledger.entries.length;
  addSuppliers(ledger, period, { account: 'operating', count: missing, targetMinor: 184_000_00 }, random);
  return {
    bankAccounts: Object.values(accounts),
    categories: Object.values(categories),
    transactions: transactionRows(ledger.entries, accounts, categories, period.last, random),
  };
}

/**
 * Small jobs are paid into the service account, the others into the operating account, foreign currency into its own
 * account.
 */
function incoming({ invoice, service, customer, day }: Payment): Entry {
  const abroad = { GBP: 'sterling', USD: 'dollar' } as const;
  const domestic = service === 'maintenance' || service === 'call-out' ? 'service' : 'operating';
  return {
    account: abroad[invoice.currency as keyof typeof abroad] ?? domestic,
    day,
    amountMinor: invoice.totalMinor,
    counterparty: customer.row.name,
    description: `Payment ${invoice.reference}`,
    category: service,
    invoiceId: invoice.id,
  };
}

/**
 * Every quarter some money is put into savings, and what the service account does not need goes to the operating
 * account.
 */
function addTransfers(ledger: Ledger, period: Period): void {
  const keep = 25_000_00;
  for (const day of monthly(period, 27).filter((_, month) => month % 3 === 2)) {
    ledger.transfer('operating', 'savings', day, 7_500_00);
    const spare = Math.floor((ledger.balance('service', day) - keep) / 500_00) * 500_00;
    if (spare > 0) ledger.transfer('service', 'operating', day, spare);
  }
}
