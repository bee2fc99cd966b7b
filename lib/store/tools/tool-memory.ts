import 'server-only';
/** The messages for which tools were actually used, of one team. */
import { and, asc, desc, eq, ne, not, sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';
import { isBeside } from '../calls';

const { calls, chats, messages, runs, toolMemory } = schema;

export type NewMemory = typeof toolMemory.$inferInsert;
export type MemoryRow = Pick<typeof toolMemory.$inferSelect, 'teamId' | 'tool' | 'message' | 'suppliers'>;

/**
 * Successful calls of a run, in the order in which they were made, without those of this server and without questions
 * beside the run.
 */
export function listSucceededCalls(db: Queryable, runId: string, butServer: string) {
  return db
    .select({ tool: calls.modelTool, input: calls.input, result: calls.result })
    .from(calls)
    .where(
      and(eq(calls.runId, runId), eq(calls.status, 'success'), ne(calls.server, butServer), not(isBeside)),
    )
    .orderBy(asc(calls.seq));
}

/** The message that a run answers, its position, and which tools the run was offered. */
export async function findAskedMessage(db: Queryable, runId: string) {
  const [asked] = await db
    .select({
      teamId: chats.teamId,
      userId: chats.userId,
      chatId: runs.chatId,
      messageId: runs.userMessageId,
      parts: messages.parts,
      offered: runs.offered,
    })
    .from(runs)
    .innerJoin(chats, eq(chats.id, runs.chatId))
    .innerJoin(messages, and(eq(messages.chatId, runs.chatId), eq(messages.id, runs.userMessageId)))
    .where(eq(runs.id, runId));
  return asked;
}

/** What is already remembered stays as it is. */
export async function insertMemories(db: Queryable, memories: NewMemory[]): Promise<void> {
  await db.insert(toolMemory).values(memories).onConflictDoNothing();
}

/** Keeps the newest ones per tool, and in total. */
export async function deleteOldMemories(
  db: Queryable,
  teamId: string,
  { perTool, total }: { perTool: number; total: number },
): Promise<void> {
  await db.execute(sql`delete from ${toolMemory} where ${toolMemory.seq} in (
    select "seq" from (
      select "seq", row_number() over (partition by "tool" order by "seq" desc) as "of_tool",
        row_number() over (order by "seq" desc) as "of_team"
      from ${toolMemory} where ${toolMemory.teamId} = ${teamId}
    ) as "ranked" where "of_tool" > ${perTool} or "of_team" > ${total})`);
}

/** Changes whenever something is remembered or forgotten; nothing if nothing is remembered. */
export async function findMemoryVersion(db: Queryable, teamId: string): Promise<string | undefined> {
  const [now] = await rowsOf<{ version: string }>(
    db,
    sql`select count(*) || ' ' || coalesce(max("seq"), 0) as "version" from ${toolMemory} where ${toolMemory.teamId} = ${teamId}`,
  );
  return now?.version.startsWith('0 ') ? undefined : now?.version;
}

/** Newest first. */
export function listMemories(db: Queryable, teamId: string, limit: number): Promise<MemoryRow[]> {
  const { tool, message, suppliers } = toolMemory;
  return db
    .select({ teamId: toolMemory.teamId, tool, message, suppliers })
    .from(toolMemory)
    .where(eq(toolMemory.teamId, teamId))
    .orderBy(desc(toolMemory.seq))
    .limit(limit);
}

export async function deleteMemoriesOfChat(db: Queryable, chatId: string): Promise<void> {
  await db.delete(toolMemory).where(eq(toolMemory.chatId, chatId));
}

/** @param userId whose; null: everybody's in the team */
export async function deleteMemories(db: Queryable, teamId: string, userId: string | null): Promise<void> {
  const ofPerson = userId === null ? undefined : eq(toolMemory.userId, userId);
  await db.delete(toolMemory).where(and(eq(toolMemory.teamId, teamId), ofPerson));
}

/** How many are remembered: for this person, and for the team. */
export async function countMemories(
  db: Queryable,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<{ mine: number; team: number }> {
  const [count] = await rowsOf<{ mine: number; team: number }>(
    db,
    sql`select count(*) filter (where ${toolMemory.userId} = ${userId})::int as "mine", count(*)::int as "team"
      from ${toolMemory} where ${toolMemory.teamId} = ${teamId}`,
  );
  return count ?? { mine: 0, team: 0 };
}
