import 'server-only';
/**
 * Deletes what has outlived its retention time, a few rows at a time: each statement locks few rows, and not for long.
 * The time is set by each team within what the operator allows. Deletions are counted in the same transaction
 * (`sweeps`).
 */
import { type SQL, sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf, type Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { SWEPT } from '@/db/schema/people/keeping';

const { chats, sweeps } = schema;

/** In days. */
export interface Days {
  /** The operator's maximum; absent: for ever, unless the team sets a time. */
  most: number | undefined;
  /** The minimum for a team's own value. */
  least: number;
}

export type Swept = (typeof SWEPT)[number];

/** The three kinds of data with a retention time. */
export type KeptColumn = 'chats_days' | 'contents_days' | 'mail_days';

/**
 * The time before which it must have been last used, with `k` as the team's own values; null if it is kept for ever.
 */
const until = (column: KeptColumn, { most, least }: Days): SQL =>
  sql`now() - interval '1 day' * least(case when k.${sql.identifier(column)} is not null
    then greatest(k.${sql.identifier(column)}, ${least}::int) end, ${most ?? null}::int)`;

/**
 * A chat `c` that nobody has used for long, in which nothing is running, waiting or has an unknown outcome, and which
 * is not shared.
 */
export const isUnusedChat = (days: Days): SQL =>
  sql`c.updated_at < ${until('chats_days', days)} and c.deleted_at is null and c.erased_at is null
        and c.token_id is null and c.root_id is null
        and not exists (select from chats t join runs r on r.chat_id = t.id
          where (t.id = c.id or t.root_id = c.id) and r.status in ('running', 'waiting'))
        and not exists (select from chats t join approvals a on a.chat_id = t.id
          where (t.id = c.id or t.root_id = c.id) and a.status = 'pending')
        and not exists (select from chats t join calls k on k.chat_id = t.id
          where (t.id = c.id or t.root_id = c.id)
            and (k.status = 'unknown' and k.resolution is null or k.status in ('claimed', 'dispatched')))
        and not exists (select from queued_messages q where q.chat_id = c.id)
        and not exists (select from shares s where s.chat_id = c.id and s.withdrawn_at is null)`;

/** A call `c`, with its run `r`, made this long ago that has ended for good and still has its contents. */
export const isOldCall = (days: Days): SQL =>
  sql`c.contents_erased_at is null and c.created_at < ${until('contents_days', days)}
        and (c.status in ('success', 'error', 'abort', 'denied', 'superseded', 'expired') or c.status = 'unknown' and c.resolution is not null)
        and r.status not in ('running', 'waiting')`;

/** A run `r` of another client's call that ended this long ago and of whose answer something is still stored. */
export const isOldOutsideRun = (days: Days): SQL =>
  sql`r.token_id is not null and r.ended_at < ${until('chats_days', days)}
        and exists (select from calls k where k.run_id = r.id and k.contents_erased_at is null
          and (k.result is not null or k.error is not null))
        and not exists (select from calls k where k.run_id = r.id and k.status = 'unknown' and k.resolution is null)`;

/** A mail `o` that was sent, or given up, this long ago. */
export const isOldMail = (days: Days): SQL =>
  sql`o.status in ('sent', 'failed') and o.created_at < ${until('mail_days', days)}`;

/** What the rows of `gone` are counted as. */
const counted = (what: Swept, rows: SQL): SQL =>
  sql`swept as (insert into sweeps (team_id, what, count) select team_id, ${what}, count(*) from ${rows} group by team_id)`;

/** Counts removed chats, by team. */
export async function insertSweep(tx: Transaction, what: Swept, chatIds: string[]): Promise<void> {
  await tx.execute(sql`insert into ${sweeps} (team_id, what, count) select ${chats.teamId}, ${what}, count(*) from ${chats}
    where ${chats.id} in (select json_array_elements_text(${JSON.stringify(chatIds)}::json)) group by ${chats.teamId}`);
}

/** The same, for a number of one team. */
export async function insertSweepOf(
  tx: Transaction,
  teamId: string,
  what: Swept,
  count: number,
): Promise<void> {
  await tx.insert(sweeps).values({ teamId, what, count });
}

/** Newest first. */
export async function listSweeps(db: Queryable, teamId: string, most: number) {
  return rowsOf<{ id: number; what: Swept; count: number; at: string }>(
    db,
    sql`select id::int as id, what, count, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from ${sweeps} where team_id = ${teamId} order by id desc limit ${most}`,
  );
}

/**
 * Deletes chats that nobody has used for long, as their owners would: they can be restored until they are erased.
 * Leaves out chats in which something is running, waiting, or has an unknown outcome, and shared ones.
 * @returns how many
 */
export async function deleteUnusedChats(db: Database, days: Days, most: number): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`with old as (
      select c.id from chats c left join team_keeping k on k.team_id = c.team_id
      where ${isUnusedChat(days)}
      limit ${most} for update of c skip locked
    ), gone as (
      update chats set deleted_at = now(), rev = rev + 1
      from old where chats.id = old.id or chats.root_id = old.id returning chats.id, chats.team_id, chats.root_id
    ), ${counted('chats', sql`gone where root_id is null`)} select id from gone`,
  );
  return rows.length;
}

/** Runs of other clients' calls that ended this long ago and still have their contents. */
export async function listOldOutsideRuns(
  db: Database,
  days: Days,
  most: number,
): Promise<{ id: string; teamId: string }[]> {
  return rowsOf<{ id: string; teamId: string }>(
    db,
    sql`select r.id, c.team_id as "teamId" from runs r join chats c on c.id = r.chat_id
      left join team_keeping k on k.team_id = c.team_id
      where ${isOldOutsideRun(days)}
      limit ${most}`,
  );
}

/**
 * Mail and notices that were sent, or given up, this long ago.
 * @returns how many
 */
export async function deleteOldMail(db: Database, days: Days, most: number): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`with gone as (delete from outbox where id in (
      select o.id from outbox o left join team_keeping k on k.team_id = o.team_id
      where ${isOldMail(days)}
      limit ${most} for update of o skip locked) returning id, team_id
    ), ${counted('mail', sql`gone`)} select id from gone`,
  );
  return rows.length;
}

/**
 * Calls made this long ago that have ended for good and still have their contents; locked until the end of the
 * transaction. Leaves out calls that a person still has to resolve, and all calls of a run in progress.
 */
export async function lockOldCalls(
  tx: Transaction,
  days: Days,
  most: number,
): Promise<{ id: string; teamId: string }[]> {
  return rowsOf<{ id: string; teamId: string }>(
    tx,
    sql`select c.id, c.team_id as "teamId" from teams t left join team_keeping k on k.team_id = t.id
      join calls c on c.team_id = t.id
      join runs r on r.id = c.run_id
      where ${isOldCall(days)}
      limit ${most} for update of c skip locked`,
  );
}
