/**
 * Random orders of asking, cancelling, disconnecting and deciding, over two sets of connections to one PostgreSQL, with
 * occasional loss of the messages between processes: `COUNT=500` plays this many, `SEED` sets the first seed.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type OpenDatabase, openDatabase, rowsOf } from '@/db/client';
import { migrate } from '@/db/migrate';
import { createPostgresDatabase, MIGRATIONS } from '@/db/testing/databases';
import { faultsOf } from '@/e2e/withdrawal-oracle';
import { playStory, type World } from '@/e2e/withdrawal-story';
import { listApprovals } from '@/lib/approvals/approval-list';
import { isAppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { notifier } from '@/lib/runs/follow/notifications';
import { OutsideHarness, SECRET } from './testing/outside-harness';

const COUNT = Number(process.env.COUNT ?? 24);
const SEED = Number(process.env.SEED ?? 1);
const AT_ONCE = 8;

let owner: OpenDatabase;
let opened: OpenDatabase[] = [];
let harnesses: OutsideHarness[] = [];
let drop: () => Promise<void>;
let world: World;
let lost = 0;
/** Of the messages between processes. */
let lostShare = 0.5;

beforeAll(async () => {
  const database = await createPostgresDatabase();
  drop = database.drop;
  owner = await openDatabase({ url: database.url, dataDir: 'memory', poolSize: 4 });
  await migrate(owner.db, MIGRATIONS);
  for (let at = 0; at < 2; at++) {
    const one = await openDatabase({ url: database.url, dataDir: 'memory', poolSize: 10 });
    await one.serve(SECRET);
    opened.push(one);
    harnesses.push(await OutsideHarness.open(one, undefined, undefined, undefined, harnesses[0]));
  }
  world = worldOf(harnesses as [OutsideHarness, OutsideHarness]);
  const tell = notifier.send.bind(notifier);
  vi.spyOn(notifier, 'send').mockImplementation((told) => {
    const isLost = told.kind === 'withdrawn' && Math.random() < lostShare;
    if (isLost) lost += 1;
    else tell(told);
  });
});

afterAll(async () => {
  vi.restoreAllMocks();
  for (const harness of harnesses) await harness.close();
  for (const one of [...opened, owner]) await one.close();
  opened = [];
  harnesses = [];
  await drop();
});

function worldOf([first, second]: [OutsideHarness, OutsideHarness]): World {
  let person: Caller | undefined;
  let tokens = 0;
  return {
    urls: [new URL(first.url).origin, new URL(second.url).origin],
    token: async () => {
      if (tokens++ % 50 === 0) person = await first.harness.person('admin');
      return (await first.token(person)).token;
    },
    customer: async () => (await first.harness.office.addCustomer()).id,
    pending: async (customerId) => {
      const { approvals } = await listApprovals(second.db, second.harness.admin, { status: 'pending' });
      return approvals.find(({ input }) => Object(input).customerId === customerId)?.id;
    },
    decide: async (cardId, decision) => {
      await second.harness.decide(cardId, decision).catch((error: unknown) => {
        if (!isAppError(error)) throw error;
      });
    },
    rows: (statement) => rowsOf(owner.db, sql.raw(statement)),
  };
}

/**
 * @param untilWrong begins no further story after a failed one
 * @returns the faults, by seed; empty if there are none
 */
async function playAll(from: number, count: number, untilWrong = false): Promise<string[]> {
  const wrong: string[] = [];
  const seeds = Array.from({ length: count }, (_, at) => from + at);
  const stream = async () => {
    let tokens: [string, string] | undefined;
    for (let seed = seeds.shift(), at = 0; seed !== undefined; seed = seeds.shift(), at++) {
      // The number of cancellations per token and hour is limited.
      if (!tokens || at % 8 === 0) tokens = [await world.token(), await world.token()];
      if (untilWrong && wrong.length > 0) return;
      const story = await playStory(world, seed, tokens);
      const faults = await faultsOf(world, story);
      if (faults.length > 0) wrong.push(`seed ${seed}: ${faults.join('; ')}\n  ${story.steps.join('\n  ')}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, stream));
  return wrong;
}

test(`${COUNT} orders`, { timeout: 60_000 + COUNT * 6_000 }, async () => {
  expect(await playAll(SEED, COUNT)).toEqual([]);
  const [ran] = await world.rows<{ asked: number; sent: number; withdrawn: number; calledOff: number }>(
    `select count(distinct outside_requests.id)::int as asked,
      count(distinct outside_requests.id) filter (where ended = 'withdrawn')::int as "calledOff",
      (select count(*)::int from approvals where status = 'superseded') as withdrawn,
      (select coalesce(sum(attempts), 0)::int from calls where tool = 'customer_delete') as sent
    from outside_requests where not early`,
  );
  console.info(
    `${COUNT} orders from seed ${SEED}: ${ran?.asked} requests, ${ran?.calledOff} called off, ${ran?.withdrawn} cards withdrawn, ${ran?.sent} calls sent, ${lost} words between processes lost, 0 faults`,
  );
});

/** A fault that it must notice: a database that forgets cancellations. */
test('would notice if what was called off were forgotten', { timeout: 600_000 }, async () => {
  await owner.db.execute(
    sql.raw(`create function forget() returns trigger language plpgsql as $$ begin
      if new.ended = 'withdrawn' and not new.early then new.ended := null; new.ended_at := null; end if; return new; end $$;
    create trigger forget before update on outside_requests for each row execute function forget()`),
  );
  // A message that arrives would make up for it; which orders meet the fault also depends on timing.
  lostShare = 1;
  const wrong = await playAll(1_000_000, 240, true);
  expect(wrong.join('\n')).toMatch(/sent although nobody waited|was called off, and/);
});
