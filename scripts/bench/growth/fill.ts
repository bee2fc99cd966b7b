/**
 * Fills a demo database with the rows of years of use, all of them in one team and most of them one person's: the worst
 * case for a reader. Rows are written by a superuser with the triggers off; receipts have their MACs and are linked by
 * the database's own function, so that an export of them verifies.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from 'postgres';

/** The number of rows of each table. */
export interface Sizes {
  chats: number;
  runs: number;
  /** Decided ones; `WAITING` more are pending. */
  approvals: number;
  receipts: number;
}

export const FULL: Sizes = { chats: 40_000, runs: 60_000, approvals: 200_000, receipts: 1_000_000 };

/** Pending cards. */
const WAITING = 50;
/** They are spread evenly over the last this many days. */
const DAYS = 730;

/** The same at a smaller scale: `count` is the number of receipts. */
export function sizesFor(count: number): Sizes {
  const share = (of: number) => Math.max(1, Math.round((of * count) / FULL.receipts));
  return { chats: share(40_000), runs: share(60_000), approvals: share(200_000), receipts: count };
}

/** A time in the past for the `nth` of `count` rows, the first being the oldest. */
const moment = (nth: string, count: number) =>
  `date_trunc('milliseconds', now() - interval '${DAYS} days' * (1 - (${nth})::float8 / ${count + 1}))`;

/** Four servers, of which our own is called most; thirty tools. */
const server = (nth: string) => `(array['amber','amber','amber','billing','shop','mail'])[1 + ${nth} % 6]`;
const tool = (nth: string) => `'tool_' || (${nth} % 30)`;

/** @param sql of a superuser, with one connection */
export async function fill(sql: Sql, sizes: Sizes): Promise<void> {
  const [one] = await sql`
    select m.user_id, m.team_id from members m join users u on u.id = m.user_id where u.email = 'member@amber.test'`;
  const [admin] = await sql`select id from users where email = 'admin@amber.test'`;
  if (!one || !admin) throw new Error('The demo is not there.');
  const team = `'${one.team_id}'`;
  const member = `'${one.user_id}'`;
  await sql`set session_replication_role = replica`;
  for (const statement of [
    ...chatsOf(sizes, team, member),
    ...approvalsOf(sizes, team, member, `'${admin.id}'`),
    ...receiptsOf(sizes, team, member, `'${admin.id}'`),
  ])
    await sql.unsafe(statement);
  await sql`set session_replication_role = origin`;
  await linkAll(sql, one.team_id);
  await sql`vacuum analyze`;
}

/** The app links as well, and only one of them at a time: it only matters that it is done. */
async function linkAll(sql: Sql, teamId: string): Promise<void> {
  await sql`analyze receipts, receipt_tail`;
  for (let [inVain, before] = [0, ''] as [number, string]; inVain < 100; ) {
    await sql`select receipts_link(${teamId})`;
    if ((await sql`select from receipt_tail where team_id = ${teamId} limit 1`).length === 0) return;
    const [head] = await sql`select seq::text from receipt_heads where team_id = ${teamId}`;
    if (head?.seq === before) await pause(100);
    inVain = head?.seq === before ? inVain + 1 : 0;
    before = head?.seq ?? '';
  }
  throw new Error('Receipts stay without their links.');
}

function chatsOf({ chats, runs }: Sizes, team: string, member: string): string[] {
  const said = (nth: string) =>
    `('[{"type":"text","text":"' || repeat('About invoice ' || ${nth} || '. ', 20) || '"}]')::json`;
  // As the app writes them: without them, it would compute them in the background during the measurement.
  const words = (text: string) =>
    `strip(to_tsvector('english', ${text}) || to_tsvector('german', ${text})) || array_to_tsvector(array['@' || ${member}])`;
  return [
    `insert into chats (id, team_id, user_id, title, title_words, rev, created_at, updated_at)
      select 'grown_chat_' || n, ${team}, ${member}, 'Chat ' || n, ${words(`'chat ' || n`)}, 1, at, at
      from generate_series(1, ${chats}) n, lateral (select ${moment('n', chats)} as at) t`,
    `insert into runs (id, chat_id, user_message_id, message_id, status, owner, heartbeat_at, created_at, ended_at)
      select 'grown_run_' || n, 'grown_chat_' || (1 + n % ${chats}), 'asked_' || n, 'answer_' || n, 'done', 'gone', at, at, at
      from generate_series(1, ${runs}) n, lateral (select ${moment('n', runs)} as at) t`,
    `insert into messages (chat_id, id, role, parts, user_id, words, created_at)
      select chat_id, user_message_id, 'user', ${said('id')}, ${member}, ${words(`'about invoice ' || id`)}, created_at
      from runs where id like 'grown_%'`,
    `insert into messages (chat_id, id, role, parts, user_id, words, created_at)
      select chat_id, message_id, 'assistant', ${said('id')}, ${member}, ${words(`'about invoice ' || id`)}, created_at
      from runs where id like 'grown_%'`,
  ];
}

