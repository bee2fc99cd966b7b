/**
 * Two people, two processes, two servers: random calls, listings and refreshes, with processes killed during them.
 * `SIGN_IN_LIFE=10000` for the long form.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '@/db/client';
import { migrate } from '@/db/migrate';
import { createPostgresDatabase, MIGRATIONS } from '@/db/testing/databases';
import { bundle } from '@/lib/connections/testing/bundle';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { Caller } from '@/lib/people/caller';
import { Office } from '@/mcp/testing/office';
import { Killable } from './testing/life/killable';
import { type Cast, Life } from './testing/life/life';
import {
  endTokens,
  foreignTokens,
  loginOf,
  repeatedRefreshes,
  startUpstream,
  type Upstream,
} from './testing/life/upstream';
import { processOf } from './testing/process';

const ORDERS = Number(process.env.SIGN_IN_LIFE ?? 200);
const SEED = Number(process.env.SIGN_IN_SEED ?? 20_261_123);

const cleanUps: (() => Promise<void>)[] = [];
let cast: Cast;

beforeAll(async () => {
  const database = await createPostgresDatabase();
  const opened: OpenDatabase = await openDatabase({ url: database.url, dataDir: 'memory' });
  cleanUps.push(database.drop, opened.close);
  await migrate(opened.db, MIGRATIONS);
  const upstreams = await Promise.all(['s', 't'].map(startUpstream));
  cleanUps.push(...upstreams.flatMap(({ issuer, server }) => [issuer.close, server.close]));
  const servers = upstreams.map(({ name, server }) => serverConfig(name, server.url, { trusted: true }));
  const own = processOf(opened.db, servers);
  cleanUps.push(() => own.pool.close());
  /** One at a time: an issuer signs in the login that was set last. */
  let last = Promise.resolve();
  const signIn = (caller: Caller, upstream: Upstream) => {
    const next = last.then(async () => {
      upstream.issuer.login = loginOf(caller, upstream);
      await own.signIn(caller, upstream.name);
    });
    last = next.catch(() => undefined);
    return next;
  };
  const people = await peopleOf(opened);
  const program = await bundle('lib/sign-ins/testing/life/entry.ts');
  cleanUps.push(async () => program.remove());
  cast = {
    setting: { program: program.file, databaseUrl: database.url, servers },
    people,
    upstreams,
    signIn,
  };
});

afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

async function peopleOf({ db }: OpenDatabase): Promise<Caller[]> {
  const office = await Office.open(db);
  const { id } = await office.addMember('member');
  const { adminId: userId, teamId } = office;
  const admin: Caller = { userId, userName: 'Ada', teamId, teamName: 'A & F', role: 'admin' };
  return [admin, { ...admin, userId: id, userName: 'Mia', role: 'member' }];
}

it(`${ORDERS} orders: nobody is answered for another, no token goes elsewhere, each is refreshed once`, {
  timeout: 120_000 + ORDERS * 400,
}, async () => {
  for (const caller of cast.people)
    for (const upstream of cast.upstreams) await cast.signIn(caller, upstream);
  const life = new Life(cast, SEED);
  await life.live(ORDERS);
  console.log(JSON.stringify({ ORDERS, SEED, ...life.seen }));
  expect(life.faults).toEqual([]);
  for (const upstream of cast.upstreams) {
    expect(foreignTokens(upstream)).toEqual([]);
    expect(repeatedRefreshes(upstream)).toEqual([]);
  }
  // All kinds of events occurred.
  const { listed, called, kills, ended } = life.seen;
  expect(Math.min(listed, called, kills, ended)).toBeGreaterThan(0);
});

it('fifty calls in each of two processes whose token has ended: it is refreshed once, and each is answered', async () => {
  const [caller] = cast.people;
  const [upstream] = cast.upstreams;
  if (!caller || !upstream) throw new Error('Nobody is there.');
  await cast.signIn(caller, upstream);
  const processes = await Promise.all([0, 1].map(() => Killable.start(cast.setting)));
  const ask = (process: Killable, id: number) =>
    process.ask({ id, sort: 'call', server: upstream.name, caller });
  // Each of them has the token by then.
  const first = await Promise.all(processes.map((process) => ask(process, 0)));
  expect(first.map((answer) => answer && 'text' in answer)).toEqual([true, true]);
  const { issuer } = upstream;
  const refreshes = () => issuer.requestsFor('/token').filter(({ body }) => body.includes('refresh_token'));
  const before = refreshes().length;
  expect(endTokens(caller, upstream)).toBeGreaterThan(0);
  const all = processes.flatMap((process) => Array.from({ length: 50 }, (_, nth) => ask(process, nth + 1)));
  const answers = await Promise.all(all);
  const text = `for ${loginOf(caller, upstream)}`;
  const isFine = (answer: (typeof answers)[number]) =>
    answer && ('text' in answer ? answer.text === text : 'failure' in answer && answer.failure === 'renewed');
  expect(answers.filter((answer) => !isFine(answer))).toEqual([]);
  expect(refreshes()).toHaveLength(before + 1);
  expect(repeatedRefreshes(upstream)).toEqual([]);
  await Promise.all(processes.map((process) => process.kill()));
});
