/** Changes of customers, and what goes with a customer that is deleted. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { differences, held, now, type TeamData } from '../change';
import { newId } from '../ids';
import { customers, invoices, orders } from '../schema/company';

export type CustomerRow = typeof customers.$inferSelect;
type OrderRow = typeof orders.$inferSelect;
type InvoiceRow = typeof invoices.$inferSelect;

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
  const [standing] = await data.db
    .select()
    .from(customers)
    .where(and(eq(customers.teamId, data.teamId), sql`lower(${customers.name}) = lower(${fields.name})`));
  return standing ? { customer: standing, created: false } : null;
}

/** One customer of the team, held in a change; null when there is none. */
export async function findCustomer(data: TeamData, customerId: string): Promise<CustomerRow | null> {
  const query = data.db.select().from(customers).where(thisCustomer(data, customerId));
  const [customer] = await held(data, query);
  return customer ?? null;
}

/** One customer of the team who will stay until the transaction ends, while others may also add to him. */
export async function keepCustomer(data: TeamData, customerId: string): Promise<CustomerRow | null> {
  const query = data.db.select().from(customers).where(thisCustomer(data, customerId));
  const [customer] = await query.for('key share');
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
    .where(thisCustomer(data, customer.id))
    .returning();
  return { customer: updated ?? customer, changed: true };
}

export interface CustomerRemoval {
  customer: CustomerRow;
  orders: OrderRow[];
  drafts: InvoiceRow[];
  /** Finalised, sent and paid invoices: while there is one, the customer must stay. */
  kept: InvoiceRow[];
}

/** What deleting a customer takes along. The customer is held first, so that nothing joins afterwards. */
export async function findCustomerRemoval(
  data: TeamData,
  customerId: string,
): Promise<CustomerRemoval | null> {
  const customer = await findCustomer(data, customerId);
  if (!customer) return null;
  const ofCustomer = data.db
    .select()
    .from(orders)
    .where(and(eq(orders.teamId, data.teamId), eq(orders.customerId, customer.id)))
    .orderBy(asc(orders.reference));
  const goingOrders = await held(data, ofCustomer);
  const ownInvoices = data.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.teamId, data.teamId), eq(invoices.customerId, customer.id)))
    .orderBy(asc(invoices.reference));
  const all = await held(data, ownInvoices);
  const drafts = all.filter((invoice) => invoice.status === 'draft');
  const kept = all.filter((invoice) => invoice.status !== 'draft');
  return { customer, orders: goingOrders, drafts, kept };
}

/** Deletes what `findCustomerRemoval` found and held. */
export async function removeCustomer(data: TeamData, removal: CustomerRemoval): Promise<void> {
  const drafts = removal.drafts.map((draft) => draft.id);
  await data.db.delete(invoices).where(and(eq(invoices.teamId, data.teamId), inArray(invoices.id, drafts)));
  // The customer's orders go with the row (on delete cascade).
  await data.db.delete(customers).where(thisCustomer(data, removal.customer.id));
}

function thisCustomer(data: TeamData, customerId: string) {
  return and(eq(customers.teamId, data.teamId), eq(customers.id, customerId));
}
