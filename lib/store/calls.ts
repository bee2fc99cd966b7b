import 'server-only';
/** Tool calls, as the ledger keeps them. */
import { and, asc, desc, eq, gt, isNull, like, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { isWithin, type Queryable, rowsOf, type Transaction } from '@/db/client';
import { columnsWritten, kept, keptBy } from '@/db/kept';
import { schema } from '@/db/schema/all';
import { unsynced } from './outside/outside-requests';
import { type HeldRun, isHeldBy, maySendFor } from './runs';

const { calls, chats, runs } = schema;

export type CallRow = typeof calls.$inferSelect;

/** A new call, before anything has become of it. */
export type NewCallRow = Omit<typeof calls.$inferInsert, 'seq' | 'createdAt' | 'status'>;

/**
 * Inserts a call; an existing one stays as it is.
 * @param held if given, inserts only while this process holds the run, and a process that is taking the run over waits;
 *   otherwise the table refuses the row
 * @returns nothing if it existed already
 */
export async function insertCall(db: Queryable, call: NewCallRow, held?: HeldRun) {
  const insert = insertingOne(`${columnsWritten(call)}/${held ? 'held' : ''}/${isWithin(db)}`);
  const [row] = await insert(db, { ...call, heldId: held?.id, fence: held?.fence });
  return row && { seq: row.seq, createdAt: row.createdAt };
}

/** @param shape the columns to write, whether the process must hold the run, and whether in a transaction */
const insertingOne = keptBy((shape: string) => {
  const [columns = '', isHeld = ''] = shape.split('/');
  const written: string[] = columns.split(' ');
  return kept([...written, 'heldId', 'fence'], (db, given) => {
    const values = Object.fromEntries(written.map((name) => [name, given[name]])) as unknown as NewCallRow;
    const held = { id: given.heldId, fence: given.fence } as unknown as HeldRun;
    return insertingCall(db, values, isHeld ? held : undefined);
  });
});

/**
 * The same as part of a larger statement. Outside a transaction its commit does not wait for the disk: nothing depends
 * on the row before the call's next step, whose commit does wait and makes it durable too.
 */
export function insertingCall(db: Queryable, call: NewCallRow, held?: HeldRun) {
  const runId = held ? sql`(select ${runs.id} from ${runs} where ${isHeldBy(held)} for share)` : call.runId;
  return db
    .insert(calls)
    .values({ ...call, runId, status: 'pending' })
    .onConflictDoNothing()
    .returning({
      seq: calls.seq,
      createdAt: calls.createdAt,
      unsynced: (isWithin(db) ? sql`''` : unsynced).as('unsynced'),
    });
}

/** A further round of a call. */
export async function insertRound(db: Queryable, round: NewCallRow): Promise<void> {
  await db.insert(calls).values({ ...round, status: 'approved' });
}

/** The newest round of a run's call, by the model's id. */
export async function findCall(
  db: Queryable,
  runId: string,
  toolCallId: string,
): Promise<CallRow | undefined> {
  const [row] = await newestRound(db, { runId, toolCallId });
  return row;
}

const newestRound = kept(['runId', 'toolCallId'], (db, { runId, toolCallId }) =>
  db
    .select()
    .from(calls)
    .where(and(eq(calls.runId, runId), eq(calls.toolCallId, toolCallId)))
    .orderBy(desc(calls.round))
    .limit(1),
);

/** Prefix of ids of calls that no model made: questions beside the conversation, and readings after a call. */
export const BESIDE = 'check_';

/**
 * Prefix of ids of rehearsals: calls with the argument that makes a tool change nothing. They are never the call
 * itself.
 */
export const REHEARSAL = `${BESIDE}rehearsal_`;

/** A question beside the conversation. It only reads or rehearses, so nobody has to find out what became of it. */
export const isBeside = and(eq(calls.step, 0), like(calls.toolCallId, `${BESIDE}%`)) as SQL;

/** Every call of a run, in the order in which they were made, without questions beside it. */
export function listCallsOfRun(db: Queryable, runId: string): Promise<CallRow[]> {
  return callsOfRun(db, { runId });
}

const callsOfRun = kept(['runId'], (db, { runId }) =>
  db
    .select()
    .from(calls)
    .where(and(eq(calls.runId, runId), not(isBeside)))
    .orderBy(asc(calls.seq)),
);

export async function findCallById(db: Queryable, id: string): Promise<CallRow | undefined> {
  const [row] = await db.select().from(calls).where(eq(calls.id, id));
  return row;
}

/** A result in a chat, and whose it is. */
export type StoredResult = Pick<CallRow, 'toolCallId' | 'server' | 'trusted' | 'metadata' | 'result'>;

/**
 * The newest result of a tool, by either of its names, or of a call, by its id; only of calls by this chat's model.
 * @param besides a server whose results do not count
 */
export async function findNewestResult(
  db: Queryable,
  chatId: string,
  name: string,
  besides: string,
): Promise<StoredResult | undefined> {
  const isNamed = or(eq(calls.toolCallId, name), eq(calls.modelTool, name), eq(calls.tool, name));
  const isOfModel = and(eq(calls.chatId, chatId), gt(calls.step, 0));
  const [row] = await db
    .select({
      toolCallId: calls.toolCallId,
      server: calls.server,
      trusted: calls.trusted,
      metadata: calls.metadata,
      result: calls.result,
    })
    .from(calls)
    .where(and(isOfModel, eq(calls.status, 'success'), ne(calls.server, besides), isNamed))
    .orderBy(desc(calls.seq))
    .limit(1);
  return row;
}

/** From now on our own tools take no effect under this call's id: what they have done by then is all. */
export async function markSealed(db: Queryable, id: string): Promise<void> {
  await db.update(calls).set({ sealedAt: sql`now()` }).where(eq(calls.id, id));
}

/**
 * Whether the call that this process sent is still in flight, and this process is the one that may continue with it.
 */
export async function isOnItsWay(
  db: Queryable,
  { id, attempts }: Pick<CallRow, 'id' | 'attempts'>,
  held: HeldRun,
): Promise<boolean> {
  const isSent = and(eq(calls.id, id), eq(calls.status, 'dispatched'), eq(calls.attempts, attempts));
  return (await db.$count(calls, and(isSent, maySendFor(held)))) > 0;
}

/** Updates what a call that waits for a person means. */
export async function updateMeaning(
  db: Queryable,
  runId: string,
  toolCallId: string,
  meaning: Pick<CallRow, 'definitionHash' | 'input' | 'inputHash' | 'edited'> &
    Partial<Pick<CallRow, 'risk' | 'outside' | 'metadata'>>,
): Promise<void> {
  const isIt = and(eq(calls.runId, runId), eq(calls.toolCallId, toolCallId));
  await db
    .update(calls)
    .set(meaning)
    .where(and(isIt, eq(calls.status, 'permission_required')));
}

/** A call of another client, as the list of tokens shows it. */
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

/** Calls of the run whose outcome a person has to resolve. */
export function listUnresolved(db: Queryable, runId: string): Promise<{ id: string }[]> {
  return unresolvedOfRun(db, { runId });
}

const unresolvedOfRun = kept(['runId'], (db, { runId }) =>
  db
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.runId, runId), eq(calls.status, 'unknown'), isNull(calls.resolution))),
);

