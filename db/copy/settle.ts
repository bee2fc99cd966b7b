/**
 * What becomes, in a restored database, of work that was in progress when it was copied. It may have happened, been
 * decided or been sent since, so nothing runs or leaves again, and what cannot be known is marked as unknown.
 */
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '../client';
import { UnusableCopy } from './copy-lines';

/** The owner of restored runs: no process drives them, and they do not continue. */
export const RESTORED = 'restored';

/** Tables of things that are valid for a moment, or once. */
const ONCE = [
  ...['verifications', 'account_links', 'sign_in_attempts', 'authorization_requests'],
  ...['factor_challenges', 'sign_on_attempts'],
];

const CALL = 'Amber was restored from a backup that was made while this was under way.';
const MAIL = 'Amber was restored from a backup that was made before this had left. It may have left since.';

export interface Settled {
  /** Calls whose outcome is now unknown. */
  calls: number;
  /** Unfinished answers, which do not continue. */
  runs: number;
  /** Messages that were queued behind an answer and are not asked any more. */
  messages: number;
  /** Unsent mails and notices, which are not sent any more. */
  mails: number;
  /** Sessions that are signed out. */
  sessions: number;
}

/**
 * Runs in the transaction that loads the copy, once the schema is the present one.
 * @param ownProcess the server name of tools that the process answers itself and whose effects cannot be lost
 */
export async function settleCopy(tx: Queryable, ownProcess: string, madeAt: string): Promise<Settled> {
  // Only what waits for a person's decision keeps waiting. A call that only reads is simply lost with its answer; any
  // other may have happened.
  const calls = await countOf(
    tx,
    sql`update calls set status = 'unknown', error = ${CALL}, ended_at = now()
      where status in ('pending', 'approved', 'claimed', 'dispatched') and server <> ${ownProcess}
        and not (trusted and risk = 'read-only')`,
  );
  await tx.execute(
    sql`update approvals set status = 'superseded', decision_reason = ${CALL}, decided_at = now(), decided_by = null where status = 'confirmed' and claimed_at is null`,
  );
  const runs = await countOf(
    tx,
    sql`update runs set status = 'running', owner = ${RESTORED}, fence = fence + 1, heartbeat_at = now() - interval '1 hour'
      where status = 'running' or status = 'waiting' and not exists (
        select from approvals a join runs r on r.id = a.run_id
        where a.status = 'pending' and coalesce(r.root_run_id, r.id) = coalesce(runs.root_run_id, runs.id))`,
  );
  const messages = await countOf(tx, sql`delete from queued_messages`);
  const mails = await countOf(
    tx,
    sql`update outbox set status = 'failed', last_error = ${MAIL}, body = case when is_secret then '' else body end
      where status = 'pending'`,
  );
  // Things valid for a moment, or once, may have been used or revoked since.
  const sessions = await countOf(tx, sql`delete from sessions`);
  for (const table of ONCE) await tx.execute(sql`delete from ${sql.identifier(table)}`);
  const settled = { calls, runs, messages, mails, sessions };
  await tx.execute(
    sql`select public.receipt_add(id, 'restored', jsonb_build_object('backupMadeAt', ${madeAt}::text) || ${JSON.stringify(settled)}::jsonb)
      from teams`,
  );
  return settled;
}

/**
 * People who were erased after the copy was made: they can sign in no more from here on, and are erased as soon as
 * Amber runs.
 * @returns how many of them the copy has
 */
export async function noteErased(tx: Queryable, ids: readonly string[]): Promise<number> {
  const these = sql`(select json_array_elements_text(${JSON.stringify(ids)}::json))`;
  const left = sql`(select r.team_id from receipts r where r.body::jsonb -> 'person' ->> 'id' = u.id
    and r.kind in ('joined', 'left') order by r.id desc limit 1)`;
  const chatting = sql`(select c.team_id from chats c where c.user_id = u.id order by c.created_at desc limit 1)`;
  const noted = await countOf(
    tx,
    sql`insert into erasures (user_id, team_id)
      select p.id, p.team_id from (select u.id, coalesce(m.team_id, ${left}, ${chatting}) as team_id
        from users u left join members m on m.user_id = u.id where u.erased_at is null and u.id in ${these}) p
      join teams on teams.id = p.team_id on conflict (user_id) do nothing`,
  );
  for (const table of ['accounts', 'passkeys', 'sign_on_accounts'])
    await tx.execute(
      sql`delete from ${sql.identifier(table)} where user_id in (select e.user_id from erasures e where e.ended_at is null)`,
    );
  return noted;
}

async function countOf(tx: Queryable, statement: ReturnType<typeof sql>): Promise<number> {
  const [row] = await rowsOf<{ count: string }>(
    tx,
    sql`with done as (${statement} returning 1) select count(*) as count from done`,
  );
  return Number(row?.count ?? 0);
}

/**
 * Checks the whole record: each link against the one before it and its receipt, each receipt against what the database
 * wrote, that every receipt is in a chain, and that every chain reaches its head.
 * @returns how many receipts there are
 * @throws UnusableCopy naming the first receipt that fails
 */
export async function checkRecord(tx: Queryable): Promise<number> {
  const [fault] = await rowsOf<{ team: string; seq: string | null }>(
    tx,
    sql`with chain as (
      select l.team_id, l.seq, l.prev_hash, l.hash, r.mac, r.id, r.team_id as of_team,
        public.receipt_content(r.at, r.kind, r.body) as content,
        lag(l.hash, 1, repeat('0', 64)) over w as before, lag(l.seq, 1, 0) over w as last
      from receipt_links l left join receipts r on r.id = l.receipt_id
      window w as (partition by l.team_id order by l.seq)
    ), faults as (
      select team_id as team, seq from chain
      where id is null or of_team <> team_id or seq <> last + 1 or prev_hash <> before
        or hash <> encode(sha256(convert_to(prev_hash || E'\n' || seq || E'\n' || content, 'UTF8')), 'hex')
        or mac <> public.receipt_mac(id, team_id, content)
      union all
      select coalesce(h.team_id, l.team_id), coalesce(h.seq, l.seq) from receipt_heads h
      full join (select distinct on (team_id) team_id, seq, hash from receipt_links order by team_id, seq desc) l
        on l.team_id = h.team_id
      where coalesce(h.seq, 0) <> coalesce(l.seq, 0) or h.hash <> coalesce(l.hash, repeat('0', 64))
      union all
      select r.team_id, null from receipts r
      where not exists (select from receipt_links l where l.receipt_id = r.id)
        and not exists (select from receipt_tail t where t.receipt_id = r.id)
    ) select team, seq from faults order by team, seq nulls last limit 1`,
  );
  if (fault) {
    throw new UnusableCopy(
      `The record of team ${fault.team} is not whole${fault.seq === null ? '' : ` from receipt ${fault.seq} on`}. Nothing was written.`,
    );
  }
  const [row] = await rowsOf<{ count: string }>(tx, sql`select count(*) as count from receipts`);
  return Number(row?.count ?? 0);
}
