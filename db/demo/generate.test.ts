import { describe, expect, test } from 'vitest';
import { lineAmount, taxOn } from '../money';
import { DEMO_TEAM } from './accounts';
import { isoDay } from './calendar';
import { demoRows } from './generate';
import type { DemoRows } from './rows';

const DAYS = ['2026-11-20', '2027-01-01', '2028-02-29', '2026-05-31', '2027-03-28'];

const demoOn = (day: string) => demoRows(new Date(`${day}T09:30:00Z`));

/** All rows of one team; lines by way of their invoices. */
function teamOf(rows: DemoRows, index: 0 | 1) {
  const teamId = rows.teams[index]?.id;
  const own = <Row extends { teamId: string }>(all: Row[]) => all.filter((row) => row.teamId === teamId);
  const invoices = own(rows.invoices);
  const ids = new Set(invoices.map(({ id }) => id));
  return {
    name: rows.teams[index]?.name,
    customers: own(rows.customers),
    orders: own(rows.orders),
    invoices,
    lines: rows.invoiceLines.filter(({ invoiceId }) => ids.has(invoiceId)),
    bankAccounts: own(rows.bankAccounts),
    categories: own(rows.categories),
    transactions: own(rows.transactions),
  };
}

type Team = ReturnType<typeof teamOf>;

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));
const isOpen = ({ status }: { status?: string | undefined }) => status === 'sent' || status === 'finalised';

describe.each(DAYS)('the demo as of %s', (day) => {
  const rows = demoOn(day);
  const team = teamOf(rows, 0);
  const other = teamOf(rows, 1);

  test('is big enough to matter', () => {
    expect(team.name).toBe(DEMO_TEAM);
    expect({
      customers: team.customers.length,
      orders: team.orders.length,
      invoices: team.invoices.length,
      transactions: team.transactions.length,
      bankAccounts: team.bankAccounts.length,
      categories: team.categories.length,
    }).toEqual({
      customers: 200,
      orders: 600,
      invoices: 2000,
      transactions: 10_000,
      bankAccounts: 5,
      categories: 25,
    });
  });

  test('has every state, and references that people would give', () => {
    expect(new Set(team.customers.map(({ status }) => status))).toEqual(
      new Set(['active', 'inactive', 'archived']),
    );
    expect(new Set(team.orders.map(({ status }) => status)).size).toBe(4);
    expect(new Set(team.invoices.map(({ status }) => status)).size).toBe(4);
    expect(team.orders.map(({ reference }) => reference)).toEqual(
      team.orders.map((_, index) => `SO-${1001 + index}`),
    );
    for (const { reference, status } of team.invoices) {
      expect(reference).toMatch(status === 'draft' ? /^D-0\d{3}$/ : /^INV-[12]\d{3}$/);
    }
    expect(new Set(team.invoices.map(({ reference }) => reference)).size).toBe(2000);
  });

  test('Halden Optics has two orders and one draft, and nothing that was issued', () => {
    const halden = team.customers.find(({ name }) => name === 'Halden Optics');
    expect(halden).toMatchObject({ status: 'active', currency: 'EUR' });
    expect(team.orders.filter(({ customerId }) => customerId === halden?.id)).toHaveLength(2);
    const invoices = team.invoices.filter(({ customerId }) => customerId === halden?.id);
    expect(invoices.map(({ status }) => status)).toEqual(['draft']);
  });

  test('between ten and twenty customers owe something', () => {
    const owing = new Set(team.invoices.filter(isOpen).map(({ customerId }) => customerId));
    expect(owing.size).toBeGreaterThanOrEqual(10);
    expect(owing.size).toBeLessThanOrEqual(20);
    const overdue = team.invoices.filter((invoice) => isOpen(invoice) && (invoice.dueDate ?? day) < day);
    expect(overdue.length).toBeGreaterThan(4);
    expect(overdue.length).toBeLessThan(team.invoices.filter(isOpen).length);
  });

  test.each([
    ['first', team],
    ['second', other],
  ])('all sums of the %s team are right', (_, { invoices, lines }) => {
    expectRightSums(invoices, lines);
  });

  test.each([
    ['first', team],
    ['second', other],
  ])('everything in the %s team refers to something of the same team and currency', (_, some) => {
    expectNoStrays(some);
  });

  test.each([
    ['first', team],
    ['second', other],
  ])('in the %s team what is paid was paid, once and in full', (_, { invoices, transactions }) => {
    const payments = transactions.filter(({ invoiceId }) => invoiceId);
    const paid = invoices.filter(({ status }) => status === 'paid');
    const told = (id?: string | null, amount?: number, on?: string | null) => `${id} ${amount} ${on}`;
    expect(payments.map((row) => told(row.invoiceId, row.amountMinor, row.bookedAt)).sort()).toEqual(
      paid.map((row) => told(row.id, row.totalMinor, row.paidAt)).sort(),
    );
  });

  test.each([
    ['first', team],
    ['second', other],
  ])('no account of the %s team is ever overdrawn', (_, { bankAccounts, transactions }) => {
    for (const account of bankAccounts) {
      const { least, most } = balanceRange(account.id, account.openingMinor ?? 0, transactions);
      expect(least).toBeGreaterThan(0);
      expect(most).toBeLessThan(500_000_00);
    }
  });

  test('covers three years, and nothing of it is in the future', () => {
    const booked = team.transactions.map(({ bookedAt }) => bookedAt).sort();
    const dayNumber = Date.parse(day) / 86_400_000;
    expect(booked[0]).toSatisfy((first: string) => first <= isoDay(dayNumber - 3 * 365 + 5));
    expect(booked.at(-1)).toSatisfy((last: string) => last < day);
    const times = [...team.customers, ...team.orders, ...team.invoices, ...team.transactions].flatMap(
      (row) => [Number(row.createdAt), Number(row.updatedAt)],
    );
    expect(Math.max(...times)).toBeLessThan(Date.parse(day));
    for (const { issuedAt, sentAt, paidAt, status } of team.invoices) {
      expect([issuedAt != null, sentAt != null, paidAt != null]).toEqual([
        status !== 'draft',
        status === 'sent' || status === 'paid',
        status === 'paid',
      ]);
      if (paidAt && issuedAt) expect(paidAt >= issuedAt).toBe(true);
    }
  });
});

