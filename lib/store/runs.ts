import 'server-only';
/** Runs: the answers of a chat, and calls of other clients. */
import {
  and,
  desc,
  eq,
  inArray,
  isNull,
  lt,
  ne,
  notInArray,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '@/db/client';
import { type Given, kept } from '@/db/kept';
import { schema } from '@/db/schema/all';
import { type ChatNews, newsColumns } from './chats';
import { runsAbove } from './conversation/sub-agents';
import { isHeard } from './outside/outside-requests';

const { chats, runs } = schema;

export type RunRow = typeof runs.$inferSelect;

/** A run, and the fence that its holding process was given: with an older one, nothing can be written any more. */
export type HeldRun = Pick<RunRow, 'id' | 'fence'>;

/** The runs that wrote these answers: one that failed and was retried has several. For use within a statement. */
export const runsOfMessages = (db: Queryable, chatId: string | Placeholder, messageIds: string[] | SQL) =>
  db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.chatId, chatId), inArray(runs.messageId, messageIds)));

export async function findRun(db: Queryable, id: string): Promise<RunRow | undefined> {
  const [run] = await runById(db, { id });
  return run;
}

const runById = kept(['id'], (db, { id }) => db.select().from(runs).where(eq(runs.id, id)));

/** How many runs a place has had. */
export function countRuns(db: Queryable, chatId: string): Promise<number> {
  return db.$count(runs, eq(runs.chatId, chatId));
}

/** The run, locked: no process takes it over during the transaction. */
export async function keepRun(
  tx: Transaction,
  id: string,
): Promise<Pick<RunRow, 'status' | 'fence'> | undefined> {
  const [run] = await keepingRun(tx, { id });
  return run;
}

const keepingRun = kept(['id'], (tx, { id }) => {
  const { status, fence } = runs;
  return tx.select({ status, fence }).from(runs).where(eq(runs.id, id)).for('share');
});

/**
 * Heartbeat of this process for the runs that it drives.
 * @returns those that it still holds
 */
export function beatRuns(
  db: Database,
  ids: string[],
  owner: string,
): Promise<Pick<RunRow, 'id' | 'stopRequestedAt'>[]> {
  return db
    .update(runs)
    .set({ heartbeatAt: sql`now()` })
    .where(and(inArray(runs.id, ids), eq(runs.owner, owner), eq(runs.status, 'running')))
    .returning({ id: runs.id, stopRequestedAt: runs.stopRequestedAt });
}

/** This process still holds the run. */
export const isHeldBy = ({ id, fence }: HeldRun | Given<'id' | 'fence'>) =>
  and(eq(runs.id, id), eq(runs.status, 'running'), eq(runs.fence, fence));

/** Condition on calls: this process still holds the run, stopped or not. */
export const isHeldNow = (held: HeldRun) => sql`exists (select 1 from ${runs} where ${isHeldBy(held)})`;

/** No process has taken the run since it was read, and its process has still not been heard of. */
export const isStillDead = (run: RunRow) => and(isHeldBy(run), eq(runs.heartbeatAt, run.heartbeatAt));

/**
 * Condition on calls: this process still holds the run, and nobody has stopped it; for a call of another client,
 * somebody must still be waiting for it.
 */
export const maySendFor = (held: HeldRun | Given<'id' | 'fence'>) =>
  sql`exists (select 1 from ${runs} where ${isHeldBy(held)} and ${runs.stopRequestedAt} is null
    and (${runs.tokenId} is null or (${runs.withdrawnAt} is null and ${isHeard})))`;

export async function findHeldRun(db: Queryable, held: HeldRun): Promise<RunRow | undefined> {
  const [run] = await db.select().from(runs).where(isHeldBy(held));
  return run;
}

/**
 * Asks the process that drives the chat's run to stop; from here on nothing more is sent, not by its sub-agents either.
 */
export async function markStopRequested(tx: Transaction, chatId: string): Promise<HeldRun | undefined> {
  const asked = await tx
    .update(runs)
    .set({ stopRequestedAt: sql`now()` })
    .where(and(isInTree(chatId), eq(runs.status, 'running')))
    .returning({ id: runs.id, fence: runs.fence, chatId: runs.chatId });
  return asked.find((run) => run.chatId === chatId);
}

/** The chat's runs, and those of the sub-agents below it. */
const isInTree = (chatId: string) =>
  sql`${runs.chatId} in (select "at"."id" from "chats" as "at" where "at"."id" = ${chatId} or "at"."root_id" = ${chatId})`;

/**
 * Condition on runs, by the name of their table in the statement: neither the message being answered nor the answer is
 * in a branch that is not shown.
 */
export const isShown = (run: 'runs' | 'newest') =>
  sql.raw(`not exists (select 1 from "messages" "left" where "left"."chat_id" = "${run}"."chat_id"
    and not "left"."active" and "left"."id" in ("${run}"."message_id", "${run}"."user_message_id"))`);

/** The latest run of the shown branch. */
export async function findLatestRun(tx: Transaction, chatId: string): Promise<RunRow | undefined> {
  const [run] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.chatId, chatId), isShown('runs')))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(1);
  return run;
}

