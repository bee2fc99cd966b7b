import 'server-only';
/** What people have told Amber to remember of them: their own, in the team in which they said it. */
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

/** @returns the fact as it is kept; nothing: there is none of theirs; `same`: they have that very one already */
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

/** With what is kept of it for taking calls back: what is forgotten here stands nowhere. @returns whether there was one of theirs */
export async function deleteFact(db: Queryable, caller: Caller, id: string): Promise<boolean> {
  const gone = await rowsOf(
    db,
    sql`with gone as (delete from ${facts} where ${isOwn(caller)} and ${facts.id} = ${id} returning id),
        kept as (delete from ${keptChanges} where table_name = 'facts' and key in (select id from gone))
      select id from gone`,
  );
  return gone.length > 0;
}

/** All of theirs, and what is kept of those that calls have changed, also of one that is gone already. */
export async function deleteFacts(db: Queryable, { userId, teamId }: Caller): Promise<void> {
  await db.execute(sql`with gone as (delete from ${facts} where user_id = ${userId} and team_id = ${teamId})
    delete from ${keptChanges} where table_name = 'facts' and coalesce(after, before) ->> 'user_id' = ${userId}
      and coalesce(after, before) ->> 'team_id' = ${teamId}`);
}

/** For a statement about `chats`: what its owner told Amber to remember, newest first; null: they have turned that off. */
export const factsOfChat = sql`(select case when coalesce((select p.memory from ${preferences} p
    where p.user_id = ${chats.userId}), true) then (select coalesce(json_agg(f.text order by f.created_at desc, f.id desc), '[]')
  from ${facts} f where f.user_id = ${chats.userId} and f.team_id = ${chats.teamId}) end)`;
