/** The work of three years: orders with their invoices, maintenance contracts, and call-outs. */
import { type DraftLine, totalsOf } from '../queries/invoices-changes';
import type { Period } from './calendar';
import { workdayAfter, workdayBefore } from './calendar';
import { linesOf, type Service } from './catalogue';
import type { DemoCustomer } from './customers';
import type { Random } from './random';

/** An invoice that was issued. */
export interface Issued {
  customer: DemoCustomer;
  service: Service;
  day: number;
  lines: DraftLine[];
  /** The order that it belongs to. */
  job?: Job;
  /** Stays unpaid, however long ago it was issued. */
  unpaid?: true;
}

export interface Job {
  customer: DemoCustomer;
  day: number;
  status: 'open' | 'in_progress' | 'completed' | 'cancelled';
  description: string;
  /** Without tax: the sum of its invoices, including those still to be issued. */
  totalMinor: number;
  /** When something last happened to it. */
  changed: number;
}

/** Days in which only customers who owe got invoices, so that nobody else has an open one. */
const SETTLING_DAYS = 6;

const FIT_OUTS = [
  'Fit-out of the sales area',
  'Refurbishment of the ground floor',
  'New counter and shelving',
  'Partition walls and lighting',
  'Conversion of the back office',
  'New reception',
];
const SURVEYS = [
  'Site survey',
  'Survey before lease',
  'Survey before refurbishment',
  'Survey of the second branch',
];

/** This many orders, and the invoices they led to so far. Every customer has one order at least. */
export function planJobs(
  customers: DemoCustomer[],
  count: number,
  period: Period,
  random: Random,
): { jobs: Job[]; issued: Issued[] } {
  const jobs: Job[] = [];
  const issued: Issued[] = [];
  for (let index = 0; index < count; index++) {
    const customer = customers[index] ?? random.pickWeighted(customers);
    const { job, invoices } = planJob(customer, period, random);
    jobs.push(job);
    issued.push(...invoices);
  }
  return { jobs, issued };
}

function planJob(customer: DemoCustomer, period: Period, random: Random): { job: Job; invoices: Issued[] } {
  const service: Service = random.chance(0.52) ? 'fit-out' : 'survey';
  const stages = service === 'fit-out' ? random.pick([1, 2, 2, 3, 3, 4]) : 1;
  const lines = Array.from({ length: stages }, () => linesOf(service, random.int(2, 5), random));
  const start = workdayBefore(random.int(customer.from, customer.to));
  const job: Job = {
    customer,
    day: start,
    status: 'open',
    description: `${random.pick(service === 'fit-out' ? FIT_OUTS : SURVEYS)}, ${customer.row.city}`,
    totalMinor: totalsOf(lines.flat(), 0).subtotalMinor,
    changed: start,
  };
  if (random.chance(0.05)) return { job: { ...job, status: 'cancelled' }, invoices: [] };
  const invoices: Issued[] = [];
  for (const stage of lines) {
    const day = workdayAfter(job.changed + random.int(14, 55));
    if (day > lastInvoiceDay(customer, period)) break;
    invoices.push({ customer, service, day, lines: stage, job });
    job.changed = day;
  }
  if (invoices.length > 0) job.status = invoices.length === stages ? 'completed' : 'in_progress';
  return { job, invoices };
}

/**
 * This many invoices that no order stands behind: those that are open now, the monthly ones of customers with a
 * contract, and call-outs.
 */
export function planUpkeep(
  customers: DemoCustomer[],
  count: number,
  period: Period,
  random: Random,
): Issued[] {
  const open = customers
    .filter(({ owes }) => owes)
    .flatMap((customer) => openInvoices(customer, period, random));
  const upkeep = [...open, ...contractInvoices(customers, Math.floor(count * 0.6), period, random)];
  while (upkeep.length < count) {
    const customer = random.pickWeighted(customers);
    const last = Math.min(customer.to, lastInvoiceDay(customer, period));
    const day = workdayBefore(random.int(customer.from, last));
    upkeep.push({ customer, service: 'call-out', day, lines: linesOf('call-out', random.int(2, 4), random) });
  }
  return upkeep;
}

/** A fresh one, and often another that should have been paid long ago. */
function openInvoices(customer: DemoCustomer, { last }: Period, random: Random): Issued[] {
  const ages = [random.int(0, 12), ...(random.chance(0.6) ? [random.int(35, 110)] : [])];
  return ages.map((age) => {
    const service = random.pick(['fit-out', 'survey', 'survey', 'call-out'] as const);
    const lines = linesOf(service, random.int(2, 4), random);
    return { customer, service, day: workdayBefore(last - age), lines, unpaid: true };
  });
}

function contractInvoices(customers: DemoCustomer[], most: number, period: Period, random: Random): Issued[] {
  const active = customers.filter(({ row }) => row.status === 'active');
  const invoices: Issued[] = [];
  for (const customer of random.sample(active, active.length)) {
    const fee = linesOf('maintenance', 1, random);
    const days = period.months
      .map((month) => workdayAfter(month + 1))
      .filter((day) => day >= customer.from && day <= lastInvoiceDay(customer, period));
    if (invoices.length + days.length > most) break;
    for (const day of days) {
      const extras = random.chance(0.35) ? linesOf('maintenance', random.int(2, 3), random).slice(1) : [];
      invoices.push({ customer, service: 'maintenance', day, lines: [...fee, ...extras] });
    }
  }
  return invoices;
}

function lastInvoiceDay(customer: DemoCustomer, period: Period): number {
  return customer.owes ? period.last : period.last - SETTLING_DAYS;
}
