import 'server-only';
/** What is older than the operator has it kept, a few rows at a time: each statement holds few rows, and not for long. */
import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '@/db/client';

/**
 * Deletes chats that nobody has used for so long, as their owners would: they can be taken back until they are erased. One is left
 * alone in which something goes on, waits for somebody or has an outcome that nobody knows, and one that is shared.
 * @returns how many
 */
export async function deleteUnusedChats(db: Database, days: number, most: number): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`with old as (
      select c.id from chats c
      where c.updated_at < now() - interval '1 day' * ${days} and c.deleted_at is null and c.erased_at is null
        and c.token_id is null and c.root_id is null
        and not exists (select from chats t join runs r on r.chat_id = t.id
          where (t.id = c.id or t.root_id = c.id) and r.status in ('running', 'waiting'))
        and not exists (select from chats t join approvals a on a.chat_id = t.id
          where (t.id = c.id or t.root_id = c.id) and a.status = 'pending')
        and not exists (select from chats t join calls k on k.chat_id = t.id
          where (t.id = c.id or t.root_id = c.id)
            and (k.status = 'unknown' and k.resolution is null or k.status in ('claimed', 'dispatched')))
        and not exists (select from queued_messages q where q.chat_id = c.id)
        and not exists (select from shares s where s.chat_id = c.id and s.withdrawn_at is null)
      limit ${most} for update of c skip locked
    ) update chats set deleted_at = now(), rev = rev + 1
    from old where chats.id = old.id or chats.root_id = old.id returning chats.id`,
  );
  return rows.length;
}

/** Runs of other clients' calls that ended so long ago, of which contents are kept. */
export async function listOldOutsideRuns(db: Database, days: number, most: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select r.id from runs r
      where r.token_id is not null and r.ended_at < now() - interval '1 day' * ${days}
        and exists (select from calls k where k.run_id = r.id and (k.result is not null or k.error is not null))
        and not exists (select from calls k where k.run_id = r.id and k.status = 'unknown' and k.resolution is null)
      limit ${most}`,
  );
  return rows.map(({ id }) => id);
}

/** Mail and notices that have left, or were given up, so long ago. @returns how many */
export async function deleteOldMail(db: Database, days: number, most: number): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`delete from outbox where id in (
      select id from outbox where status in ('sent', 'failed') and created_at < now() - interval '1 day' * ${days}
      limit ${most} for update skip locked) returning id`,
  );
  return rows.length;
}
