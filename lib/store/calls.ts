import 'server-only';
/** Calls of tools, as the ledger has them. */
import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { type Queryable, rowsOf, type Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { calls, chats, runs } = schema;

export type CallRow = typeof calls.$inferSelect;

/** A call of another client, as the list of tokens tells it. */
export interface LastCall extends Pick<CallRow, 'id' | 'tool' | 'status'> {
  /** Of the token. */
  token: string;
  title: string;
  client: string | null;
  at: Date | string;
}

/** The last calls of each token. */
export async function listLastCalls(db: Queryable, tokenIds: string[], each: number): Promise<LastCall[]> {
  const ids = sql.join(
    tokenIds.map((id) => sql`${id}`),
    sql`, `,
  );
  return rowsOf(
    db,
    sql`select tokens.id as token, last.* from tokens cross join lateral (
      select calls.id, calls.tool, calls.metadata ->> 'title' as title, runs.client, calls.created_at as at, calls.status
      from runs join calls on calls.run_id = runs.id where runs.token_id = tokens.id and calls.step > 0
      order by runs.created_at desc, calls.seq desc limit ${each}) as last
      where tokens.id in (${ids})`,
  );
}

/** Calls of the run that a person has to resolve. */
export function listUnresolved(db: Queryable, runId: string): Promise<{ id: string }[]> {
  return db
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.runId, runId), eq(calls.status, 'unknown'), isNull(calls.resolution)));
}

/** A call of the team, and whose chat it is in; of a chat that is not deleted. */
export async function findCallOfTeam(
  db: Queryable,
  teamId: string,
  id: string,
): Promise<{ call: CallRow; owner: string } | undefined> {
  const [found] = await db
    .select({ call: calls, owner: chats.userId })
    .from(calls)
    .innerJoin(chats, eq(chats.id, calls.chatId))
    .where(and(eq(calls.id, id), eq(calls.teamId, teamId), isNull(chats.deletedAt)));
  return found;
}

/** With what a tool was last called successfully in the chat of this call; the canonical bytes. */
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

/** What a person found out about a call with an unknown outcome, once. */
export async function markResolved(
  tx: Transaction,
  id: string,
  said: Pick<CallRow, 'resolution' | 'resolvedBy'>,
): Promise<CallRow | undefined> {
  const [row] = await tx
    .update(calls)
    .set({ ...said, resolvedAt: sql`now()` })
    .where(and(eq(calls.id, id), eq(calls.status, 'unknown'), isNull(calls.resolution)))
    .returning();
  return row;
}

/** The run's calls that were sent and have no answer. */
export function listDispatched(tx: Transaction, runId: string): Promise<CallRow[]> {
  return tx
    .select()
    .from(calls)
    .where(and(eq(calls.runId, runId), eq(calls.status, 'dispatched')));
}

/** Runs that have ended with a call that was sent and has no answer; a process that drove one would have settled it. */
export function listAbandonedRuns(db: Queryable): Promise<{ runId: string }[]> {
  const isSilent = sql`${runs.heartbeatAt} < now() - interval '30 seconds'`;
  return db
    .selectDistinct({ runId: calls.runId })
    .from(calls)
    .innerJoin(runs, eq(runs.id, calls.runId))
    .where(and(sql`${calls.status} = 'dispatched'`, ne(runs.status, 'running'), isSilent));
}

/**
 * An answer that came when the call had been given up: it stands beside what was said of it, and changes nothing.
 * @returns whether it was kept: not in a chat that is deleted
 */
export async function markLateAnswer(
  db: Queryable,
  { id }: Pick<CallRow, 'id'>,
  answer: Partial<Pick<CallRow, 'result' | 'resultHash'>>,
): Promise<boolean> {
  const deletedChat = sql`(select 1 from ${chats} where ${chats.id} = ${calls.chatId} and ${chats.deletedAt} is not null)`;
  const attached = await db
    .update(calls)
    .set(answer)
    .where(and(eq(calls.id, id), eq(calls.status, 'unknown'), sql`not exists ${deletedChat}`))
    .returning({ id: calls.id });
  return attached.length > 0;
}
