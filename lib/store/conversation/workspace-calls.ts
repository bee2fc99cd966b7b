import 'server-only';
/** Calls that have changed something in a workspace. */
import { aliasedTable, and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';

const { calls, chats, runs } = schema;

/**
 * Successful calls of one server in a chat and its sub-agents that did more than read, oldest first, in all branches.
 */
export async function listDeedsOfChat(db: Queryable, chatId: string, server: string): Promise<string[]> {
  const tree = db
    .select({ id: chats.id })
    .from(chats)
    .where(or(eq(chats.id, chatId), eq(chats.rootId, chatId)));
  const rows = await db
    .select({ id: calls.id, risk: calls.risk, metadata: calls.metadata })
    .from(calls)
    .where(and(inArray(calls.chatId, tree), eq(calls.server, server), eq(calls.status, 'success')))
    .orderBy(asc(calls.dispatchedAt), asc(calls.seq));
  // Handing on a task has changed nothing by itself.
  const deeds = rows.filter(({ risk, metadata }) => risk !== 'read-only' && metadata.subAgent !== true);
  return deeds.map(({ id }) => id);
}

/** The arguments of a tool's last successful call in the chat of this call, as canonical bytes. */
export async function findLastInput(
  db: Queryable,
  callId: string,
  server: string,
  tool: string,
): Promise<string | undefined> {
  const chat = db.select({ id: calls.chatId }).from(calls).where(eq(calls.id, callId));
  const isMeant = [eq(calls.chatId, chat), eq(calls.server, server), eq(calls.tool, tool)];
  const [found] = await db
    .select({ input: calls.input })
    .from(calls)
    .where(and(...isMeant, eq(calls.status, 'success')))
    .orderBy(desc(calls.seq))
    .limit(1);
  return found?.input;
}

/** The run in which a call was made. */
export async function findRunOfCall(db: Queryable, callId: string): Promise<string | undefined> {
  const [call] = await db.select({ runId: calls.runId }).from(calls).where(eq(calls.id, callId));
  return call?.runId;
}

/** Whether it is neither running nor waiting, or gone. */
export async function isRunOver(db: Queryable, runId: string): Promise<boolean> {
  const [run] = await db.select({ status: runs.status }).from(runs).where(eq(runs.id, runId));
  return run?.status !== 'running' && run?.status !== 'waiting';
}

/** Ids of a server's calls that were sent in the run of this call, or by its sub-agents, newest first. */
export async function listCallsOfSameRun(db: Queryable, callId: string, server: string): Promise<string[]> {
  const made = aliasedTable(runs, 'made');
  const tree = db
    .select({ id: runs.id })
    .from(calls)
    .innerJoin(made, eq(made.id, calls.runId))
    .innerJoin(runs, or(eq(runs.id, made.id), eq(runs.rootRunId, made.id)))
    .where(and(eq(calls.id, callId), eq(calls.server, server)));
  const rows = await db
    .select({ id: calls.id })
    .from(calls)
    .where(and(inArray(calls.runId, tree), eq(calls.server, server), sql`${calls.dispatchedAt} is not null`))
    .orderBy(desc(calls.dispatchedAt), desc(calls.seq));
  return rows.map(({ id }) => id);
}
