import 'server-only';
/** What models have cost and the limits on that: by person, model and day (UTC). */
import { and, asc, desc, eq, gte, sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import { type Queryable, rowsOf, type Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';

const { calls, chats, limits, limitsTold, runs, usage, users } = schema;

export type LimitRow = typeof limits.$inferSelect;

/** Who the requests were for. */
export type Spender = Pick<Caller, 'userId' | 'teamId'>;

/** Amounts to add; negative ones correct an estimate. */
export interface Spent {
  model: string;
  requests: number;
  read: number;
  written: number;
  /** Millionths of the currency. */
  cost: number;
  currency: string | null;
}

const today = sql`(now() at time zone 'UTC')::date`;
const month = sql`date_trunc('month', now() at time zone 'UTC')::date`;

/** By model in alphabetical order, so that two concurrent writers wait for each other at most and cannot deadlock. */
export async function addUsage(
  db: Queryable,
  { teamId, userId }: Spender,
  spent: readonly Spent[],
): Promise<void> {
  const rows = spent.toSorted((one, other) => (one.model < other.model ? -1 : 1));
  if (rows.length > 0)
    await addingUsage(
      db,
      rows.map((row) => ({ ...row, teamId, userId })),
    );
}

/** What is written of one model's use; values may be placeholders of a statement. */
type Written = Omit<PgInsertValue<typeof usage>, 'day'>;

/** The statement for that, for use in a larger one. */
export function addingUsage(db: Queryable, rows: readonly Written[]) {
  const plus = (column: 'requests' | 'read' | 'written' | 'cost') =>
    sql`greatest(0, ${usage[column]} + ${sql.raw(`excluded."${column}"`)})`;
  return db
    .insert(usage)
    .values(rows.map((row) => ({ ...row, day: today })))
    .onConflictDoUpdate({
      target: [usage.teamId, usage.day, usage.userId, usage.model],
      set: {
        requests: plus('requests'),
        read: plus('read'),
        written: plus('written'),
        cost: plus('cost'),
        currency: sql`coalesce(excluded."currency", ${usage.currency})`,
      },
    });
}

/** Serialises spending in a team with limits until the transaction ends. */
export async function lockBudget(tx: Transaction, teamId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`budget ${teamId}`}, 0))`);
}

/** A limit that applies to a person now, and how much of it is used. */
export interface Budget extends Pick<LimitRow, 'whose' | 'what' | 'soft' | 'hard' | 'currency'> {
  used: number;
  /** The first day that it counts. */
  since: string;
}

/** A limit for a person replaces the one that applies to everybody. */
export function readBudgets(db: Queryable, { teamId, userId }: Spender): Promise<Budget[]> {
  const ofMonth = sql`l.what in ('tokens_month', 'money_month')`;
  const since = sql`case when ${ofMonth} then ${month} else ${today} end`;
  const spent = (
    what: ReturnType<typeof sql>,
    more: ReturnType<typeof sql>,
  ) => sql`(select coalesce(sum(${what}), 0)
    from ${usage} as u where u.team_id = l.team_id and u.day >= ${since} and (l.whose = 'team' or u.user_id = ${userId}) and ${more})`;
  return rowsOf<Budget>(
    db,
    sql`select l.whose, l.what, l.soft::float8 as soft, l.hard::float8 as hard, l.currency, (${since})::text as since,
      (case when l.what in ('tokens_day', 'tokens_month') then ${spent(sql`u.read + u.written`, sql`true`)}
        when l.what in ('money_day', 'money_month') then ${spent(sql`u.cost`, sql`u.currency = l.currency`)}
        when l.what = 'runs' then (select count(*) from ${runs} r join ${chats} c on c.id = r.chat_id
          where c.user_id = ${userId} and r.status = 'running' and r.token_id is null and r.root_run_id is null)
        else (select count(*) from ${calls} k join ${chats} c on c.id = k.chat_id
            where c.user_id = ${userId} and c.token_id is null and k.dispatched_at > now() - interval '1 minute')
          + (select count(*) from ${runs} r join ${chats} c on c.id = r.chat_id
            where c.user_id = ${userId} and r.token_id is not null and r.created_at > now() - interval '1 minute')
        end)::float8 as used
      from ${limits} as l where l.team_id = ${teamId} and (l.whose in ('team', ${userId}) or (l.whose = 'each' and not exists (
        select from ${limits} as own where own.team_id = l.team_id and own.whose = ${userId} and own.what = l.what)))
      order by l.what, l.whose`,
  );
}

/** @returns whether this person had not been told yet */
export async function noteTold(
  db: Queryable,
  { teamId, userId }: Spender,
  { whose, what, since }: Budget,
): Promise<boolean> {
  const told = await db
    .insert(limitsTold)
    .values({ teamId, userId, whose, what, since })
    .onConflictDoNothing()
    .returning({ what: limitsTold.what });
  return told.length > 0;
}

/** Subquery for `chats`: whether the chat's team has any limits. */
export const isLimitedOfChat = sql<boolean>`exists (select from ${limits} as "l" where "l"."team_id" = ${chats.teamId})`;

export interface UsageRow extends Spent {
  day: string;
  userId: string;
  /** Null if the person is gone. */
  name: string | null;
}

/**
 * Newest day first.
 * @param userId null: the whole team
 */
export function listUsage(
  db: Queryable,
  teamId: string,
  userId: string | null,
  days: number,
): Promise<UsageRow[]> {
  const { day, model, requests, read, written, cost, currency } = usage;
  const own = userId === null ? undefined : eq(usage.userId, userId);
  return db
    .select({ day, userId: usage.userId, name: users.name, model, requests, read, written, cost, currency })
    .from(usage)
    .leftJoin(users, eq(users.id, usage.userId))
    .where(and(eq(usage.teamId, teamId), gte(day, sql`${today} - ${days - 1}::int`), own))
    .orderBy(desc(day), asc(users.name), asc(usage.userId), asc(model));
}

export function listLimits(db: Queryable, teamId: string): Promise<LimitRow[]> {
  return db
    .select()
    .from(limits)
    .where(eq(limits.teamId, teamId))
    .orderBy(asc(limits.whose), asc(limits.what));
}

/** Inserts or replaces it. */
export async function saveLimit(tx: Transaction, limit: Omit<LimitRow, 'setAt'>): Promise<void> {
  const { soft, hard, currency, setBy } = limit;
  await tx
    .insert(limits)
    .values(limit)
    .onConflictDoUpdate({
      target: [limits.teamId, limits.whose, limits.what],
      set: { soft, hard, currency, setBy, setAt: sql`now()` },
    });
}

export async function deleteLimit(
  tx: Transaction,
  { teamId, whose, what }: Pick<LimitRow, 'teamId' | 'whose' | 'what'>,
): Promise<void> {
  await tx
    .delete(limits)
    .where(and(eq(limits.teamId, teamId), eq(limits.whose, whose), eq(limits.what, what)));
}
