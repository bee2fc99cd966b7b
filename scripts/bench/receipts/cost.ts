/**
 * What receipts cost those who write at once: 50 clients that each insert a call with two receipts and wait for the disk, all of one
 * team, then each of another. Meanwhile receipts are linked as a process of Amber does. Loaded by `bench.ts`.
 */
import postgres from 'postgres';
import { openDatabase } from '@/db/client';
import { migrate } from '@/db/migrate';
import { schema } from '@/db/schema/all';
import { addCall } from '@/db/testing/ledger-call';
import { linkAllReceipts } from '@/lib/receipts/link';

const CLIENTS = 50;
const SECONDS = 8;
const LINK_MS = 250;

export interface ReceiptCost {
  commitsPerSecond: number;
  receipts: number;
  /** From the writing of a receipt to its link, ms. */
  longestWait: number;
  medianWait: number;
  /** Left without a link in the end. */
  unlinked: number;
}

/** @param url of an empty PostgreSQL database */
export async function measureReceipts(url: string, migrations: string, teams: number): Promise<ReceiptCost> {
  const { db, close } = await openDatabase({ url, dataDir: 'memory', poolSize: 20 });
  const client = postgres(url, { max: CLIENTS, onnotice: () => {} });
  try {
    await migrate(db, migrations);
    const of: string[] = [];
    for (let nth = 0; nth < teams; nth++) {
      await db.insert(schema.teams).values({ id: `team_${nth}`, name: 'Bench' });
      of.push(await addCall(db, `team_${nth}`));
    }
    let isOver = false;
    const linking = (async () => {
      while (!isOver) {
        const startedAt = performance.now();
        await linkAllReceipts(db);
        await new Promise((resolve) =>
          setTimeout(resolve, Math.max(0, LINK_MS - (performance.now() - startedAt))),
        );
      }
    })();
    const commits = await writeAtOnce(client, of);
    isOver = true;
    await linking;
    await linkAllReceipts(db);
    const [row] = await client`
      select count(*)::int as receipts, count(*) filter (where l.seq is null)::int as unlinked,
        max(extract(epoch from linked_at - at) * 1000)::float as longest,
        percentile_cont(0.5) within group (order by extract(epoch from linked_at - at) * 1000)::float as median
      from receipts r left join receipt_links l on l.receipt_id = r.id`;
    return {
      commitsPerSecond: commits / SECONDS,
      ...{ receipts: row?.receipts, unlinked: row?.unlinked },
      ...{ longestWait: row?.longest, medianWait: row?.median },
    };
  } finally {
    await client.end();
    await close();
  }
}

/** @returns how many commits there were */
async function writeAtOnce(client: postgres.Sql, calls: string[]): Promise<number> {
  const until = performance.now() + SECONDS * 1000;
  let commits = 0;
  const work = async (nth: number) => {
    const call = calls[nth % calls.length] ?? '';
    for (let one = 0; performance.now() < until; one++) {
      await client`
        insert into calls (id, team_id, chat_id, run_id, tool_call_id, server, server_url, tool, model_tool, metadata,
          definition_hash, trusted, risk, input, input_hash, status, attempts, claimed_at)
        select ${`${nth}-${one}`}, team_id, chat_id, run_id, ${`${nth}-${one}`}, server, server_url, tool, model_tool,
          metadata, definition_hash, trusted, risk, input, input_hash, 'dispatched', 1, now()
        from calls where id = ${call}`;
      commits++;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, nth) => work(nth)));
  return commits;
}
