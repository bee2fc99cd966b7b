/** Turns planned work into rows: references, totals, and who paid what when. */
import { type DraftLine, draftKeyOf, lineRows, totalsOf } from '../queries/invoices-changes';
import { isoDay, type Period, timeOn, workdayAfter, workdayBefore } from './calendar';
import { type Service, taxRateOf } from './catalogue';
import type { DemoCustomer } from './customers';
import type { Issued, Job } from './jobs';
import type { Random } from './random';
import type { InvoiceLineRow, InvoiceRow, OrderRow } from './rows';

/** A payment received for an invoice. */
export interface Payment {
  invoice: InvoiceRow;
  service: Service;
  customer: DemoCustomer;
  day: number;
}

export interface Draft {
  customer: DemoCustomer;
  service: Service;
  day: number;
  lines: DraftLine[];
  /** The order that it belongs to. */
  job?: Job;
}

export interface Billing {
  invoices: InvoiceRow[];
  lines: InvoiceLineRow[];
  payments: Payment[];
}

/** Orders in the order in which they were placed, numbered from SO-1001. */
export function orderRows(jobs: Job[], random: Random): Map<Job, OrderRow> {
  const sorted = [...jobs].sort((a, b) => a.day - b.day);
  return new Map(
    sorted.map((job, index) => {
      const [hour, minute] = [random.int(8, 16), random.int(0, 59)];
      const row: OrderRow = {
        id: random.id('ord'),
        teamId: job.customer.row.teamId,
        customerId: job.customer.row.id,
        reference: `SO-${1001 + index}`,
        status: job.status,
        description: job.description,
        totalMinor: job.totalMinor,
        currency: job.customer.row.currency ?? 'EUR',
        orderedAt: isoDay(job.day),
        createdAt: timeOn(job.day, hour, minute),
        updatedAt: timeOn(job.changed, hour, minute),
      };
      return [job, row];
    }),
  );
}

/** Invoices in the order in which they were issued, numbered from INV-1001, with the payments that settled them. */
export function bill(issued: Issued[], orders: Map<Job, OrderRow>, period: Period, random: Random): Billing {
  const billing: Billing = { invoices: [], lines: [], payments: [] };
  const sorted = [...issued].sort((a, b) => a.day - b.day);
  sorted.forEach((plan, index) => {
    const { customer, service, day } = plan;
    const paid = paymentDay(plan, period, random);
    const waits = paid === undefined && day > period.last - 6 && random.chance(0.4);
    const status = paid === undefined ? (waits ? 'finalised' : 'sent') : 'paid';
    const invoice: InvoiceRow = {
      ...baseOf(customer, service, plan.lines, random),
      reference: `INV-${1001 + index}`,
      status,
      dueDate: isoDay(day + random.pick([14, 14, 30])),
      issuedAt: isoDay(day),
      sentAt: status === 'finalised' ? null : timeOn(day, 16, random.int(0, 59)),
      paidAt: paid === undefined ? null : isoDay(paid),
      note: noteOf(plan.job, orders),
      createdAt: timeOn(day, 9, random.int(0, 59)),
      updatedAt: timeOn(paid ?? day, 16, random.int(0, 59)),
    };
    billing.invoices.push(invoice);
    billing.lines.push(...lineRows(invoice.id, plan.lines));
    if (paid !== undefined) billing.payments.push({ invoice, service, customer, day: paid });
  });
  return billing;
}

/** Drafts in the order in which they were begun, numbered from D-0101. */
export function draftRows(
  drafts: Draft[],
  orders: Map<Job, OrderRow>,
  random: Random,
): Pick<Billing, 'invoices' | 'lines'> {
  const sorted = [...drafts].sort((a, b) => a.day - b.day);
  const invoices = sorted.map(({ customer, service, day, lines, job }, index): InvoiceRow => {
    const createdAt = timeOn(day, random.int(8, 16), random.int(0, 59));
    const dueDate = isoDay(day + 30);
    return {
      ...baseOf(customer, service, lines, random),
      reference: `D-${String(101 + index).padStart(4, '0')}`,
      status: 'draft',
      draftKey: draftKeyOf(customer.row.id, lines, dueDate),
      dueDate,
      note: noteOf(job, orders),
      createdAt,
      updatedAt: createdAt,
    };
  });
  const lines = invoices.flatMap((invoice, index) => lineRows(invoice.id, sorted[index]?.lines ?? []));
  return { invoices, lines };
}

function noteOf(job: Job | undefined, orders: Map<Job, OrderRow>): string {
  const order = job && orders.get(job);
  return order ? `Order ${order.reference}` : '';
}

/** The day of payment; undefined when it is still open. Only customers who owe have open invoices. */
function paymentDay({ customer, day, unpaid }: Issued, period: Period, random: Random): number | undefined {
  const usual = workdayAfter(day + customer.payDays + random.int(-2, 9));
  if (unpaid) return undefined;
  if (usual <= period.last) return usual;
  return customer.owes ? undefined : workdayBefore(random.int(day + 2, period.last));
}

function baseOf(customer: DemoCustomer, service: Service, lines: DraftLine[], random: Random) {
  const { teamId, id: customerId, currency = 'EUR', country } = customer.row;
  const taxRate = taxRateOf(service, country);
  const internalNote = random.chance(0.03) ? 'Price agreed by phone; see the file.' : null;
  return {
    id: random.id('inv'),
    teamId,
    customerId,
    currency,
    taxRate,
    ...totalsOf(lines, taxRate),
    internalNote,
  };
}
