/** A team's record of many calls, made up by the database: the same for the same number. */
import { sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';

/**
 * Of ten calls five only read, two write, three drop something, about which a person was asked: of ten cards eight were
 * confirmed, one cancelled, one expired. Every tenth chat has words from outside in it, from its middle on.
 * @param chats each with a run of its own
 */
export async function fillRecord(
  db: Queryable,
  { teamId, userId }: { teamId: string; userId: string },
  { calls, chats, name = 'r' }: { calls: number; chats: number; name?: string },
): Promise<void> {
  await db.execute(sql`insert into chats (id, team_id, user_id, title)
    select ${name} || '-chat-' || n, ${teamId}, ${userId}, 'Chat' from generate_series(0, ${chats - 1}::int) n`);
  await db.execute(sql`insert into runs (id, chat_id, user_message_id, message_id, status, owner)
    select ${name} || '-run-' || n, ${name} || '-chat-' || n, 'u', 'a', 'done', 'nobody' from generate_series(0, ${chats - 1}::int) n`);
  await db.execute(sql`insert into calls (id, team_id, chat_id, run_id, tool_call_id, step, server, server_url, tool, model_tool, metadata,
      definition_hash, trusted, risk, outside, input, input_hash, status, attempts, created_at, dispatched_at, ended_at)
    select ${name} || '-call-' || n, ${teamId}, ${name} || '-chat-' || (n % ${chats}::int), ${name} || '-run-' || (n % ${chats}::int), 'tc-' || n, 1, 's', 'http://s',
      t.tool, 's__' || t.tool, json_build_object('title', initcap(t.tool)), 'h', true, t.risk,
      n % ${chats}::int % 10 = 0 and n / ${chats}::int = ${Math.floor(calls / chats / 2)}::int and t.tool = 'look',
      json_build_object('id', 'c-' || n % 500, 'amount', n % 300, 'reason', 'duplicate')::text, md5(n::text),
      case when t.tool = 'drop' and n % 100 >= 90 then 'denied' else 'success' end, 1, at, case when t.tool = 'drop' and n % 100 >= 90 then null else at end, at
    from generate_series(0, ${calls - 1}::int) n
      cross join lateral (select now() - interval '80 days' + n * interval '60 days' / ${calls}::int as at) as time
      cross join lateral (select case when n / 7 % 10 < 5 then 'look' when n / 7 % 10 < 7 then 'put' else 'drop' end as tool,
        case when n / 7 % 10 < 5 then 'read-only' when n / 7 % 10 < 7 then 'write' else 'destructive' end as risk) t`);
  await db.execute(sql`insert into approvals (id, team_id, chat_id, run_id, requested_by, tool_call_id, sdk_approval_id, kind, server, server_url, tool,
      model_tool, title, description, trusted, risk, annotations, input, input_hash, definition_hash, policy_version, grantable, reason, preview_hash, status,
      requested_at, expires_at)
    select c.id || '-a', c.team_id, c.chat_id, c.run_id, ${userId}, c.tool_call_id, c.id, 'ask', c.server, c.server_url, c.tool, c.model_tool, 'Drop', '', true,
      c.risk, '{}'::jsonb, c.input, c.input_hash, 'h', '7.0', true, 'asks', 'p', 'pending', c.created_at, now() + interval '1 day'
    from calls c where c.team_id = ${teamId} and c.tool = 'drop' and c.id like ${name} || '-call-%'`);
  const nth = sql`substring(tool_call_id from '[0-9]+$')::int % 100`;
  const isOfThese = sql`team_id = ${teamId} and id like ${name} || '-call-%'`;
  await db.execute(
    sql`insert into confirmations (approval_id, user_id) select id, ${userId} from approvals where ${isOfThese} and ${nth} < 90`,
  );
  await db.execute(sql`update approvals set status = case when ${nth} >= 95 then 'expired' when ${nth} >= 90 then 'cancelled' else 'confirmed' end,
      decided_at = case when ${nth} < 95 then requested_at + interval '4 seconds' end, decided_by = case when ${nth} < 95 then ${userId} end
    where ${isOfThese}`);
}