test('no id stands twice, and every id says what it is', () => {
  const rows = demoOn('2026-11-20');
  const kinds = {
    tea: rows.teams,
    usr: rows.users,
    cus: rows.customers,
    ord: rows.orders,
    inv: rows.invoices,
    acc: rows.bankAccounts,
    cat: rows.categories,
    txn: rows.transactions,
  };
  for (const [prefix, some] of Object.entries(kinds)) {
    const ids = some.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(new RegExp(`^${prefix}_[0-9a-f]{12}$`));
  }
});

test('names are unique whatever their case, and the two teams share no customer', () => {
  const names = demoOn('2026-11-20').customers.map(({ name }) => name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
});

test('the same day gives the same rows, another day the same companies', () => {
  expect(demoOn('2026-11-20')).toEqual(demoOn('2026-11-20'));
  const names = (day: string) => demoOn(day).customers.map(({ id, name }) => `${id} ${name}`);
  expect(names('2026-11-20')).toEqual(names('2027-08-03'));
});

function expectRightSums(invoices: Team['invoices'], lines: Team['lines']): void {
  const linesOf = Map.groupBy(lines, ({ invoiceId }) => invoiceId);
  for (const line of lines) {
    expect(line.amountMinor).toBe(lineAmount(line.quantity, line.unitPriceMinor));
    expect(line.amountMinor).toBeGreaterThan(0);
  }
  for (const invoice of invoices) {
    const own = linesOf.get(invoice.id) ?? [];
    expect(own.length).toBeGreaterThanOrEqual(1);
    expect(own.length).toBeLessThanOrEqual(5);
    expect(own.map(({ position }) => position)).toEqual(own.map((_, index) => index + 1));
    expect(invoice.subtotalMinor).toBe(own.reduce((sum, { amountMinor }) => sum + amountMinor, 0));
    expect(invoice.taxMinor).toBe(taxOn(invoice.subtotalMinor, invoice.taxRate ?? 0));
    expect(invoice.totalMinor).toBe(invoice.subtotalMinor + invoice.taxMinor);
  }
}

function expectNoStrays({ customers, orders, invoices, bankAccounts, categories, transactions }: Team): void {
  const customerOf = byId(customers);
  for (const row of [...orders, ...invoices]) {
    expect(customerOf.get(row.customerId)?.currency).toBe(row.currency);
  }
  const [accountOf, categoryOf, invoiceOf] = [byId(bankAccounts), byId(categories), byId(invoices)];
  for (const row of transactions) {
    expect(accountOf.get(row.accountId)?.currency).toBe(row.currency);
    if (row.categoryId) expect(categoryOf.has(row.categoryId)).toBe(true);
    if (row.invoiceId) expect(invoiceOf.get(row.invoiceId)?.currency).toBe(row.currency);
  }
}

/** The lowest and highest balance at the end of a day. */
function balanceRange(accountId: string, opening: number, transactions: Team['transactions']) {
  const range = { least: opening, most: opening };
  let balance = opening;
  const byDay = Map.groupBy(
    transactions.filter((row) => row.accountId === accountId),
    ({ bookedAt }) => bookedAt,
  );
  for (const [, rows] of [...byDay].sort(([a], [b]) => a.localeCompare(b))) {
    balance += rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    range.least = Math.min(range.least, balance);
    range.most = Math.max(range.most, balance);
  }
  return range;
}
