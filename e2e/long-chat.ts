/**
 * The rows of years of use in one chat, written into the database in the form in which a completed answer is stored.
 */
import type { Sql } from 'postgres';

/** A call whose outcome is unknown; its exchange has the same name. */
export const UNKNOWN = 'unknown_1';

/**
 * Inserts exchanges before the chat's existing messages: a question, and an answer with a call and a table's worth of
 * words.
 * @param sql of a superuser
 * @param unknown which of them has a call with an unknown outcome, from 1
 */
export async function putBefore(sql: Sql, chatId: string, exchanges: number, unknown = 0): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    const name = tx`case when n = ${unknown}::int then ${UNKNOWN} else 'e' || n end`;
    const isUnknown = tx`n = ${unknown}::int`;
    const times = tx`now() - interval '1 minute' * (${exchanges}::int - n + 1)`;
    const all = tx`generate_series(1, ${exchanges}::int) n, lateral (select ${name} as name, ${times} as at, ${isUnknown} as lost) one`;
    await tx`insert into runs (id, chat_id, user_message_id, message_id, status, owner, created_at, ended_at)
      select ${chatId} || name, ${chatId}, 'q_' || name, 'a_' || name, 'done', 'gone', at, at from ${all}`;
    await tx`insert into calls (id, team_id, chat_id, run_id, tool_call_id, step, server, server_url, tool, model_tool, metadata,
        definition_hash, trusted, risk, input, input_hash, status, attempts, result, created_at, claimed_at, dispatched_at, ended_at)
      select ${chatId} || '_' || name, c.team_id, c.id, ${chatId} || name, 'call_' || name, 1, 'crm', 'http://crm.test/mcp',
        'note_add', 'crm__note_add', json_build_object('title', 'Add note', 'server', 'crm', 'tool', 'note_add', 'risk', 'write', 'trusted', true),
        md5('tool'), true, 'write', '{"note":"' || name || '"}', md5(name), case when lost then 'unknown' else 'success' end, 1,
        case when not lost then json_build_object('content', json_build_array(json_build_object('type', 'text', 'text', repeat('Noted. ', 200)))) end,
        at, at, at, at
      from ${all}, chats c where c.id = ${chatId}`;
    const [first] = await tx`select coalesce(min(seq), 1) as seq from messages where chat_id = ${chatId}`;
    const seq = tx`${Number(first?.seq)}::bigint - 2 * (${exchanges}::int - n + 1)`;
    await tx`insert into messages (chat_id, id, seq, role, parts, created_at)
      select ${chatId}, 'q_' || name, ${seq}, 'user', json_build_array(json_build_object('type', 'text', 'text', 'Question ' || n)), at
      from ${all}`;
    const parts = tx`jsonb_build_array(jsonb_build_object('type', 'step-start'),
      jsonb_build_object('type', 'call', 'callId', ${chatId} || '_' || name, 'toolCallId', 'call_' || name))
      || case when lost then jsonb_build_array(jsonb_build_object('type', 'data-doubt', 'id', 'call_' || name,
        'data', jsonb_build_object('callId', ${chatId} || '_' || name, 'checks', '[]'::jsonb))) else '[]' end
      || jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'Answer ' || n || '. ' || repeat('It was noted down. ', 10 + n % 40)))`;
    await tx`insert into messages (chat_id, id, seq, role, parts, created_at)
      select ${chatId}, 'a_' || name, ${seq} + 1, 'assistant', (${parts})::json, at from ${all}`;
  });
}
