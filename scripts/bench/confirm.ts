/**
 * (e) From a click to what it lets happen: from the moment `POST /api/approvals/ID` is sent until the tool server
 * runs the confirmed call. Our client and that server are one process and read one clock.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Session } from '../../e2e/session.ts';
import { type Spread, spread } from './statistics.ts';
import type { ToolServers } from './tool-servers.ts';

const TURNS = { warmUp: 3, measured: 30 };
/** Between card and click: what the server does after it has shown the card belongs to nobody's figures. */
const REST_MS = 50;
const QUESTION = 'Remove it.';

/** Asks, confirms and waits for the end, again and again in one chat. */
export async function measureConfirm(session: Session, servers: ToolServers): Promise<Spread> {
  servers.script(QUESTION, [{ server: 'clock', tool: 'remove' }]);
  const chatId = await session.newChat();
  const times: number[] = [];
  for (let turn = 0; turn < TURNS.warmUp + TURNS.measured; turn++) {
    const time = await confirmOne(session, servers, chatId);
    if (turn >= TURNS.warmUp) times.push(time);
  }
  return spread(times);
}

/** @throws when not exactly this one call ran, after it was confirmed */
async function confirmOne(session: Session, servers: ToolServers, chatId: string): Promise<number> {
  servers.takeExecutions();
  const answer = await session.say(chatId, QUESTION);
  const [card] = await session.pending(chatId);
  if (!card) throw new Error(`Nothing was asked: ${answer.body.slice(0, 2000)}`);
  await pause(REST_MS);
  const sentAt = performance.now();
  const decided = await session.decide(card.id, 'confirm');
  // The app is asked nothing else until it has run.
  await servers.untilExecuted();
  await session.settled(chatId, 'idle', 'failed');
  const [execution, ...others] = servers.takeExecutions();
  if (!execution || others.length > 0 || execution.startedAt < sentAt) {
    throw new Error(`Confirming ran something else: ${JSON.stringify([decided, execution, ...others])}`);
  }
  return execution.startedAt - sentAt;
}
