/**
 * Decisions per second, with their receipts: 50 clients that each cancel card after card, each of a chat of its own,
 * first all in one team, then each in another. Meanwhile receipts are linked as by a process of Amber. Loaded by
 * `bench.ts`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { type Database, openDatabase } from '@/db/client';
import { migrate } from '@/db/migrate';
import { decide } from '@/lib/approvals/decide';
import { linkAllReceipts } from '@/lib/receipts/link';
import { findCaller } from '@/lib/store/people';

const CLIENTS = 50;
/** The first ones of each client are not measured. */
const WARM_UP = 4;
const EACH = 60;
const LINK_MS = 250;

export interface ReceiptCost {
  decisionsPerSecond: number;
  receipts: number;
  /** From writing a receipt to its link, in ms. */
  longestWait: number;
  medianWait: number;
  /** Without a link in the end. */
  unlinked: number;
}

/** @param url of an empty PostgreSQL database */
export async function measureReceipts(url: string, migrations: string, teams: number): Promise<ReceiptCost> {
  const { db, close } = await openDatabase({ url, dataDir: 'memory', poolSize: 20 });
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await migrate(db, migrations);
    await fill(client, teams);
    let isOver = false;
    const linking = (async () => {
      while (!isOver) await Promise.all([linkAllReceipts(db), pause(LINK_MS)]);
    })();
    await cancelAtOnce(db, teams, 0, WARM_UP);
    const startedAt = performance.now();
    await cancelAtOnce(db, teams, WARM_UP, EACH);
    const seconds = (performance.now() - startedAt) / 1000;
    isOver = true;
    await linking;
    await linkAllReceipts(db);
    const [row] = await client`
      select count(*)::int as receipts, count(*) filter (where l.seq is null)::int as unlinked,
        max(extract(epoch from linked_at - at) * 1000)::float as longest,
        percentile_cont(0.5) within group (order by extract(epoch from linked_at - at) * 1000)::float as median
      from receipts r left join receipt_links l on l.receipt_id = r.id`;
    return {
      decisionsPerSecond: (CLIENTS * (EACH - WARM_UP)) / seconds,
      receipts: row?.receipts,
      unlinked: row?.unlinked,
      longestWait: row?.longest,
      medianWait: row?.median,
    };
  } finally {
    await client.end();
    await close();
  }
}

/** Pending cards: this many for each client, each with a chat, a run and a call of its own. */
async function fill(sql: Sql, teams: number): Promise<void> {
  const cards = `(select c || '_' || n as id, 'team_' || c % ${teams} as team, 'user_' || c % ${teams} as person
    from generate_series(0, ${CLIENTS - 1}) c, generate_series(0, ${EACH - 1}) n) one`;
  await sql`set session_replication_role = replica`;
  for (const statement of [
    `insert into teams (id, name) select 'team_' || n, 'Bench' from generate_series(0, ${teams - 1}) n`,
    `insert into users (id, name, email) select 'user_' || n, 'Mia', n || '@amber.test' from generate_series(0, ${teams - 1}) n`,
    `insert into members (team_id, user_id, role) select 'team_' || n, 'user_' || n, 'member' from generate_series(0, ${teams - 1}) n`,
    `insert into chats (id, team_id, user_id, title) select id, team, person, 'Calls' from ${cards}`,
    `insert into runs (id, chat_id, user_message_id, message_id, status, owner)
      select id, id, 'question', 'answer', 'waiting', 'bench' from ${cards}`,
    `insert into calls (id, team_id, chat_id, run_id, tool_call_id, server, server_url, tool, model_tool, metadata, definition_hash,
        trusted, risk, input, input_hash, status)
      select id, team, id, id, id, 'desk', 'http://127.0.0.1/mcp', 'remove', 'desk__remove', '{}', '', true, 'destructive', '{}', '',
        'permission_required' from ${cards}`,
    `insert into approvals (id, team_id, chat_id, run_id, requested_by, tool_call_id, sdk_approval_id, kind, server, server_url, tool, model_tool,
        title, description, trusted, risk, annotations, input, input_hash, definition_hash, policy_version, reason, preview_hash,
        status, expires_at)
      select id, team, id, id, person, id, id, 'ask', 'desk', 'http://127.0.0.1/mcp', 'remove', 'desk__remove', 'Remove', 'Removes.', true,
        'destructive', '{}', '{}', '', '', '1.1', 'It deletes.', '', 'pending', now() + interval '1 day' from ${cards}`,
  ])
    await sql.unsafe(statement);
  await sql`set session_replication_role = origin`;
  await sql`analyze`;
}

/** Every client decides its cards from one number to another, sequentially. */
async function cancelAtOnce(db: Database, teams: number, from: number, to: number): Promise<void> {
  const client = async (nth: number) => {
    const caller = await findCaller(db, `user_${nth % teams}`);
    if (!caller) throw new Error('There is nobody to decide.');
    const unneeded = () => {
      throw new Error('Cancelling needs neither servers nor a password.');
    };
    const { signal } = new AbortController();
    const context = { db, caller, owner: 'bench', signal, connectionsFor: unneeded, stepUp: unneeded };
    for (let card = from; card < to; card++) {
      const { status } = await decide(context, { approvalId: `${nth}_${card}`, decision: 'cancel' });
      if (status !== 'cancelled') throw new Error(`The card is ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, nth) => client(nth)));
}
