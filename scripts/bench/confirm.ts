/**
 * (e) From a click to its effect: from sending `POST /api/approvals/ID` until the tool server runs the confirmed call.
 * Our client and that server are one process with one clock. Measured alternately with the unavoidable part: a durable
 * commit of the same database, and a call of that server by a client of its own.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '../../e2e/app.ts';
import type { Session } from '../../e2e/session.ts';
import { median, type Spread, spread } from './statistics.ts';
import type { ToolServers } from './tool-servers.ts';

const TURNS = { warmUp: 20, measured: 40 };
/** Between card and click: the server's work after showing the card must not count. */
const REST_MS = 50;
const QUESTION = 'Remove it.';

export interface ConfirmFigures {
  confirm: Spread;
  /** Medians, in milliseconds. */
  commit: number;
  call: number;
  /** The median divided by two commits and a call. */
  ratio: number;
}

/** Asks, confirms and waits for the end, repeatedly in one chat. */
export async function measureConfirm(
  app: App,
  session: Session,
  servers: ToolServers,
): Promise<ConfirmFigures> {
  servers.script(QUESTION, [{ server: 'clock', tool: 'remove' }]);
  await app.sql`create table bench_commits (n int)`;
  const chatId = await session.newChat();
  const times = { confirm: [] as number[], commit: [] as number[], call: [] as number[] };
  for (let turn = 0; turn < TURNS.warmUp + TURNS.measured; turn++) {
    const confirm = await confirmOne(session, servers, chatId);
    await pause(REST_MS);
    const commit = await timed(() => app.sql`insert into bench_commits values (${turn})`);
    const call = await timed(() => servers.callRemove());
    if (turn < TURNS.warmUp) continue;
    times.confirm.push(confirm);
    times.commit.push(commit);
    times.call.push(call);
  }
  const [commit, call] = [median(times.commit), median(times.call)];
  const confirm = spread(times.confirm);
  return { confirm, commit, call, ratio: confirm.median / (2 * commit + call) };
}

async function timed(task: () => PromiseLike<unknown>): Promise<number> {
  const startedAt = performance.now();
  await task();
  return performance.now() - startedAt;
}

/** @throws unless exactly this one call ran, after it was confirmed */
async function confirmOne(session: Session, servers: ToolServers, chatId: string): Promise<number> {
  servers.takeExecutions();
  const answer = await session.say(chatId, QUESTION);
  const [card] = await session.pending(chatId);
  if (!card) throw new Error(`Nothing was asked: ${answer.body.slice(0, 2000)}`);
  await pause(REST_MS);
  const sentAt = performance.now();
  const decided = await session.decide(card.id, 'confirm');
  // No other request is made until it has run.
  await servers.untilExecuted();
  await session.settled(chatId, 'idle', 'failed');
  const [execution, ...others] = servers.takeExecutions();
  if (!execution || others.length > 0 || execution.startedAt < sentAt) {
    throw new Error(`Confirming ran something else: ${JSON.stringify([decided, execution, ...others])}`);
  }
  return execution.startedAt - sentAt;
}
