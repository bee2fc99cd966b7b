/** A small separate team for a test of tools; many of them share one database without interfering. */
import type { Database } from '@/db/client';
import { newId } from '@/db/ids';
import { members, sessions, teams, users } from '@/db/schema/auth';
import { bankAccounts, categories, customers, invoices, orders, transactions } from '@/db/schema/company';
import type { CallContext } from '../context';
import type { ToolDefinition } from '../define-tool';
import { type Role, scopesOf } from '../scopes';

type Row<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>;

export class Office {
  private constructor(
    readonly db: Database,
    readonly teamId: string,
    readonly adminId: string,
  ) {}

  /** A new team with one admin. */
  static async open(db: Database): Promise<Office> {
    const office = new Office(db, newId('team'), newId('usr'));
    await db.insert(teams).values({ id: office.teamId, name: 'Alder & Finch' });
    await office.addMember('admin', office.adminId);
    return office;
  }

  /** Runs a tool as the server does, with input and output validated. Its errors are rethrown. */
  async run(
    tool: ToolDefinition,
    input: Record<string, unknown>,
    context: Partial<CallContext> = {},
  ): Promise<Record<string, unknown>> {
    const output = await tool.run(tool.input.parse(input), { ...this.context(), ...context });
    return tool.output.parse(output);
  }

  /** The admin's context; the call is never aborted. */
  context(): CallContext {
    return {
      db: this.db,
      teamId: this.teamId,
      userId: this.adminId,
      scopes: scopesOf('admin'),
      webSearch: {},
      appUrl: 'http://amber.test',
      signal: new AbortController().signal,
    };
  }

  /** A person with a session. */
  async addMember(role: Role, id = newId('usr')): Promise<{ id: string; email: string }> {
    const email = `${id}@amber.test`;
    await this.db.insert(users).values({ id, name: `Person ${id}`, email });
    await this.db.insert(members).values({ userId: id, teamId: this.teamId, role });
    const expiresAt = new Date(Date.now() + 3_600_000);
    await this.db.insert(sessions).values({ id: newId('ses'), token: newId('tok'), userId: id, expiresAt });
    return { id, email };
  }

  async addCustomer(row: Row<typeof customers> = {}) {
    const id = newId('cus');
    const [added] = await this.db
      .insert(customers)
      .values({ id, teamId: this.teamId, name: `Customer ${id}`, email: `${id}@customer.test`, ...row })
      .returning();
    return only(added);
  }

  async addOrder(customerId: string, row: Row<typeof orders> = {}) {
    const id = newId('ord');
    const [added] = await this.db
      .insert(orders)
      .values({
        id,
        teamId: this.teamId,
        customerId,
        reference: `SO-${id}`,
        totalMinor: 1350_00,
        currency: 'EUR',
        orderedAt: '2026-03-01',
        ...row,
      })
      .returning();
    return only(added);
  }

  /** An invoice without lines. */
  async addInvoice(customerId: string, row: Row<typeof invoices> = {}) {
    const id = newId('inv');
    const sums = { subtotalMinor: 1350_00, taxMinor: 0, totalMinor: 1350_00, currency: 'EUR' };
    const [added] = await this.db
      .insert(invoices)
      .values({ id, teamId: this.teamId, customerId, reference: `R-${id}`, ...sums, ...row })
      .returning();
    return only(added);
  }

  async addAccount(row: Row<typeof bankAccounts> = {}) {
    const id = newId('acc');
    const [added] = await this.db
      .insert(bankAccounts)
      .values({
        id,
        teamId: this.teamId,
        name: 'Operations',
        bank: 'First Bank',
        iban: id,
        currency: 'EUR',
        ...row,
      })
      .returning();
    return only(added);
  }

  async addTransaction(accountId: string, row: Row<typeof transactions> = {}) {
    const id = newId('txn');
    const [added] = await this.db
      .insert(transactions)
      .values({
        id,
        teamId: this.teamId,
        accountId,
        bookedAt: '2026-03-01',
        amountMinor: -120_00,
        currency: 'EUR',
        counterparty: 'Rail',
        ...row,
      })
      .returning();
    return only(added);
  }

  async addCategory(row: Row<typeof categories> = {}) {
    const id = newId('cat');
    const [added] = await this.db
      .insert(categories)
      .values({ id, teamId: this.teamId, name: `Category ${id}`, kind: 'expense', ...row })
      .returning();
    return only(added);
  }
}

function only<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('The row was not added.');
  return row;
}
