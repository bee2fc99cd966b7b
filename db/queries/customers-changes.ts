/** Changes of customers, and what goes with a customer that is deleted. */
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { newId } from '../ids';
import { customers, invoices, orders } from '../schema/company';
import { differences, hold, now, type TeamData } from './change';
import type { CustomerRow } from './customers';

/** What a tool may set. */
export type CustomerFields = Pick<
  CustomerRow,
  'name' | 'email' | 'phone' | 'taxId' | 'city' | 'country' | 'currency' | 'status'
>;

/** Adds a customer, unless the team has one of that name (upper and lower case are one). Null: it vanished meanwhile. */
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

/** One customer of the team, held in a change; null when there is none. */
export async function holdCustomer(data: TeamData, customerId: string): Promise<CustomerRow | null> {
  await hold(data, customers, customerId);
  return findCustomer(data, customerId);
}

/** One customer of the team as it is now; null when there is none. */
export async function findCustomer(data: TeamData, customerId: string): Promise<CustomerRow | null> {
  const [customer] = await customersWhere(data, eq(customers.id, customerId));
  return customer ?? null;
}

/** One customer of the team who will stay until the transaction ends, while others may also add to it. */
export async function keepCustomer(data: TeamData, customerId: string): Promise<CustomerRow | null> {
  const [customer] = await customersWhere(data, eq(customers.id, customerId)).for('key share');
  return customer ?? null;
}

/**
 * Sets the given fields of a customer that is held. Nothing differs: nothing is written.
 * @throws a unique violation when another customer has the name
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
 * What deleting a customer takes along; null when the team has no such customer. In a change the customer is held
 * first, so that nothing is added to it, then its invoices, so that no draft is finalised meanwhile.
 */
export async function holdCustomerRemoval(
  data: TeamData,
  customerId: string,
): Promise<CustomerRemoval | null> {
  const holding = holdCustomer(data, customerId);
  // Where nothing is held, nothing need wait.
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

/** Deletes what `holdCustomerRemoval` found and held. */
export async function removeCustomer(data: TeamData, { customer, drafts }: CustomerRemoval): Promise<void> {
  const draftIds = drafts.map((draft) => draft.id);
  await data.db.delete(invoices).where(and(eq(invoices.teamId, data.teamId), inArray(invoices.id, draftIds)));
  // The customer's orders go with the row (on delete cascade).
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
