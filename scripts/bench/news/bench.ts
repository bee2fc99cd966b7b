/**
 * News from one process to the followers of another, by NOTIFY and by a Valkey: from the commit of a change until a
 * follower's event stream has received it. Only printed by `npm run bench -- news`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { startValkey, type ValkeyServer } from '../../../db/testing/valkey-server.ts';
import { ensureValkey } from '../../prepare/debian.mjs';
import { root } from '../../prepare/run.mjs';
import { withModule } from '../aliased.ts';
import { spread } from '../statistics.ts';
import { table } from '../table.ts';
import { cpuOf, cpuOfTree } from './cpu.ts';
import { SECRET } from './place.ts';
import type { Act, Times } from './side.ts';

/**
 * `slowMs`: PostgreSQL waits this many more milliseconds before each flush, to simulate a slower disk (`commit_delay`).
 */
const CASES = [
  { followers: 200, slowMs: 0 },
  { followers: 2_000, slowMs: 0 },
  { followers: 200, slowMs: 5 },
];
const WAYS = ['notify', 'valkey'] as const;
/** Alternately, so that other load affects both. */
const ROUNDS = 2;
const PACED = { changes: 500, perSecond: 50 };
const RULES = 10;
const BURST = { changes: 4_000, atOnce: 16 };

type Way = (typeof WAYS)[number];

/** For one way and number of followers, all rounds together. */
interface Measured {
  waits: Record<'paced' | 'rules' | 'burst', number[]>;
  lost: number;
  perSecond: number[];
  /** For a thousand concurrent changes, in ms, by process. */
  cpu: Record<'tells' | 'hears' | 'PostgreSQL' | 'Valkey', number[]>;
}

/** @param url of an empty database on the server with this process id */
export async function benchNews(url: string, serverPid: number): Promise<void> {
  await ensureValkey();
  console.log(`Load of the machine before: ${loadavg()[0]?.toFixed(1)}\n`);
  await fill(url);
  const valkey = await startValkey();
  try {
    const all = new Map<string, Measured>();
    for (let round = 0; round < ROUNDS; round++) {
      for (const way of WAYS) {
        for (const one of CASES) {
          const key = keyOf(way, one);
          const measured = all.get(key) ?? empty();
          all.set(key, measured);
          await slowDown(url, one.slowMs);
          await measure({ url, serverPid, valkey, way, followers: one.followers }, measured);
        }
      }
    }
    console.log(tableOf(all));
    console.log('  (slow: PostgreSQL waits 5 ms more before each flush, as for a slower disk)');
    console.log(`\nLoad of the machine after: ${loadavg()[0]?.toFixed(1)}`);
  } finally {
    await valkey.stop();
  }
}

type Case = (typeof CASES)[number];

const keyOf = (way: Way, { followers, slowMs }: Case) => `${followers}${slowMs > 0 ? ' slow' : ''}, ${way}`;

async function slowDown(url: string, ms: number): Promise<void> {
  const sql = postgres(url, { max: 1 });
  await sql.unsafe(`alter system set commit_delay = ${ms * 1_000}`);
  await sql.unsafe('alter system set commit_siblings = 0');
  await sql`select pg_reload_conf()`;
  await sql.end();
}

const empty = (): Measured => ({
  waits: { paced: [], rules: [], burst: [] },
  lost: 0,
  perSecond: [],
  cpu: { tells: [], hears: [], PostgreSQL: [], Valkey: [] },
});

interface Place {
  url: string;
  serverPid: number;
  valkey: ValkeyServer;
  way: Way;
  followers: number;
}

async function measure(place: Place, measured: Measured): Promise<void> {
  const { followers } = place;
  const [tells, hears] = await Promise.all([startSide(place), startSide(place)]);
  try {
    await hears.act({ do: 'follow', followers });
    // The compilations and connections of the first ones are not measured.
    await tells.act({ do: 'paced', followers, changes: 100, perSecond: 100 });
    await hears.act({ do: 'heard' });
    const part = async (name: keyof Measured['waits'], act: Act, each: number) => {
      const told = (await tells.act(act)) as Times;
      const waits = waitsOf(told, (await hears.act({ do: 'heard' })) as Times);
      measured.waits[name].push(...waits);
      measured.lost += told.length * each - waits.length;
    };
    await part('paced', { do: 'paced', followers, ...PACED }, 1);
    await part('rules', { do: 'rules', changes: RULES }, followers);
    const before = cpuNow(place, tells, hears);
    const since = performance.now();
    const told = (await tells.act({ do: 'burst', followers, ...BURST })) as Times;
    measured.perSecond.push((BURST.changes * 1_000) / (performance.now() - since));
    const heard = (await hears.act({ do: 'heard' })) as Times;
    const after = cpuNow(place, tells, hears);
    const waits = waitsOf(told, heard);
    measured.waits.burst.push(...waits);
    measured.lost += told.length - waits.length;
    for (const whose of Object.keys(measured.cpu) as (keyof Measured['cpu'])[])
      measured.cpu[whose].push(((after[whose] - before[whose]) * 1_000) / BURST.changes);
  } finally {
    await Promise.all([tells.end(), hears.end()]);
  }
}

