/**
 * People and programs at work, all through haproxy: stories with cards, reads, writes, open event streams, other
 * clients. All of them continue whatever the response, and record only what was acknowledged.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Teller } from '../../../e2e/crash/teller.ts';
import type { Session } from '../../../e2e/session.ts';
import { OutsideWork } from './outside-work.ts';
import type { Stage } from './stage.ts';

export interface LoadSize {
  /** Concurrent stories of each of two people. */
  tellers: number;
  readers: number;
  writers: number;
  followers: number;
  clients: number;
}

/** One request repeated all the time, which shows for how long nobody got an answer. */
export interface Look {
  at: number;
  status: number;
  retryAfter: string | null;
  tookMs: number;
}

type Ending = Awaited<ReturnType<Teller['finish']>>;

export interface Load {
  endings: Map<string, Ending>;
  /** Chats whose creation was acknowledged. */
  made: Set<string>;
  looks: Look[];
  /** Events received by followers, and streams that ended and were reopened. */
  events: { heard: number; opened: number };
  outside: OutsideWork;
  /** Begins nothing new; resolves when everything in progress has ended. */
  end(): Promise<void>;
}

const READS = ['/api/chats', '/api/approvals?status=pending', '/api/tools', '/api/activity', '/'];
const PAUSE_MS = { reader: 150, writer: 250, look: 100, again: 500, story: 200 };

export async function startLoad(stage: Stage, size: LoadSize): Promise<Load> {
  const [member, admin, admin2] = await Promise.all(
    ['member', 'admin', 'admin2'].map((account) => stage.signIn(account)),
  );
  if (!member || !admin || !admin2) throw new Error('Nobody is signed in.');
  const outside = await OutsideWork.start(stage, admin2, size.clients);
  const load = {
    endings: new Map<string, Ending>(),
    made: new Set<string>(),
    looks: [] as Look[],
    events: { heard: 0, opened: 0 },
  };
  const over = new AbortController();
  const { signal } = over;
  const people = [member, admin, admin2];
  const at = <Item>(list: readonly Item[], index: number) => list[index % list.length] as Item;
  const tellers = await Promise.all(
    ['member', 'admin'].map((account) => Teller.start(stage, stage.desk, account)),
  );
  const many = (count: number, work: (index: number) => Promise<void>) =>
    Array.from({ length: count }, (_, index) => work(index));
  const working = [
    ...many(size.tellers * 2, (index) => tellStories(at(tellers, index), index, load.endings, signal)),
    ...many(size.readers, (index) => read(at(people, index), index, signal)),
    ...many(size.writers, (index) => write(at(people, index), load.made, signal)),
    look(member, load.looks, signal),
    outside.work(signal),
  ];
  const following = many(size.followers, (index) => follow(at(people, index), load.events, signal));
  const end = async () => {
    over.abort();
    await Promise.all([...working, ...following]);
  };
  return { ...load, outside, end };
}

async function tellStories(
  teller: Teller,
  lane: number,
  endings: Load['endings'],
  signal: AbortSignal,
): Promise<void> {
  for (let count = 0; !signal.aborted; count++) {
    const story = `story ${lane}-${count}`;
    endings.set(story, await teller.finish(story));
    await pause(PAUSE_MS.story);
  }
}

async function read(person: Session, lane: number, signal: AbortSignal): Promise<void> {
  for (let count = lane; !signal.aborted; count++) {
    const answer = await person.fetch('GET', READS[count % READS.length] ?? '/').catch(() => undefined);
    await answer?.text().catch(() => {});
    await pause(PAUSE_MS.reader);
  }
}

async function write(person: Session, made: Set<string>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await person.call<{ id: string }>('POST', '/api/chats', {}).catch(() => undefined);
    if (answer?.status === 201) made.add(answer.body.id);
    await pause(PAUSE_MS.writer);
  }
}

async function look(person: Session, looks: Look[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const since = performance.now();
    const answer = await person.fetch('GET', '/api/chats').catch(() => undefined);
    await answer?.text().catch(() => {});
    looks.push({
      at: Date.now(),
      status: answer?.status ?? 0,
      retryAfter: answer?.headers.get('retry-after') ?? null,
      tookMs: performance.now() - since,
    });
    await pause(PAUSE_MS.look);
  }
}

/** Like a tab: reopened soon after it ends. */
async function follow(person: Session, events: Load['events'], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const response = await fetch(`${person.url}/api/events`, {
        headers: { cookie: person.cookie },
        signal,
      });
      events.opened += response.ok ? 1 : 0;
      for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        events.heard += piece.split('data: ').length - 1;
      }
    } catch {
      // Cut off, or ended.
    }
    if (!signal.aborted) await pause(PAUSE_MS.again);
  }
}
