import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import { type CallRow, type Fence, isHeld } from './ledger';

const { calls } = schema;

/** Whether the call, as this process has sent it, is still on its way, and this process the one that may go on with it. */
export async function isOnItsWay(db: Queryable, { id, attempts }: CallRow, fence: Fence): Promise<boolean> {
  const isSent = and(eq(calls.id, id), eq(calls.status, 'dispatched'), eq(calls.attempts, attempts));
  return (await db.$count(calls, and(isSent, isHeld(fence)))) > 0;
}
