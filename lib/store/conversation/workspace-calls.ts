import 'server-only';
/** Calls by which something in a workspace has changed. */
import { and, asc, eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';

const { calls } = schema;

/** Of a chat the calls of one server that have succeeded and do not merely read, the oldest first; all branches. */
export async function listDeedsOfChat(db: Queryable, chatId: string, server: string): Promise<string[]> {
  const rows = await db
    .select({ id: calls.id, risk: calls.risk })
    .from(calls)
    .where(and(eq(calls.chatId, chatId), eq(calls.server, server), eq(calls.status, 'success')))
    .orderBy(asc(calls.dispatchedAt), asc(calls.seq));
  return rows.filter(({ risk }) => risk !== 'read-only').map(({ id }) => id);
}
