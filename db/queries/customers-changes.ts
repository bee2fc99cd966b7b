/** Changes of customers, and the rows that are deleted with a customer. */
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { newId } from '../ids';
import { customers, invoices, orders } from '../schema/company';
import { differences, hold, now, type TeamData } from './change';
import type { CustomerRow } from './customers';

/** The fields that a tool may set. */
export type CustomerFields = Pick<
  CustomerRow,
  'name' | 'email' | 'phone' | 'taxId' | 'city' | 'country' | 'currency' | 'status'
>;

/** Adds a customer, unless the team has one of that name (ignoring case). Null: the existing one vanished meanwhile. */
export async function createCustomer(
  data: TeamData,
  fields: Partial<CustomerFields> & { name: string },
): Promise<{ customer: CustomerRow; created: boolean } | null> {
  const [added] = await data.db
    .insert(customers)
    .values({ ...fields, id: newId('cus'), teamId: data.teamId })
    .onConflictDoNothing()
    .returning();
  if (added) return { customer: added, created: true };
  const [existing] = await customersWhere(data, sql`lower(${customers.name}) = lower(${fields.name})`);
  return existing ? { customer: existing, created: false } : null;
}

/** One customer of the team, locked in a change; null if there is none. */
export async function holdCustomer(data: TeamData, customerId: string): Promise<CustomerRow | null> {
  await hold(data, customers, customerId);
  return findCustomer(data, customerId);
}

/** One customer of the team in the current state; null if there is none. */
export async function findCustomer(data: TeamData, customerId: string): Promise<CustomerRow | null> {
  const [customer] = await customersWhere(data, eq(customers.id, customerId));
  return customer ?? null;
}

/** One customer of the team, kept from deletion until the transaction ends; others may still add rows to it. */
export async function keepCustomer(data: TeamData, customerId: string): Promise<CustomerRow | null> {
  const [customer] = await customersWhere(data, eq(customers.id, customerId)).for('key share');
  return customer ?? null;
}

/**
 * Sets the given fields of a locked customer. If nothing differs, nothing is written.
 * @throws a unique violation if another customer has the name
 */
export async function updateCustomer(
  data: TeamData,
  customer: CustomerRow,
  given: Partial<CustomerFields>,
): Promise<{ customer: CustomerRow; changed: boolean }> {
  const changes = differences<CustomerFields>(customer, given);
  if (!changes) return { customer, changed: false };
  const [updated] = await data.db
    .update(customers)
    .set({ ...changes, updatedAt: now })
    .where(and(eq(customers.teamId, data.teamId), eq(customers.id, customer.id)))
    .returning();
  if (!updated) throw new Error(`Customer ${customer.id} vanished although it was held.`);
  return { customer: updated, changed: true };
}

export interface CustomerRemoval {
  customer: CustomerRow;
  orders: (typeof orders.$inferSelect)[];
  drafts: (typeof invoices.$inferSelect)[];
  /** Finalised, sent and paid invoices: while there is one, the customer must stay. */
  kept: (typeof invoices.$inferSelect)[];
}

/**
 * The rows that deleting a customer would delete; null if the team has no such customer. In a change the customer is
 * locked first, so that nothing is added to it, then its invoices, so that no draft is finalised meanwhile.
 */
export async function holdCustomerRemoval(
  data: TeamData,
  customerId: string,
): Promise<CustomerRemoval | null> {
  const holding = holdCustomer(data, customerId);
  // Without locks there is nothing to wait for.
  if (data.locks) await holding;
  const ofCustomer = and(eq(orders.teamId, data.teamId), eq(orders.customerId, customerId));
  const goingOrders = data.db.select().from(orders).where(ofCustomer).orderBy(asc(orders.reference));
  const allInvoices = data.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.teamId, data.teamId), eq(invoices.customerId, customerId)))
    .orderBy(asc(invoices.reference));
  const [customer, going, all] = await Promise.all([
    holding,
    goingOrders,
    data.locks ? allInvoices.for('update') : allInvoices,
  ]);
  if (!customer) return null;
  return {
    customer,
    orders: going,
    drafts: all.filter((invoice) => invoice.status === 'draft'),
    kept: all.filter((invoice) => invoice.status !== 'draft'),
  };
}

/** Deletes what `holdCustomerRemoval` found and locked. */
export async function removeCustomer(data: TeamData, { customer, drafts }: CustomerRemoval): Promise<void> {
  const draftIds = drafts.map((draft) => draft.id);
  await data.db.delete(invoices).where(and(eq(invoices.teamId, data.teamId), inArray(invoices.id, draftIds)));
  // The customer's orders are deleted with the row (on delete cascade).
  await data.db
    .delete(customers)
    .where(and(eq(customers.teamId, data.teamId), eq(customers.id, customer.id)));
}

function customersWhere(data: TeamData, condition: SQL) {
  return data.db
    .select()
    .from(customers)
    .where(and(eq(customers.teamId, data.teamId), condition));
}