/** A call of the team and the owner of its chat, unless the chat is deleted. */
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

/** Records once what a person found out about a call with an unknown outcome. */
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

/** The run's calls that were sent and not answered, without those of sub-agents that are still working. */
export function listDispatched(tx: Transaction, runId: string): Promise<CallRow[]> {
  return tx
    .select()
    .from(calls)
    .where(and(eq(calls.runId, runId), eq(calls.status, 'dispatched'), not(isAtWork)));
}

/** A condition: a sub-agent begun by this call has not ended. */
const isAtWork = sql`exists (select 1 from "runs" as "sub" where "sub"."chat_id" = ${calls.id}
  and "sub"."root_run_id" is not null and "sub"."status" in ('running', 'waiting'))`;

/** Ended runs with a call that was sent and not answered; a process that still drove one would have settled it. */
export function listAbandonedRuns(db: Queryable): Promise<{ runId: string }[]> {
  const isSilent = sql`${runs.heartbeatAt} < now() - interval '30 seconds'`;
  return db
    .selectDistinct({ runId: calls.runId })
    .from(calls)
    .innerJoin(runs, eq(runs.id, calls.runId))
    .where(and(sql`${calls.status} = 'dispatched'`, ne(runs.status, 'running'), isSilent, not(isAtWork)));
}

/**
 * An answer that arrived after the call was given up: it is stored beside what was said of the call, and changes
 * nothing.
 * @returns whether it was stored; not in a deleted chat
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
