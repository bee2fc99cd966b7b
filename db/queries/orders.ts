/** Queries of orders, with the name of their customer. */
import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import { customers, orders } from '../schema/company';
import type { Caller } from './change';
import { contains, type Page } from './page';

type Order = typeof orders.$inferSelect;

export interface OrderRow {
  order: Order;
  customerName: string;
}

export interface OrderFilter {
  customerId?: string | undefined;
  status?: Order['status'] | undefined;
  /** Part of the reference, the description or the customer's name. */
  search?: string | undefined;
}

export type OrderPosition = [orderedAt: string, orderId: string];

/** Orders of the team, newest first. */
export async function listOrders(
  caller: Caller,
  { customerId, status, search }: OrderFilter,
  page: Page<OrderPosition>,
): Promise<OrderRow[]> {
  const conditions = and(
    customerId === undefined ? undefined : eq(orders.customerId, customerId),
    status && eq(orders.status, status),
    search === undefined ? undefined : mentions(search),
    page.after ? sql`(${orders.orderedAt}, ${orders.id}) < (${page.after[0]}, ${page.after[1]})` : undefined,
  );
  return select(caller, conditions).orderBy(desc(orders.orderedAt), desc(orders.id)).limit(page.limit);
}

/** One order of the team, by id or by its exact reference. */
export async function findOrder(
  caller: Caller,
  key: { id: string } | { reference: string },
): Promise<OrderRow | null> {
  const isMeant = 'id' in key ? eq(orders.id, key.id) : eq(orders.reference, key.reference);
  const [row] = await select(caller, isMeant);
  return row ?? null;
}

function select(caller: Caller, conditions: SQL | undefined) {
  caller.signal.throwIfAborted();
  return caller.db
    .select({ order: orders, customerName: customers.name })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(eq(orders.teamId, caller.teamId), conditions));
}

function mentions(text: string): SQL | undefined {
  return or(
    contains(orders.reference, text),
    contains(orders.description, text),
    contains(customers.name, text),
  );
}
