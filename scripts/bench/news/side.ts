/**
 * A process of Amber as far as news are concerned: the notifier with its ways, the streams behind `/api/events`, and
 * changes of chats as in the app. Loaded by `child.ts`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { closeDatabase, database } from '@/lib/database';
import type { Caller } from '@/lib/people/caller';
import { eventStream } from '@/lib/runs/follow/event-stream';
import { endListeners, tell, tellPolicy } from '@/lib/runs/follow/events';
import { notifier } from '@/lib/runs/follow/notifications';
import { newsWays } from '@/lib/runs/follow/ways/all';
import { touchChat } from '@/lib/store/chats';
import { SECRET } from './place.ts';

/** The orders to a process. `key`s identify the news; times are of the machine's clock, in milliseconds. */
export type Act =
  | { do: 'follow'; followers: number }
  | { do: 'heard' }
  | { do: 'paced'; followers: number; changes: number; perSecond: number }
  | { do: 'rules'; changes: number }
  | { do: 'burst'; followers: number; changes: number; atOnce: number };

export type Times = [key: string, at: number][];

export interface Side {
  act(act: Act): Promise<unknown>;
  close(): Promise<void>;
}

/** How long nothing may arrive until everything counts as received. */
const QUIET_MS = 1_000;

const now = () => Number(process.hrtime.bigint()) / 1e6;
const personOf = (follower: number): Caller => ({
  userId: `usr_${follower}`,
  userName: 'Somebody',
  teamId: 'tea_1',
  teamName: 'Everybody',
  role: 'member',
});

export async function openSide(valkeyUrl: string | undefined): Promise<Side> {
  const ways = await newsWays(await database(), { valkeyUrl, secret: SECRET });
  await notifier.connect(ways, () => process.stderr.write('There was a break.\n'));
  if (!ways[0]?.isUp) throw new Error('The way that is measured is not up.');
  const hearing = new Hearing();
  return {
    async act(act) {
      if (act.do === 'follow') return hearing.follow(act.followers);
      if (act.do === 'heard') return hearing.report();
      if (act.do === 'rules') return changeRules(act.changes);
      return act.do === 'paced' ? changePaced(act) : changeAtOnce(act);
    },
    async close() {
      endListeners();
      await notifier.disconnect();
      await closeDatabase();
    },
  };
}

class Hearing {
  private times: Times = [];

  async follow(followers: number): Promise<void> {
    for (let one = 0; one < followers; one++) {
      const caller = personOf(one);
      void this.read(await eventStream(caller, async () => caller));
    }
    await this.report();
  }

  /** What has arrived since the last report. */
  async report(): Promise<Times> {
    for (let before = -1; before !== this.times.length; await pause(QUIET_MS)) before = this.times.length;
    const { times } = this;
    this.times = [];
    return times;
  }

  private async read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const bytes of stream) {
      const at = now();
      for (const [, json = ''] of decoder.decode(bytes).matchAll(/^data: (.*)$/gm)) {
        const event = JSON.parse(json);
        this.times.push(['policy' in event ? `rules ${event.policy}` : `${event.chatId} ${event.rev}`, at]);
      }
    }
  }
}

/** Resolves once its news has been sent, too. */
async function changeChat(follower: number): Promise<[string, number]> {
  const { db } = await database();
  const news = await db.transaction((tx) => touchChat(tx, `cht_${follower}`));
  const at = now();
  tell(news);
  return [`${news.chatId} ${news.rev}`, at];
}

async function changePaced({ followers, changes, perSecond }: Act & { do: 'paced' }): Promise<Times> {
  const told: Promise<[string, number]>[] = [];
  for (let one = 0; one < changes; one++) {
    told.push(changeChat((one * 7) % followers));
    await pause(1_000 / perSecond);
  }
  return Promise.all(told);
}

async function changeRules(changes: number): Promise<Times> {
  const times: Times = [];
  for (let one = 1; one <= changes; one++) {
    times.push([`rules ${one}`, now()]);
    tellPolicy(personOf(0), false, one);
    await pause(QUIET_MS / 2);
  }
  return times;
}

/** As fast as possible, with this many in progress; every chat equally often. */
async function changeAtOnce({ followers, changes, atOnce }: Act & { do: 'burst' }): Promise<Times> {
  const times: Times = [];
  let next = 0;
  const work = async () => {
    while (next < changes) times.push(await changeChat(next++ % followers));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await notifier.flush();
  return times;
}