const cpuNow = ({ serverPid, valkey }: Place, tells: Started, hears: Started) => ({
  tells: cpuOf(tells.pid),
  hears: cpuOf(hears.pid),
  PostgreSQL: cpuOfTree(serverPid),
  Valkey: cpuOf(valkey.pid()),
});

/** A stream reports only the latest state of a chat: a follower who received it has received earlier ones, too. */
function waitsOf(told: Times, heard: Times): number[] {
  const numbered = (key: string): [string, number] => [
    key.slice(0, key.lastIndexOf(' ')),
    Number(key.split(' ').at(-1)),
  ];
  const byPlace = Map.groupBy(heard, ([key]) => numbered(key)[0]);
  return told.flatMap(([key, at]) => {
    const [place, number] = numbered(key);
    const those = (byPlace.get(place) ?? []).filter(([one]) => numbered(one)[1] >= number);
    if (place === 'rules') return those.filter(([one]) => one === key).map(([, then]) => then - at);
    return those.length > 0 ? [Math.min(...those.map(([, then]) => then)) - at] : [];
  });
}

interface Started {
  pid: number;
  act(act: Act): Promise<unknown>;
  end(): Promise<void>;
}

async function startSide({ url, valkey, way }: Place): Promise<Started> {
  const env = { ...process.env, DATABASE_URL: url, AMBER_SECRET: SECRET, BENCH_VALKEY_URL: valkey.url };
  const child = fork(join(import.meta.dirname, 'child.ts'), [way], { env, cwd: root });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  await answer(child);
  return {
    pid: child.pid ?? 0,
    act(act) {
      const done = answer(child);
      child.send(act);
      return done;
    },
    async end() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await gone;
    },
  };
}

function answer(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const over = (code: number | null) => reject(new Error(`A process ended with ${code}.`));
    child.once('exit', over);
    child.once('message', ({ done, failed }: { done?: unknown; failed?: string }) => {
      child.off('exit', over);
      if (failed === undefined) resolve(done);
      else reject(new Error(failed));
    });
  });
}

/** A team in which everybody follows, each with a chat. */
async function fill(url: string): Promise<void> {
  await withModule<typeof import('./migrated.ts'), void>(
    join(import.meta.dirname, 'migrated.ts'),
    ({ migrateAt }) => migrateAt(url, join(root, 'db/migrations')),
  );
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const most = Math.max(...CASES.map(({ followers }) => followers)) - 1;
  await sql`insert into teams (id, name) values ('tea_1', 'Everybody')`;
  await sql`insert into users (id, name, email)
    select 'usr_' || n, 'Somebody', n || '@example.com' from generate_series(0, ${most}::int) n`;
  await sql`insert into members (user_id, team_id, role)
    select 'usr_' || n, 'tea_1', 'member' from generate_series(0, ${most}::int) n`;
  await sql`insert into chats (id, team_id, user_id, title)
    select 'cht_' || n, 'tea_1', 'usr_' || n, 'A chat' from generate_series(0, ${most}::int) n`;
  await sql`analyze`;
  await sql.end();
}

function tableOf(all: ReadonlyMap<string, Measured>): string {
  const columns = CASES.flatMap((one) => WAYS.map((way) => keyOf(way, one)));
  const of = (column: string) => all.get(column) ?? empty();
  const row = (name: string, value: (measured: Measured) => string) => [
    name,
    ...columns.map((one) => value(of(one))),
  ];
  const waits = (which: keyof Measured['waits']) => (measured: Measured) => {
    const { median, p95 } = spread(measured.waits[which]);
    return `${median.toFixed(1)} / ${p95.toFixed(1)}`;
  };
  const middle = (values: readonly number[]) => spread(values).median.toFixed(0);
  const cpu = (whose: keyof Measured['cpu']) =>
    row(
      `  CPU of ${whose === 'tells' || whose === 'hears' ? `the process that ${whose}` : whose}, ms`,
      (one) => middle(one.cpu[whose]),
    );
  return table([
    ['(from commit to heard, ms: median / 95th)', ...columns],
    row(`${PACED.perSecond} chats a second, one follower each`, waits('paced')),
    row('rules of the team, all followers', waits('rules')),
    row(`${BURST.atOnce} chats at a time, one follower each`, waits('burst')),
    row('  changes a second', (one) => middle(one.perSecond)),
    ['  for 1,000 changes:', ...columns.map(() => '')],
    ...(['tells', 'hears', 'PostgreSQL', 'Valkey'] as const).map(cpu),
    row('not heard', (one) => String(one.lost)),
  ]);
}
