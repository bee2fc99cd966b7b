import 'server-only';
/** Sub-agents: runs in places of their own, below the call of the run that began them. The place has that call's id. */
import { and, desc, eq, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Queryable, rowsOf, type Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { chats, runs } = schema;

type Run = typeof runs.$inferSelect;

/** Subquery: ids of the runs above this place, whether or not they are waiting. */
export const runsAbove = (chatId: string): SQL => sql`with recursive above as (
    select c.run_id, c.chat_id from "calls" c where c.id = ${chatId}
    union all
    select c.run_id, c.chat_id from above join "calls" c on c.id = above.chat_id
  ) select run_id from above`;

/**
 * Subquery: the sub-agents, or page of another server, through which this place was reached, outermost first; none
 * where people write.
 */
export const agentsAbove = (chatId: SQLWrapper) => sql<
  { tool: string; role: string | null; server: string }[]
>`(with recursive above as (
    select c.chat_id, c.server, c.tool, c.input, 0 as nth from "calls" c where c.id = ${chatId}
    union all
    select c.chat_id, c.server, c.tool, c.input, above.nth + 1 from above join "calls" c on c.id = above.chat_id
  ) select coalesce(json_agg(json_build_object('tool', tool, 'role', input::json ->> 'role',
    'server', server) order by nth desc), '[]')
  from above)`;

/** The state of a sub-agent. */
export type SubRun = Pick<Run, 'id' | 'chatId' | 'messageId' | 'status' | 'owner' | 'depth'>;

const columns = {
  id: runs.id,
  chatId: runs.chatId,
  messageId: runs.messageId,
  status: runs.status,
  owner: runs.owner,
  depth: runs.depth,
};

/** The sub-agent that a call has begun. */
export async function findSubRun(db: Queryable, callId: string): Promise<SubRun | undefined> {
  const [run] = await db
    .select(columns)
    .from(runs)
    .where(and(eq(runs.chatId, callId), isNotNull(runs.rootRunId)));
  return run;
}

/** The places of a chat's sub-agents. */
export async function listPlaces(db: Queryable, rootId: string): Promise<string[]> {
  const rows = await db.select({ id: chats.id }).from(chats).where(eq(chats.rootId, rootId));
  return rows.map(({ id }) => id);
}

/** Unfinished sub-agents below a run's calls, at any depth. */
export function listAtWorkBelow(tx: Transaction, runId: string): Promise<(SubRun & { tokenId: null })[]> {
  return rowsOf(
    tx,
    sql`with recursive below as (
        select r.* from "calls" c join "runs" r on r.chat_id = c.id and r.root_run_id is not null where c.run_id = ${runId}
        union all
        select r.* from below join "calls" c on c.run_id = below.id
          join "runs" r on r.chat_id = c.id and r.root_run_id is not null
      ) select id, chat_id as "chatId", message_id as "messageId", status, owner, depth from below
      where status in ('running', 'waiting') order by depth desc`,
  );
}

/** The runs above a place, nearest first. */
export function listAbove(db: Queryable, chatId: string): Promise<SubRun[]> {
  return db
    .select(columns)
    .from(runs)
    .where(sql`${runs.id} in (${runsAbove(chatId)})`)
    .orderBy(desc(runs.depth));
}

/** Steps of other runs in a run's tree, as far as they called anything. */
export async function countStepsBeside(db: Queryable, { id, rootRunId }: Tree): Promise<number> {
  const [row] = await rowsOf<{ steps: number }>(
    db,
    sql`select count(distinct (c.run_id, c.step))::int as steps from "calls" c join "runs" r on r.id = c.run_id
      where ${isInTree(rootRunId ?? id)} and r.id <> ${id} and c.step > 0`,
  );
  return row?.steps ?? 0;
}

/** Pending cards of other runs in the tree. */
export async function countCardsBeside(db: Queryable, { id, rootRunId }: Tree): Promise<number> {
  const [row] = await rowsOf<{ cards: number }>(
    db,
    sql`select count(*)::int as cards from "approvals" a join "runs" r on r.id = a.run_id
      where ${isInTree(rootRunId ?? id)} and r.id <> ${id} and a.status = 'pending'`,
  );
  return row?.cards ?? 0;
}

/** A run, and the head of its tree. */
export type Tree = Pick<Run, 'id' | 'rootRunId'>;

const isInTree = (head: string): SQL => sql`(r.id = ${head} or r.root_run_id = ${head})`;

/** How many sub-agents a run's tree has had. */
export function countSubRuns(tx: Transaction, rootRunId: string): Promise<number> {
  return tx.$count(runs, eq(runs.rootRunId, rootRunId));
}