/**
 * Takes over a run that is at a standstill, for this process to drive; for a sub-agent also the runs above that wait
 * for it. From here on no other process writes for them.
 * @returns nothing if it is already running
 */
export async function takeRun(tx: Transaction, id: string, owner: string): Promise<RunRow | undefined> {
  const [taken] = await taking(tx, { id, owner });
  if (!taken?.rootRunId) return taken;
  const above = inArray(runs.id, sql`(${runsAbove(taken.chatId)})`);
  await tx
    .update(runs)
    .set(ownedBy(owner))
    .where(and(above, eq(runs.status, 'waiting')));
  return taken;
}

const ownedBy = (owner: string | Placeholder) => ({
  status: 'running' as const,
  owner: sql`${owner}`,
  fence: sql`${runs.fence} + 1`,
  heartbeatAt: sql`now()`,
  stopRequestedAt: null,
  endedAt: null,
  error: null,
});

const taking = kept(['id', 'owner'], (tx, { id, owner }) =>
  tx
    .update(runs)
    .set(ownedBy(owner))
    .where(and(eq(runs.id, id), ne(runs.status, 'running')))
    .returning(),
);

/** The answer in progress in the chat, and the chat's owner. */
export async function findRunning(
  db: Queryable,
  chatId: string,
): Promise<{ run: RunRow; userId: string } | undefined> {
  const [found] = await db
    .select({ run: runs, userId: chats.userId })
    .from(runs)
    .innerJoin(chats, eq(chats.id, runs.chatId))
    .where(and(eq(runs.chatId, chatId), eq(runs.status, 'running'), isNull(runs.tokenId)));
  return found;
}

/** A run, and the state of its chat. */
export async function findRunNews(
  db: Queryable,
  id: string,
): Promise<{ run: RunRow; news: ChatNews } | undefined> {
  const [row] = await db
    .select({ run: runs, news: newsColumns })
    .from(runs)
    .innerJoin(chats, eq(chats.id, runs.chatId))
    .where(eq(runs.id, id));
  return row;
}

/** A new message replaces what was waiting. */
export async function markRunSuperseded(tx: Transaction, id: string): Promise<void> {
  await tx.update(runs).set({ status: 'superseded', endedAt: sql`now()` }).where(eq(runs.id, id));
}

/** Ends a run that is running or waiting: no process writes for it any more. */
export async function markStopped(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(runs)
    .set({ status: 'stopped', endedAt: sql`now()` })
    .where(and(eq(runs.id, id), inArray(runs.status, ['running', 'waiting'])));
}

/**
 * Stops what is running or waiting in the chat, including its sub-agents.
 * @returns ids of the runs
 */
export async function markRunsStopped(tx: Transaction, chatId: string): Promise<string[]> {
  const active = await tx
    .update(runs)
    .set({ status: 'stopped', endedAt: sql`now()` })
    .where(and(isInTree(chatId), sql`${runs.status} in ('running', 'waiting')`))
    .returning({ id: runs.id });
  return active.map(({ id }) => id);
}

/** What the run was offered, unless another process has taken it. */
export async function updateOffered(
  db: Queryable,
  { runId, fence }: { runId: string; fence: number },
  offered: NonNullable<RunRow['offered']>,
): Promise<void> {
  await db
    .update(runs)
    .set({ offered })
    .where(and(eq(runs.id, runId), eq(runs.fence, fence)));
}

/** What the run has been offered so far, by this process or another. */
export async function findOffered(db: Queryable, id: string): Promise<NonNullable<RunRow['offered']>> {
  const [run] = await db.select({ offered: runs.offered }).from(runs).where(eq(runs.id, id));
  return run?.offered ?? [];
}

/**
 * Runs whose process is dead: not heard of for six seconds.
 * @param alive ids of those that this process drives, however old their heartbeat
 * @param but given if there is no other process: then runs of any other owner count, however recent their heartbeat
 */
export function listDeadRuns(db: Queryable, alive: readonly string[], but?: string): Promise<RunRow[]> {
  const isDead = but ? ne(runs.owner, but) : lt(runs.heartbeatAt, sql`now() - interval '6 seconds'`);
  const isOurs = alive.length > 0 ? notInArray(runs.id, [...alive]) : undefined;
  // Written as a literal, to match the partial index.
  const isRunning = sql`${runs.status} = 'running'`;
  return db
    .select()
    .from(runs)
    .where(and(isRunning, isDead, isOurs));
}

/** Takes over a run whose process is dead. */
export async function markAdopted(tx: Transaction, dead: RunRow, owner: string): Promise<RunRow | undefined> {
  const [run] = await tx
    .update(runs)
    .set({
      owner,
      fence: sql`${runs.fence} + 1`,
      recoveries: sql`${runs.recoveries} + 1`,
      heartbeatAt: sql`now()`,
    })
    .where(isStillDead(dead))
    .returning();
  return run;
}

/** Ends a run whose process is dead. */
export async function markDeadEnded(
  tx: Transaction,
  dead: RunRow,
  ended: Pick<RunRow, 'status' | 'error'>,
): Promise<boolean> {
  const taken = await tx
    .update(runs)
    .set({ ...ended, endedAt: sql`now()` })
    .where(isStillDead(dead))
    .returning({ id: runs.id });
  return taken.length > 0;
}
