/** Notifications between processes on one PostgreSQL, with two of them on one database. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '@/db/client';
import { createPostgresDatabase } from '@/db/testing/databases';
import { openEmpty } from '@/db/testing/embedded-template';
import { type Notification, Notifier } from './notifications';
import { notifyWay } from './ways/notify';

const news = (rev: number): Notification => ({
  kind: 'chat',
  chatId: 'c1',
  rev,
  running: true,
  userId: 'u1',
  teamId: 't1',
  asked: false,
});

describe('notifications between processes', () => {
  let drop: () => Promise<void>;
  const opened: OpenDatabase[] = [];
  const missed = vi.fn();
  const here = new Notifier('here');
  const there = new Notifier('there');
  const heardHere: Notification[] = [];
  const heardThere: Notification[] = [];

  beforeAll(async () => {
    const made = await createPostgresDatabase();
    drop = made.drop;
    for (const [notifier, heard] of [[here, heardHere] as const, [there, heardThere] as const]) {
      const database = await openDatabase({ url: made.url, dataDir: 'memory', poolSize: 2 });
      opened.push(database);
      const way = notifyWay(database);
      await notifier.connect(way ? [way] : [], missed);
      for (const kind of ['chat', 'progress', 'stop'] as const) notifier.on(kind, (one) => heard.push(one));
    }
  });
  afterAll(async () => {
    for (const one of opened) await one.close();
    await drop();
  });

  const onServer = (statement: string) => opened[0]?.db.execute(sql.raw(statement));

  it('reach the others once, and whoever tells them at once and not again', async () => {
    here.send(news(1));
    expect(heardHere).toEqual([news(1)]);
    there.send({ kind: 'stop', runId: 'r1' });
    await vi.waitFor(() => {
      expect(heardThere).toEqual([{ kind: 'stop', runId: 'r1' }, news(1)]);
      expect(heardHere).toEqual([news(1), { kind: 'stop', runId: 'r1' }]);
    });
  });

  it('keep only the newest of a run\u2019s progress while a statement is under way, and every news', async () => {
    heardThere.length = 0;
    for (let seq = 0; seq < 50; seq++) here.send({ kind: 'progress', runId: 'r1', fence: 1, seq });
    here.send(news(2));
    here.send(news(3));
    await here.flush();
    await vi.waitFor(() => expect(heardThere).toContainEqual(news(3)));
    expect(heardThere).toContainEqual(news(2));
    expect(heardThere.length).toBeLessThan(10);
    expect(heardThere).toContainEqual({ kind: 'progress', runId: 'r1', fence: 1, seq: 49 });
  });

  it('are not mistaken for what somebody else tells under the same name', async () => {
    heardThere.length = 0;
    await onServer(`notify amber, 'no JSON'`);
    await onServer(`notify amber, '{"from":"x","told":{"kind":"chat"}}'`);
    here.send(news(4));
    await vi.waitFor(() => expect(heardThere).toEqual([news(4)]));
  });

  it('go on after every connection was broken, and the break is told', async () => {
    heardThere.length = 0;
    await onServer(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await vi.waitFor(() => expect(missed).toHaveBeenCalledTimes(2));
    here.send(news(5));
    await vi.waitFor(() => expect(heardThere).toContainEqual(news(5)));
  });

  it('stay in the process on the embedded database', async () => {
    const database = await openEmpty();
    const alone = new Notifier('alone');
    expect(notifyWay(database)).toBeUndefined();
    await alone.connect([], missed);
    const heard = vi.fn();
    const off = alone.on('stop', heard);
    alone.send({ kind: 'stop', runId: 'r2' });
    off();
    alone.send({ kind: 'stop', runId: 'r3' });
    await alone.flush();
    expect(heard.mock.calls).toEqual([[{ kind: 'stop', runId: 'r2' }]]);
    await database.close();
  });
});