function approvalsOf({ runs, approvals }: Sizes, team: string, member: string, admin: string): string[] {
  const columns = `id, team_id, chat_id, run_id, requested_by, tool_call_id, sdk_approval_id, kind, server, server_url, tool,
    model_tool, title, description, trusted, risk, annotations, input, input_hash, definition_hash, policy_version, reason,
    preview_hash, status, requested_at, expires_at, decided_at, decided_by`;
  const row = (id: string, nth: string, status: string, at: string) => `
    '${id}' || ${nth}, ${team}, r.chat_id, r.id, ${member}, '${id}' || ${nth}, 'sdk_' || ${nth}, 'ask', ${server(nth)},
    'http://amber.internal/mcp', ${tool(nth)}, ${tool(nth)}, 'A tool', 'What it does.', true, 'destructive', '{}'::jsonb,
    '{"id":"' || md5(${nth}::text) || '"}', md5(${nth}::text), md5('tool'), '1.1', 'It deletes.', md5('null'), ${status}, ${at}`;
  const status = `(array['confirmed','confirmed','confirmed','confirmed','confirmed','confirmed','cancelled','confirmed','expired','superseded'])[1 + n % 10]`;
  return [
    `insert into approvals (${columns})
      select ${row('grown_card_', 'n', status, 'at')}, at + interval '1 day',
        case when n % 10 <> 8 then at + interval '1 second' * (20 + n % 600) end, case when n % 10 < 8 then ${admin} end
      from generate_series(1, ${approvals}) n
        join runs r on r.id = 'grown_run_' || (1 + (n::bigint * ${runs} / ${approvals + 1})),
        lateral (select ${moment('n', approvals)} as at) t`,
    `insert into approvals (${columns})
      select ${row('grown_open_', 'n', `'pending'`, 'now()')}, now() + interval '1 day', null, null
      from generate_series(1, ${WAITING}) n join runs r on r.id = 'grown_run_' || n`,
    `insert into calls (id, team_id, chat_id, run_id, tool_call_id, step, server, server_url, tool, model_tool, metadata,
        definition_hash, trusted, risk, input, input_hash, status, attempts, result, created_at, claimed_at, dispatched_at, ended_at)
      select md5(a.id), a.team_id, a.chat_id, a.run_id, a.tool_call_id, 1, a.server, a.server_url, a.tool, a.model_tool, '{}',
        a.definition_hash, true, 'destructive', a.input, a.input_hash,
        case when a.status = 'confirmed' then 'success' else 'abort' end, 1,
        '{"content":[{"type":"text","text":"Done."}]}', a.requested_at, a.decided_at, a.decided_at, a.decided_at
      from approvals a where a.id like 'grown_card_%'`,
  ];
}

/** As the triggers write them for a call: asked, decided, claimed, dispatched, answered. */
function receiptsOf({ chats, runs, receipts }: Sizes, team: string, member: string, admin: string): string[] {
  const kind = `(array['asked','confirmed','claimed','dispatched','answered'])[1 + n % 5]`;
  const body = `jsonb_strip_nulls(jsonb_build_object('call', md5(c::text), 'chat', 'grown_chat_' || (1 + c * 5 * ${runs} / ${receipts} % ${chats}),
    'run', 'grown_run_' || (1 + c * 5 * ${runs} / ${receipts}), 'toolCall', 'call_' || c, 'for', ${member}, 'server', ${server('c')},
    'tool', ${tool('c')}, 'inputHash', encode(sha256(c::text::bytea), 'hex'),
    'person', case when n % 5 in (1, 2) then jsonb_build_object('id', ${admin}, 'role', 'admin') end))::text`;
  return [
    `insert into receipts (id, team_id, at, kind, body, mac)
      select id, ${team}, at, kind, body, receipt_mac(id, ${team}, receipt_content(at, kind, body))
      from (select nextval('receipts_id_seq') as id, ${moment('n', receipts)}::timestamptz(3) as at, ${kind} as kind, ${body} as body
        from generate_series(1, ${receipts}) n, lateral (select (n / 5)::bigint as c) t offset 0) one`,
    `insert into receipt_tail (team_id, receipt_id) select r.team_id, r.id from receipts r
      where not exists (select from receipt_links l where l.receipt_id = r.id) on conflict do nothing`,
  ];
}

/**
 * Leaves runs behind like a process that died, each in a chat of its own.
 * @returns their number
 */
export async function killRuns(sql: Sql, most: number): Promise<number> {
  const killed = await sql`
    update runs set status = 'running', heartbeat_at = now() - interval '1 hour', ended_at = null, message_id = 'late_' || id
    where id in (select distinct on (chat_id) id from runs where id like 'grown_run_%'
      and status = 'done' order by chat_id, created_at desc limit ${most}) returning id`;
  return killed.length;
}

/**
 * Messages of about 7 kB, alternately of both sides; without search words, so that the app has nothing to compute for
 * them in the background.
 */
export async function addMessages(sql: Sql, chatId: string, count: number): Promise<void> {
  await sql`
    insert into messages (chat_id, id, role, parts, words)
    select ${chatId}, 'long_' || n, case when n % 2 = 1 then 'user' else 'assistant' end,
      json_build_array(json_build_object('type', 'text', 'text', repeat(md5(n::text) || ' ', 212))), ''
    from generate_series(1, ${count}::int) n order by n`;
}
