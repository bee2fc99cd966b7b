/**
 * (g) The cost of open streams: the memory of a freshly started server process before and after they were opened, and
 * whether each of them was served. Everything allocated while they were opened counts.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '../../e2e/app.ts';
import type { ScriptedModel } from '../../e2e/servers/scripted-model.ts';
import type { Session } from '../../e2e/session.ts';
import { TOKENS } from './answer-text.ts';
import { OpenStream } from './open-stream.ts';

const ACCOUNTS = ['viewer', 'member', 'admin', 'outsider'];
/** The limit per account. */
const EVENTS_EACH = 50;
/** The limit per chat, including the person who asked. */
const FOLLOWERS = 50;
const WARM_UP = 8;
const SERVED_WITHIN_MS = 20_000;
const QUESTION = 'Tell it to all.';
const ANSWER = TOKENS.join('');

export interface StreamFigures {
  count: number;
  /** How many received everything. */
  served: number;
  /** kB (of 1024 bytes) resident, before they were opened and with them open. */
  before: number;
  open: number;
}

export interface Streams {
  events: StreamFigures;
  followers: StreamFigures;
}

export async function measureStreams(app: App, model: ScriptedModel): Promise<Streams> {
  const events = await measureEvents(await warmedUp(app), app);
  // Memory left over from the first streams would hide that of the next ones.
  await app.restart();
  const [, member] = await warmedUp(app);
  if (!member) throw new Error('Nobody is signed in.');
  return { events, followers: await measureFollowers(member, app, model) };
}

/** Everybody has signed in, asked and followed, so that all code is loaded. */
async function warmedUp(app: App): Promise<Session[]> {
  const sessions = await Promise.all(ACCOUNTS.map((account) => app.signIn(account)));
  for (const session of sessions) {
    const streams = await openMany(WARM_UP, () => OpenStream.get(session, '/api/events'));
    await session.say(await session.newChat(), 'Hello.');
    await closeAll(streams);
  }
  return sessions;
}

/** Every account receives the news of a chat of its own, in each of its streams. */
async function measureEvents(sessions: Session[], app: App): Promise<StreamFigures> {
  const before = residentKb(app);
  const streams = await Promise.all(
    sessions.map((session) => openMany(EVENTS_EACH, () => OpenStream.get(session, '/api/events'))),
  );
  const served = await Promise.all(
    sessions.map(async (session, index) => {
      const chatId = await session.newChat();
      await session.say(chatId, 'Hello.');
      return countServed(streams[index] ?? [], ({ text }) => text.includes(chatId));
    }),
  );
  const open = residentKb(app);
  const all = streams.flat();
  await closeAll(all);
  return { count: all.length, served: served.reduce((sum, count) => sum + count, 0), before, open };
}

/** The model pauses in the middle of its answer until all follow it. */
async function measureFollowers(session: Session, app: App, model: ScriptedModel): Promise<StreamFigures> {
  let goOn = () => {};
  const hold = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  model.script(QUESTION, [{ text: ANSWER, hold }]);
  const chatId = await session.newChat();
  const before = residentKb(app);
  const asker = await OpenStream.ask(session, chatId, QUESTION);
  const others = await openMany(FOLLOWERS - 1, () => OpenStream.get(session, `/api/chat/${chatId}/stream`));
  const all = [asker, ...others];
  await countServed(all, ({ saidText }) => saidText !== '');
  const open = residentKb(app);
  goOn();
  const served = await countServed(all, ({ saidText }) => saidText === ANSWER);
  await closeAll(all);
  return { count: all.length, served, before, open };
}

function openMany(count: number, open: () => Promise<OpenStream>): Promise<OpenStream[]> {
  return Promise.all(Array.from({ length: count }, open));
}

async function closeAll(streams: readonly OpenStream[]): Promise<void> {
  await Promise.all(streams.map((stream) => stream.close()));
}

/** Waits until all are served, or for so long that the rest can be given up. */
async function countServed(
  streams: readonly OpenStream[],
  isServed: (stream: OpenStream) => boolean,
): Promise<number> {
  const until = performance.now() + SERVED_WITHIN_MS;
  for (;;) {
    const count = streams.filter(isServed).length;
    if (count === streams.length || performance.now() > until) return count;
    await pause(20);
  }
}

function residentKb({ pid }: App): number {
  if (process.platform !== 'linux') {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
  }
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
}
