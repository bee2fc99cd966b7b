/**
 * How time and memory change when the tables grow: `npm run bench -- growth`, and with a number of receipts a smaller
 * form of it. The same app is measured with the empty demo and with a filled one, by the same person, warmed up each
 * time.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import type { App } from '../../../e2e/app.ts';
import type { Session } from '../../../e2e/session.ts';
import { withModule } from '../aliased.ts';
import { median } from '../statistics.ts';
import { table } from '../table.ts';
import { addMessages, fill, killRuns, sizesFor } from './fill.ts';

const WARM_UP = 4;
const MEASURED = 12;
const DEAD = 2_000;
const LENGTHS = [10, 200, 2_000, 20_000];
const MOST_MB = 50;

interface People {
  member: Session;
  admin: Session;
}
type Task = (people: People) => Promise<unknown>;

async function read(session: Session, path: string): Promise<number> {
  const response = await session.fetch('GET', path);
  const body = await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return body.byteLength;
}

const asAdmin =
  (path: string): Task =>
  ({ admin }) =>
    read(admin, path);

/** The people in the record: who decided, who asked, and who did neither. */
function tasks(ids: Record<string, string>): Record<string, Task> {
  const year = new Date(Date.now() - 365 * 86_400_000).toISOString();
  return {
    'a plain turn': async ({ member }) => member.say(await member.newChat(), 'Say what you have to say.'),
    'side bar': ({ member }) => read(member, '/api/chats'),
    'inbox, waiting': asAdmin('/api/approvals?context=1&status=pending&order=oldest'),
    'inbox, decided': asAdmin('/api/approvals?context=1&status=decided&order=decided'),
    record: asAdmin('/api/activity'),
    'record, who decided': asAdmin(`/api/activity?person=${ids.admin}`),
    'record, who asked': asAdmin(`/api/activity?person=${ids.member}`),
    'record, nobody': asAdmin(`/api/activity?person=${ids.viewer}`),
    'record, tool': asAdmin('/api/activity?tool=tool_1'),
    'record, no tool': asAdmin('/api/activity?tool=none'),
    'record, server': asAdmin('/api/activity?server=mail'),
    'record, kind': asAdmin('/api/activity?kind=confirmed'),
    'record, chat': asAdmin('/api/activity?chat=grown_chat_7'),
    'record, a year ago': asAdmin(`/api/activity?to=${encodeURIComponent(year)}`),
    'attention, 30 days': asAdmin('/api/attention?days=30'),
  };
}

/** @param open starts an app on a new database, and stops it */
export function benchGrowth(
  open: (task: (app: App) => Promise<void>) => Promise<void>,
  count: number,
): Promise<void> {
  return open(async (app) => {
    const sql = postgres(app.databaseUrl, { max: 1, onnotice: () => {} });
    try {
      const people = await sql`select split_part(email, '@', 1) as name, id from users`;
      const all = tasks(Object.fromEntries(people.map(({ name, id }) => [name, id])));
      const empty = await measure(app, all);
      const sizes = sizesFor(count);
      console.log(`Filling: ${JSON.stringify(sizes)} ...`);
      await fill(sql, sizes);
      const full = await measure(app, all);
      console.log('Times in ms, median');
      console.log(
        table([
          ['', 'empty', 'filled', 'ratio', ''],
          ...Object.keys(all).map((name) => ratioRow(name, empty, full)),
        ]),
      );
      await idle(app);
      await exported(app);
      await died(app, sql);
      await longChats(app, sql);
    } finally {
      await sql.end();
    }
  });
}

async function measure(app: App, all: Record<string, Task>): Promise<Map<string, number>> {
  const people = { member: await app.signIn('member'), admin: await app.signIn('admin') };
  const times = new Map<string, number>();
  for (const [name, task] of Object.entries(all)) {
    const taken: number[] = [];
    for (let nth = 0; nth < WARM_UP + MEASURED; nth++) {
      const startedAt = performance.now();
      await task(people);
      if (nth >= WARM_UP) taken.push(performance.now() - startedAt);
    }
    times.set(name, median(taken));
  }
  return times;
}

function ratioRow(name: string, empty: Map<string, number>, full: Map<string, number>): string[] {
  const [before, after] = [empty.get(name) ?? 0, full.get(name) ?? 0];
  const ratio = after / before;
  return [name, before.toFixed(1), after.toFixed(1), ratio.toFixed(2), ratio <= 3 ? 'met' : 'MISSED (3)'];
}

const said = (isMet: boolean, aim: string) => (isMet ? `met (${aim})` : `MISSED (${aim})`);

