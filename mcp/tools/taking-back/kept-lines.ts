/** What undoing a call would do to which records, line by line, from the rows that the database keeps. Pure. */
import { formatMoney } from '@/db/money';
import type { KeptCounts, KeptRow, KeptTable } from '@/db/queries/kept-changes';
import type { Preview } from '@/mcp/define-tool';
import { type Group, linesOf, line as told } from '@/mcp/what-goes';

type Row = Record<string, unknown>;
type Line = Preview['lines'][number];

interface Kind {
  /** Above the fields of one. */
  label: string;
  name: (row: Row) => string;
  /** Column to label, of what may be shown. */
  fields: Readonly<Record<string, string>>;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

export const KINDS: Record<KeptTable, Kind> = {
  customers: {
    label: 'Customer',
    name: ({ name }) => text(name),
    fields: {
      name: 'Name',
      email: 'E-mail',
      phone: 'Phone',
      tax_id: 'Tax id',
      city: 'City',
      country: 'Country',
      currency: 'Currency',
      status: 'Status',
    },
  },
  categories: {
    label: 'Category',
    name: ({ name }) => text(name),
    fields: { name: 'Name', tax_rate: 'Tax rate', monthly_budget_minor: 'Monthly budget' },
  },
  orders: {
    label: 'Order',
    name: ({ reference }) => text(reference),
    fields: { status: 'Status', description: 'Description', total_minor: 'Total', ordered_at: 'Ordered' },
  },
  invoices: {
    label: 'Invoice',
    name: ({ reference }) => text(reference),
    fields: {
      reference: 'Reference',
      status: 'Status',
      total_minor: 'Total',
      tax_rate: 'Tax rate',
      due_date: 'Due',
      note: 'Note',
      archived: 'Archived',
    },
  },
  invoice_lines: {
    label: 'Line',
    name: ({ quantity, description }) => `${quantity} x ${text(description)}`,
    fields: {},
  },
  transactions: {
    label: 'Transaction',
    name: ({ counterparty, booked_at: bookedAt }) => `${text(counterparty)}, ${text(bookedAt)}`,
    fields: { category: 'Category', archived: 'Archived' },
  },
  facts: { label: 'Fact', name: ({ text: fact }) => text(fact), fields: {} },
};

type Sort = 'created' | 'deleted' | 'changed';

/** The words for what undoing a call does to rows of a table. */
const COUNTS: Record<KeptTable, Record<Sort, Pick<Group, 'one' | 'many'>>> = {
  customers: {
    created: { one: 'customer goes', many: 'customers go' },
    deleted: { one: 'customer comes back', many: 'customers come back' },
    changed: { one: 'customer changes back', many: 'customers change back' },
  },
  categories: {
    created: { one: 'category goes', many: 'categories go' },
    deleted: { one: 'category comes back', many: 'categories come back' },
    changed: { one: 'category changes back', many: 'categories change back' },
  },
  orders: {
    created: { one: 'order goes', many: 'orders go' },
    deleted: { one: 'order comes back', many: 'orders come back' },
    changed: { one: 'order changes back', many: 'orders change back' },
  },
  invoices: {
    created: { one: 'invoice goes', many: 'invoices go' },
    deleted: { one: 'invoice comes back', many: 'invoices come back' },
    changed: { one: 'invoice changes back', many: 'invoices change back' },
  },
  invoice_lines: {
    created: { one: 'line goes', many: 'lines go' },
    deleted: { one: 'line comes back', many: 'lines come back' },
    changed: { one: 'line changes back', many: 'lines change back' },
  },
  transactions: {
    created: { one: 'transaction goes', many: 'transactions go' },
    deleted: { one: 'transaction comes back', many: 'transactions come back' },
    changed: { one: 'transaction changes back', many: 'transactions change back' },
  },
  facts: {
    created: { one: 'fact goes', many: 'facts go' },
    deleted: { one: 'fact comes back', many: 'facts come back' },
    changed: { one: 'fact changes back', many: 'facts change back' },
  },
};

/** What a table's rows become, and the first of them. */
export interface KeptOfTable extends KeptCounts {
  rows: readonly KeptRow[];
}

/** A single changed record is shown field by field; several, and those added or deleted, by name only. */
export function keptLines(tables: readonly KeptOfTable[]): Line[] {
  return tables.flatMap((table) => {
    const [only] = table.rows;
    const isOne = table.changed === 1 && table.created + table.deleted === 0;
    if (isOne && only?.before && only.after && Object.keys(KINDS[table.table].fields).length > 0)
      return changeLines(KINDS[table.table], only.after, only.before);
    return (['deleted', 'changed', 'created'] as const).flatMap((sort) => linesOf(keptGroup(table, sort)));
  });
}

/** "1 customer changes back, 2 orders come back". */
export function keptPhrase(tables: readonly KeptCounts[]): string {
  const parts = tables.flatMap((table) =>
    (['deleted', 'changed', 'created'] as const).flatMap((sort) => {
      const count = table[sort];
      return count === 0 ? [] : [`${count} ${COUNTS[table.table][sort][count === 1 ? 'one' : 'many']}`];
    }),
  );
  return parts.join(', ');
}

function changeLines({ label, name, fields }: Kind, now: Row, then: Row): Line[] {
  const differing = Object.entries(fields).filter(([column]) => now[column] !== then[column]);
  return [
    told(label, name(now)),
    ...differing.map(([column, field]) => told(field, `${shown(column, now)} → ${shown(column, then)}`)),
  ];
}

export function shown(column: string, row: Row): string {
  const value = row[column];
  if (value === null || value === undefined || value === '') return '–';
  if (column.endsWith('_minor')) return formatMoney(Number(value), text(row.currency)).trim();
  if (column === 'tax_rate') return `${Number(value) / 100} %`;
  if (column === 'status') return text(value).replace('_', ' ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

function keptGroup({ table, rows, ...counts }: KeptOfTable, sort: Sort): Group {
  const first = rows.flatMap(({ before, after }) => {
    const sortOfRow = before === null ? 'created' : after === null ? 'deleted' : 'changed';
    const row = before ?? after;
    return row && sortOfRow === sort ? [{ name: KINDS[table].name(row), ...amountOf(row) }] : [];
  });
  return { ...COUNTS[table][sort], count: counts[sort], first, sums: [] };
}

function amountOf(row: Row) {
  const minor = row.total_minor ?? row.amount_minor;
  return typeof minor === 'number' && typeof row.currency === 'string'
    ? { minor, currency: row.currency }
    : {};
}
