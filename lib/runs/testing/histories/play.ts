/**
 * Plays histories from seeds and records the results: the rows, and what the code that played them shows. It was run
 * once, by `scripts/play-histories.mjs` with the code of 668a31b, before a call was stored once; `shown.test.ts`
 * compares the current code with it. The frequencies of moves (`MOVES`) were adjusted until no move was rare.
 */
import { sql } from 'drizzle-orm';
import { rowsOf } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import { OutsideHarness } from '@/lib/outside/testing/outside-harness';
import { createChat } from '@/lib/runs/chats';
import { allLive } from '@/lib/runs/follow/live';
import { stopOnRequest } from '@/lib/runs/stop';
import { Chance } from './chance';
import { settled } from './decisions';
import { BATCH, type Batch, type History, writeBatch } from './fixture';
import { answerLeftForms } from './forms';
import { kindsOf } from './kinds';
import { leave, MOVES } from './moves';
import { openTeam, Player, type Team } from './player';
import { dumpRows, engineOf } from './rows';
import { startServers } from './servers';
import { inboxOfToday, shownByToday } from './shown-by-today';

type Played = Pick<History, 'seed' | 'chatId'> & { kinds: string[] };

/** Plays the histories of one batch (from 0) and writes its file. */
export async function playBatch(nth: number): Promise<void> {
  stopOnRequest();
  const kind = testDatabases.find(({ name }) => name === 'pglite');
  if (!kind) throw new Error('There is no embedded database.');
  const opened = await kind.openAsOwner();
  const servers = await startServers();
  const team = await openTeam(opened, servers);
  const outside = await OutsideHarness.open(opened);
  const { playOutside } = await import('./outside');
  const played: Played[] = [];
  for (let seed = nth * BATCH + 1; seed <= (nth + 1) * BATCH; seed++) {
    const chance = new Chance(seed);
    const chatId = chance.percent(6) ? await playOutside(outside, chance) : undefined;
    played.push(chatId ? { seed, chatId, kinds: [] } : await playInside(team, seed, chance));
  }
  await settled();
  writeBatch(nth, await tellBatch(team, played));
  await outside.close();
  await team.harness.closeConnections();
  await servers.close();
  await opened.close();
}

async function playInside(team: Team, seed: number, chance: Chance): Promise<Played> {
  const owner = chance.percent(60) ? team.member : team.harness.admin;
  const player = new Player(team, chance, owner);
  player.chatId = await createChat(player.db, owner);
  await player.db.execute(sql`delete from policy_rules`);
  const stopAnswering = answerLeftForms(player);
  const turns = chance.weighted([
    [45, 1],
    [35, 2],
    [14, 3],
    [6, 4],
  ] as const);
  await within(90_000, moveOn(player, turns)).catch(async (error: unknown) => {
    process.stderr.write(`Seed ${seed} ended early: ${String(Object(error).stack)}\n`);
    for (const live of allLive()) live.abort.abort(new Error('Ended.'));
    await settled();
  });
  stopAnswering();
  return { seed, chatId: player.chatId, kinds: [...player.kinds] };
}

async function moveOn(player: Player, turns: number): Promise<void> {
  for (let left = turns; left > 0; left--) {
    await player.chance.weighted(MOVES)(player);
    if (await isBusy(player)) return;
  }
  if (player.chance.percent(12)) await leave(player);
}

function within<T>(ms: number, doing: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, fail) => {
    setTimeout(() => fail(new Error('It took too long.')), ms).unref();
  });
  return Promise.race([doing, late]);
}

/** Whether a new message could only be queued behind what is in progress. */
async function isBusy({ db, chatId }: Player): Promise<boolean> {
  const busy = await rowsOf(
    db,
    sql`select 1 from queued_messages where chat_id = ${chatId}
    union all select 1 from runs where chat_id = ${chatId} and status = 'running'`,
  );
  return busy.length > 0;
}

async function tellBatch({ opened }: Team, played: Played[]): Promise<Batch> {
  const engine = engineOf(opened);
  await stopTheClock(opened.db);
  const byRow = await kindsOf(engine);
  const inboxes: Record<string, unknown[]> = {};
  const { rows: teams } = await engine.query<{ id: string }>(
    'select min(id) as id from chats group by team_id',
  );
  for (const { id } of teams) Object.assign(inboxes, await inboxOfToday(opened.db, id));
  const histories: History[] = [];
  for (const { seed, chatId, kinds } of played) {
    const shown = { ...(await shownByToday(opened.db, chatId)), inbox: inboxes[chatId] ?? [] };
    histories.push({ seed, chatId, kinds: [...(byRow.get(chatId) ?? []), ...kinds], shown });
  }
  const { rows } = await engine.query<{ count: number }>('select count(*)::int as count from migrations');
  return { migrations: rows[0]?.count ?? 0, rows: await dumpRows(engine), histories };
}

/** Pending things never expire, and ended ones ended long ago, so that they look the same at any time. */
async function stopTheClock(db: Team['opened']['db']): Promise<void> {
  const later = '2099-01-01T00:00:00Z';
  const statements = [
    sql`set session_replication_role = replica`,
    sql`update approvals set expires_at = ${later} where status = 'pending' and expires_at > now()`,
    sql`update elicitations set expires_at = ${later} where status = 'open' and expires_at > now()`,
    sql`update chats set yolo_until = ${later} where mode = 'yolo' and yolo_until > now()`,
    sql`update tokens set expires_at = ${later}`,
    sql`update outside_requests set beat_at = beat_at - interval '1 day', ended_at = ended_at - interval '1 day'`,
    sql`set session_replication_role = origin`,
  ];
  for (const statement of statements) await db.execute(statement);
}