/** The queries that every process repeats, including the round trip. */
async function idle({ databaseUrl }: App): Promise<void> {
  const found = await withModule<typeof import('./idle.ts'), [string, number][]>(
    join(import.meta.dirname, 'idle.ts'),
    ({ measureIdle }) => measureIdle(databaseUrl),
  );
  console.log(`\nWhat a process asks that has nothing to do, in ms, median with its round trip`);
  console.log(
    table([['', 'ms', ''], ...found.map(([name, ms]) => [name, ms.toFixed(2), said(ms < 1, '< 1')])]),
  );
}

/** In MB of a million bytes. */
function resident({ pid }: App): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1_000_000;
}

/**
 * Twice, since everything is warmed up: V8 lets a process grow by half a gigabyte before its first collection of old
 * objects.
 */
async function exported(app: App): Promise<void> {
  const admin = await app.signIn('admin');
  const first = await exportedOnce(app, admin);
  const { bytes, seconds, more } = await exportedOnce(app, admin);
  console.log(
    `\nExport: ${(bytes / 1_000_000).toFixed(0)} MB in ${seconds.toFixed(1)} s; ${more.toFixed(0)} MB above what the process held: ${said(more < MOST_MB, '< 50')}; the first one of the process: ${first.more.toFixed(0)} MB`,
  );
}

async function exportedOnce(app: App, admin: Session) {
  const before = resident(app);
  let [most, bytes] = [before, 0];
  const watch = setInterval(() => {
    most = Math.max(most, resident(app));
  }, 20);
  const startedAt = performance.now();
  const response = await admin.fetch('GET', '/api/activity/export?format=jsonl');
  for await (const piece of response.body ?? []) bytes += piece.byteLength;
  clearInterval(watch);
  return { bytes, seconds: (performance.now() - startedAt) / 1000, more: most - before };
}

async function died(app: App, sql: Sql): Promise<void> {
  const restart = async () => {
    const startedAt = performance.now();
    await app.revive();
    return (performance.now() - startedAt) / 1000;
  };
  await app.kill();
  const none = await restart();
  await app.kill();
  const dead = await killRuns(sql, DEAD);
  const many = await restart();
  const startedAt = performance.now();
  const left = async () => Number((await sql`select count(*) from runs where status = 'running'`)[0]?.count);
  while ((await left()) > 0 && performance.now() - startedAt < 300_000)
    await new Promise((resolve) => setTimeout(resolve, 500));
  const gone = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(
    `\nHealthy after ${none.toFixed(1)} s; with ${dead} dead runs after ${many.toFixed(1)} s: ${said(many <= 5, '5')}; ${await left()} of them still ran ${gone} s later`,
  );
}

/** The process's own CPU time, in ms, user and system. */
function cpu({ pid }: App): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function longChats(app: App, sql: Sql): Promise<void> {
  const member = await app.signIn('member');
  const rows: string[][] = [];
  let [firstPage, firstTime, firstCpu] = [0, 0, 0];
  for (const length of LENGTHS) {
    const chatId = await member.newChat();
    await addMessages(sql, chatId, length);
    const page = (await read(member, `/chat/${chatId}`)) / 1_000_000;
    const api = (await read(member, `/api/chat/${chatId}`)) / 1_000_000;
    for (let nth = 0; nth < WARM_UP; nth++) await member.say(chatId, 'Say what you have to say.');
    const times: number[] = [];
    const before = cpu(app);
    for (let nth = 0; nth < MEASURED; nth++) {
      const startedAt = performance.now();
      await member.say(chatId, 'Say what you have to say.');
      times.push(performance.now() - startedAt);
    }
    const [time, used] = [median(times), (cpu(app) - before) / MEASURED];
    if (rows.length === 0) [firstPage, firstTime, firstCpu] = [page, time, used];
    const isMet = Math.max(time / firstTime, used / firstCpu) <= 1.5 && page <= 0.5;
    rows.push([
      String(length),
      page.toFixed(2),
      api.toFixed(2),
      time.toFixed(0),
      used.toFixed(0),
      (page / firstPage).toFixed(2),
      (time / firstTime).toFixed(2),
      (used / firstCpu).toFixed(2),
      said(isMet, '0.5 MB, 1.5'),
    ]);
  }
  console.log('\nA chat of so many messages of 7 kB');
  console.log(
    table([
      [
        'messages',
        'page, MB',
        'API, MB',
        'turn, ms',
        'turn, CPU ms',
        'page ratio',
        'time ratio',
        'CPU ratio',
        '',
      ],
      ...rows,
    ]),
  );
}
