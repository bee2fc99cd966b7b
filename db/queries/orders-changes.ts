/** Changes of orders. */
import { and, eq } from 'drizzle-orm';
import { held, now, type TeamData } from '../change';
import { newId } from '../ids';
import { customers, orders } from '../schema/company';

export type OrderRow = typeof orders.$inferSelect;
export type OrderStatus = OrderRow['status'];

/** Adds an order, unless the team has one with that reference. Null: it vanished meanwhile. */
export async function createOrder(
  data: TeamData,
  fields: Omit<typeof orders.$inferInsert, 'id' | 'teamId'>,
): Promise<{ order: OrderRow; created: boolean } | null> {
  const [added] = await data.db
    .insert(orders)
    .values({ ...fields, id: newId('ord'), teamId: data.teamId })
    .onConflictDoNothing()
    .returning();
  if (added) return { order: added, created: true };
  const [standing] = await data.db
    .select()
    .from(orders)
    .where(and(eq(orders.teamId, data.teamId), eq(orders.reference, fields.reference)));
  return standing ? { order: standing, created: false } : null;
}

/** One order of the team with its customer's name, held in a change; null when there is none. */
export async function findOrder(
  data: TeamData,
  orderId: string,
): Promise<(OrderRow & { customerName: string }) | null> {
  const [order] = await held(data, data.db.select().from(orders).where(thisOrder(data, orderId)));
  if (!order) return null;
  const [customer] = await data.db
    .select({ name: customers.name })
    .from(customers)
    .where(and(eq(customers.teamId, data.teamId), eq(customers.id, order.customerId)));
  return { ...order, customerName: customer?.name ?? '' };
}

/** Sets the status of an order that is held. */
export async function setOrderStatus(data: TeamData, orderId: string, status: OrderStatus): Promise<void> {
  await data.db.update(orders).set({ status, updatedAt: now }).where(thisOrder(data, orderId));
}

function thisOrder(data: TeamData, orderId: string) {
  return and(eq(orders.teamId, data.teamId), eq(orders.id, orderId));
}
