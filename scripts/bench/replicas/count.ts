/** The outcome of everything, counted from rows and from the tool server's own list, by the crash test's oracle. */
import { setTimeout as pause } from 'node:timers/promises';
import { type CrashReport, emptyReport, judge } from '../../../e2e/crash/run-crash.ts';
import type { Load } from './load.ts';
import type { Stage } from './stage.ts';

export interface Counted {
  stories: CrashReport;
  storiesTold: number;
  outside: {
    created: number;
    deleted: number;
    confirmed: number;
    lost: number;
    twice: number;
    givenUp: number;
  };
  chats: { made: number; lost: number };
  rows: {
    unended: number;
    pending: number;
    decidedAndLeft: number;
    unknownOpen: number;
    unknownEver: number;
    adopted: number;
    stopped: number;
    calls: number;
    unlinked: number;
  };
}

const SETTLE_MS = 60_000;

export async function countAll(stage: Stage, load: Load): Promise<Counted> {
  const { sql, desk } = stage;
  await settled(stage);
  const stories = emptyReport();
  for (const [story, ending] of load.endings) {
    await judge(story, 'with three processes', ending, { app: { sql }, desk }, stories);
  }
  return {
    stories,
    storiesTold: load.endings.size,
    outside: await countOutside(stage, load),
    chats: { made: load.made.size, lost: await missingChats(stage, load.made) },
    rows: await countRows(stage),
  };
}

/** Runs of killed processes are continued; the wait is limited. */
async function settled({ sql }: Stage): Promise<void> {
  const until = Date.now() + SETTLE_MS;
  const going = async () => (await sql`select 1 from runs where status = 'running' limit 1`).length > 0;
  while ((await going()) && Date.now() < until) await pause(250);
}

async function countOutside({ sql }: Stage, { outside }: Load): Promise<Counted['outside']> {
  const { orders, confirmed } = outside;
  let lost = 0;
  let twice = 0;
  for (const { name, customerId, isCreated, isDeleted } of orders) {
    if (!isCreated || customerId === undefined) continue;
    const [found] = await sql<{ there: number; deletions: number }[]>`select
      (select count(*)::int from customers where name = ${name}) as there,
      (select count(*)::int from effects e join calls c on c.id = e.call_id
        where c.tool = 'customer_delete' and c.input like ${`%${customerId}%`}) as deletions`;
    if (found && found.there + found.deletions === 0) lost += 1;
    if (found && isDeleted && found.there > 0) lost += 1;
    if ((found?.there ?? 0) > 1 || (found?.deletions ?? 0) > 1) twice += 1;
  }
  const countOf = (is: (order: (typeof orders)[number]) => boolean) => orders.filter(is).length;
  return {
    created: countOf(({ isCreated }) => isCreated),
    deleted: countOf(({ isDeleted }) => isDeleted),
    confirmed,
    lost,
    twice,
    givenUp: countOf(({ isGivenUp }) => isGivenUp),
  };
}

async function missingChats({ sql }: Stage, made: ReadonlySet<string>): Promise<number> {
  const rows = await sql<{ id: string }[]>`select id from chats where id = any(${[...made]})`;
  return made.size - rows.length;
}

async function countRows({ sql }: Stage): Promise<Counted['rows']> {
  const [rows] = await sql<Counted['rows'][]>`select
    (select count(*)::int from runs where status = 'running' or (status = 'waiting' and not exists
      (select 1 from approvals a where a.run_id = runs.id and a.status = 'pending'))) as unended,
    (select count(*)::int from approvals where status = 'pending') as pending,
    (select count(*)::int from approvals a join runs r on r.id = a.run_id where a.status = 'confirmed'
      and a.claimed_at is null and r.status in ('running', 'waiting')) as "decidedAndLeft",
    (select count(*)::int from calls where status = 'unknown') as "unknownOpen",
    (select count(*)::int from calls where status = 'unknown' or resolution is not null) as "unknownEver",
    (select coalesce(sum(recoveries), 0)::int from runs) as adopted,
    (select count(*)::int from runs where status in ('stopped', 'failed')) as stopped,
    (select count(*)::int from calls) as calls,
    (select count(*)::int from receipt_tail) as unlinked`;
  if (!rows) throw new Error('Nothing was counted.');
  return rows;
}
