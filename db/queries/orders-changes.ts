/** Changes of orders. */
import { and, eq } from 'drizzle-orm';
import { newId } from '../ids';
import { orders } from '../schema/company';
import { hold, now, type TeamData } from './change';
import { findOrder, type OrderRow } from './orders';

type Order = typeof orders.$inferSelect;

/** Adds an order, unless the team has one with that reference. Null: the existing one vanished meanwhile. */
export async function createOrder(
  data: TeamData,
  fields: Omit<typeof orders.$inferInsert, 'id' | 'teamId'>,
): Promise<{ order: Order; created: boolean } | null> {
  const [added] = await data.db
    .insert(orders)
    .values({ ...fields, id: newId('ord'), teamId: data.teamId })
    .onConflictDoNothing()
    .returning();
  if (added) return { order: added, created: true };
  const existing = await findOrder(data, { reference: fields.reference });
  return existing && { order: existing.order, created: false };
}

/** One order of the team, locked in a change; null if there is none. */
export async function holdOrder(data: TeamData, orderId: string): Promise<OrderRow | null> {
  await hold(data, orders, orderId);
  return findOrder(data, { id: orderId });
}

/** Sets the status of a locked order, and returns the updated order. */
export async function setOrderStatus(
  data: TeamData,
  orderId: string,
  status: Order['status'],
): Promise<Order> {
  const [order] = await data.db
    .update(orders)
    .set({ status, updatedAt: now })
    .where(and(eq(orders.teamId, data.teamId), eq(orders.id, orderId)))
    .returning();
  if (!order) throw new Error(`Order ${orderId} vanished although it was held.`);
  return order;
}
