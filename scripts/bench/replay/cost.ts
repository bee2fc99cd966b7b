/**
 * Tries a rule for every tool of a server on a record of many calls, compared with a bare scan of the same rows in the
 * same pages, and with the policy itself without its cache for identical calls. Loaded by `bench.ts`.
 */
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { openDatabase, type Queryable } from '@/db/client';
import { migrate } from '@/db/migrate';
import type { Caller } from '@/lib/people/caller';
import { play } from '@/lib/replay/play';
import { recordedCall } from '@/lib/replay/record';
import { readRecord, replay } from '@/lib/replay/replay';
import { fillRecord } from '@/lib/replay/testing/record';

const PAGE = 1_000;
const PATIENCE_MS = 600_000;
const RULE = {
  server: 's',
  tool: null,
  effect: 'two_admins' as const,
  locked: false,
  critical: false,
  openForHours: null,
};

/** @param url of an empty PostgreSQL database */
export async function measureReplay(url: string, migrations: string, calls: number): Promise<string> {
  const { db, close } = await openDatabase({ url, dataDir: 'memory', poolSize: 4 });
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await migrate(db, migrations);
    const caller: Caller = {
      userId: 'user',
      userName: 'Mia',
      teamId: 'team',
      teamName: 'Bench',
      role: 'admin',
    };
    await client`set session_replication_role = replica`;
    await client`insert into teams (id, name) values ('team', 'Bench')`;
    await client`insert into users (id, name, email) values ('user', 'Mia', 'mia@amber.test')`;
    await client`insert into members (team_id, user_id, role) values ('team', 'user', 'admin')`;
    // The triggers that guard decisions are disabled: the rows are from the past, written at once.
    await fillRecord(drizzle({ client }) as unknown as Queryable, caller, {
      calls,
      chats: Math.ceil(calls / 50),
    });
    await client`vacuum analyze`;
    const bare = await timed(() => bareScan(client));
    const of = { server: 's', tool: null, inputLength: 20_000, withinMs: PATIENCE_MS };
    const read = await timed(() => readRecord(db, 'team', of, () => {}));
    const rules = [{ ...RULE, own: false }];
    const judged = await timed(() =>
      readRecord(db, 'team', of, (row) => void play(recordedCall(row), [], rules)),
    );
    const before = process.memoryUsage().heapUsed;
    const tried = await timed(() => replay(db, caller, RULE, { withinMs: PATIENCE_MS }));
    const grown = (process.memoryUsage().heapUsed - before) / 1_048_576;
    const { more, stricter, unjudged } = tried.result;
    return [
      `(p) A rule tried on a record of ${calls} calls, in pages of ${PAGE}, in s; ${tried.result.calls} calls, ${more} would ask more, ${stricter} others, ${unjudged} unjudged`,
      '',
      line('  the rows alone, in the same pages', bare),
      line('  with what the policy looks at', read),
      line('  judged one by one', judged),
      line('  as the page tries it', tried),
      `  heap in use afterwards, more than before: ${grown.toFixed(0)} MB`,
    ].join('\n');
  } finally {
    await client.end();
    await close();
  }
}

const line = (name: string, { seconds }: { seconds: number }) =>
  `${name.padEnd(40)} ${seconds.toFixed(2).padStart(7)}`;

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const begun = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - begun) / 1_000 };
}

async function bareScan(client: postgres.Sql): Promise<void> {
  let before = { at: 'infinity', seq: 0 };
  for (;;) {
    const rows = await client<{ at: string; seq: number }[]>`
      select id, server, tool, risk, trusted, status, input, created_at::text as at, seq::int as seq from calls
      where team_id = 'team' and (created_at, seq) < (${before.at}::timestamptz, ${before.seq}::bigint)
      order by created_at desc, seq desc limit ${PAGE}`;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    before = last;
  }
}
