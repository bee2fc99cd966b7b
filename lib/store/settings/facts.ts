import 'server-only';
/** Facts that people have asked Amber to remember: their own, in the team in which they said them. */
import { and, desc, eq, sql } from 'drizzle-orm';
import { type Database, isUniqueViolation, type Queryable, rowsOf } from '@/db/client';
import { factHash, factText, MOST_FACTS } from '@/db/queries/facts-changes';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';

const { chats, facts, keptChanges, preferences } = schema;

export interface Fact {
  id: string;
  text: string;
  createdAt: Date;
}

const isOwn = ({ userId, teamId }: Caller) => and(eq(facts.userId, userId), eq(facts.teamId, teamId));

/** Newest first. */
export function listFacts(db: Queryable, caller: Caller): Promise<Fact[]> {
  return db
    .select({ id: facts.id, text: facts.text, createdAt: facts.createdAt })
    .from(facts)
    .where(isOwn(caller))
    .orderBy(desc(facts.createdAt), desc(facts.id))
    .limit(MOST_FACTS);
}

/** @returns the fact as stored; nothing if they have no such fact; `same` if they have this very one already */
export async function updateFact(
  db: Database,
  caller: Caller,
  id: string,
  said: string,
): Promise<Fact | 'same' | undefined> {
  const text = factText(said);
  try {
    const [fact] = await db
      .update(facts)
      .set({ text, hash: factHash(text) })
      .where(and(isOwn(caller), eq(facts.id, id)))
      .returning({ id: facts.id, text: facts.text, createdAt: facts.createdAt });
    return fact;
  } catch (error) {
    if (isUniqueViolation(error)) return 'same';
    throw error;
  }
}

/**
 * Together with what is kept of it for undoing calls: once deleted, it is stored nowhere.
 * @returns whether they had it
 */
export async function deleteFact(db: Queryable, caller: Caller, id: string): Promise<boolean> {
  const gone = await rowsOf(
    db,
    sql`with gone as (delete from ${facts} where ${isOwn(caller)} and ${facts.id} = ${id} returning id),
        kept as (delete from ${keptChanges} where table_name = 'facts' and key in (select id from gone))
      select id from gone`,
  );
  return gone.length > 0;
}

/** All of theirs, and what is kept of those that calls have changed, including ones already gone. */
export async function deleteFacts(db: Queryable, { userId, teamId }: Caller): Promise<void> {
  await db.execute(sql`with gone as (delete from ${facts} where user_id = ${userId} and team_id = ${teamId})
    delete from ${keptChanges} where table_name = 'facts' and coalesce(after, before) ->> 'user_id' = ${userId}
      and coalesce(after, before) ->> 'team_id' = ${teamId}`);
}

/** Subquery for `chats`: what its owner asked Amber to remember, newest first; null if they have turned that off. */
export const factsOfChat = sql`(select case when coalesce((select p.memory from ${preferences} p
    where p.user_id = ${chats.userId}), true) then (select coalesce(json_agg(f.text order by f.created_at desc, f.id desc), '[]')
  from ${facts} f where f.user_id = ${chats.userId} and f.team_id = ${chats.teamId}) end)`;
