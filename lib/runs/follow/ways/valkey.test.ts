/**
 * News between processes through a Valkey, with two of them on one database: only through it while it is reachable,
 * through NOTIFY while it is not, and none of it readable or forgeable by others.
 */
import { createClient } from '@redis/client';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { nameOf, type OpenDatabase, openDatabase } from '@/db/client';
import { createPostgresDatabase } from '@/db/testing/databases';
import { StatementCount } from '@/db/testing/statements';
import { startValkey, type ValkeyServer, valkeyServer } from '@/db/testing/valkey-server';
import { type Notification, Notifier } from '../notifications';
import { newsWays } from './all';
import { ValkeyWay } from './valkey';

const MISSING = valkeyServer()
  ? ''
  : ' (skipped: neither valkey-server nor redis-server is installed, npm run bench -- news installs it)';
const SECRET = 'a secret for tests only, long enough';

const news = (rev: number): Notification => ({
  kind: 'chat',
  chatId: 'c1',
  rev,
  running: true,
  userId: 'u1',
  teamId: 't1',
  asked: false,
});

/** A process: what it sends and receives, and how often it had to reload. */
class Process {
  readonly heard: Notification[] = [];
  readonly missed = vi.fn();
  readonly notifier: Notifier;
  count: StatementCount | undefined;
  private opened: OpenDatabase | undefined;

  constructor(readonly name: string) {
    this.notifier = new Notifier(name);
    for (const kind of ['chat', 'stop', 'policy'] as const)
      this.notifier.on(kind, (told) => this.heard.push(told));
  }

  async begin(url: string, valkeyUrl: string, secret = SECRET): Promise<this> {
    this.opened = await openDatabase({ url, dataDir: 'memory', poolSize: 2 });
    const ways = await newsWays(this.opened, { valkeyUrl, secret });
    await this.notifier.connect(ways, this.missed);
    this.count = new StatementCount(this.opened);
    this.count.start();
    return this;
  }

  get notified(): string[] {
    return this.count?.texts.filter((text) => text.includes('pg_notify')) ?? [];
  }

  async end(): Promise<void> {
    await this.notifier.disconnect();
    await this.opened?.close();
  }
}

describe.skipIf(MISSING !== '')(`news by a Valkey${MISSING}`, () => {
  let valkey: ValkeyServer;
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  const written: string[] = [];
  const processes: Process[] = [];
  const looking: OpenDatabase[] = [];

  const startProcess = async (name: string, valkeyUrl = valkey.url, secret = SECRET) => {
    const one = await new Process(name).begin(database.url, valkeyUrl, secret);
    processes.push(one);
    return one;
  };
  /** A connection that only reads the database. */
  const look = async (url: string) => {
    const opened = await openDatabase({ url, dataDir: 'memory', poolSize: 1 });
    looking.push(opened);
    return opened;
  };
  const lines = (event: string) => written.filter((line) => line.includes(`"${event}"`));

  beforeAll(async () => {
    valkey = await startValkey();
    database = await createPostgresDatabase();
  });
  beforeEach(() => {
    written.length = 0;
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const one of processes.splice(0)) await one.end();
    for (const one of looking.splice(0)) await one.close();
  });
  afterAll(async () => {
    await valkey.stop();
    await database.drop();
  });

  it('reach the others by it alone, once, and whoever tells them not again', async () => {
    const [here, there] = [await startProcess('here'), await startProcess('there')];
    for (let rev = 1; rev <= 50; rev++) here.notifier.send(news(rev));
    there.notifier.send({ kind: 'stop', runId: 'r1' });
    const all = [...Array.from({ length: 50 }, (_, at) => news(at + 1)), { kind: 'stop', runId: 'r1' }];
    await expect.poll(() => here.heard.length).toBe(51);
    await expect.poll(() => there.heard.length).toBe(51);
    for (const one of [here, there]) expect(one.heard).toEqual(expect.arrayContaining(all));
    await here.notifier.flush();
    expect([...here.notified, ...there.notified]).toEqual([]);
    expect(here.missed).not.toHaveBeenCalled();
    expect(lines('valkey_away')).toEqual([]);
  });

  it('come by NOTIFY while it is killed, and when it is back everybody looks for what was missed, once', async () => {
    const [here, there] = [await startProcess('here'), await startProcess('there')];
    await valkey.kill();
    here.notifier.send(news(1));
    await expect.poll(() => there.heard).toEqual([news(1)]);
    expect(here.notified.length).toBeGreaterThan(0);
    expect(there.missed).not.toHaveBeenCalled();
    await valkey.start();
    await expect.poll(() => here.missed.mock.calls.length + there.missed.mock.calls.length).toBe(2);
    const before = here.notified.length;
    here.notifier.send(news(2));
    await expect.poll(() => there.heard).toEqual([news(1), news(2)]);
    expect(here.notified.length).toBe(before);
    // One line for each process, however many attempts there were.
    expect(lines('valkey_away').length).toBe(2);
    expect(lines('valkey_back').length).toBe(2);
  });

  it('come by NOTIFY where it stands still and answers nothing, and by it once it goes on', async () => {
    const [here, there] = [await startProcess('here'), await startProcess('there')];
    process.kill(valkey.pid(), 'SIGSTOP');
    here.notifier.send(news(1));
    await expect.poll(() => there.heard).toContainEqual(news(1));
    expect(here.notified.length).toBeGreaterThan(0);
    process.kill(valkey.pid(), 'SIGCONT');
    // The other's connection may survive, and then has missed nothing.
    await expect.poll(() => here.missed.mock.calls.length).toBeGreaterThan(0);
    const before = here.notified.length;
    here.notifier.send(news(2));
    await expect.poll(() => there.heard).toContainEqual(news(2));
    expect(here.notified.length).toBe(before);
  });

  it('lose nothing in the end over many breaks: what was not heard was looked for afterwards', async () => {
    const [here, there] = [await startProcess('here'), await startProcess('there')];
    // The value in the rows, and the value known to a reader who reloads at every notification.
    let stands = 0;
    let known = 0;
    there.missed.mockImplementation(() => {
      known = stands;
    });
    there.notifier.on('chat', ({ rev }) => {
      known = Math.max(known, rev);
    });
    for (let round = 0; round < 3; round++) {
      for (let at = 0; at < 20; at++) {
        stands += 1;
        here.notifier.send(news(stands));
        if (at === 10) await (round % 2 ? valkey.kill() : valkey.kill().then(() => valkey.start()));
      }
      if (round % 2) await valkey.start();
    }
    await expect.poll(() => known).toBe(60);
  });

  it.each([
    ['a wrong password', () => valkey.url.replace(valkey.password, 'another'), 'WRONGPASS'],
    ['no password', () => valkey.url.replace(`:${valkey.password}@`, ''), 'NOAUTH'],
    ['an address where nobody is', () => valkey.url.replace(String(valkey.port), '1'), 'ECONNREFUSED'],
  ])('%s keeps nobody from serving, and is told in one line', async (_, url, code) => {
    const [here, there] = [await startProcess('here', url()), await startProcess('there', url())];
    here.notifier.send(news(1));
    await expect.poll(() => there.heard).toEqual([news(1)]);
    there.notifier.send(news(2));
    await expect.poll(() => here.heard).toEqual([news(1), news(2)]);
    expect(lines('valkey_away').map((line) => JSON.parse(line).code)).toEqual([code, code]);
    expect(written.join('')).not.toContain('another');
    expect(written.join('')).not.toContain(valkey.password);
  });

  it('one that comes after the start is taken then, and what was told before is looked for', async () => {
    await valkey.kill();
    const [here, there] = [await startProcess('here'), await startProcess('there')];
    expect(here.missed).not.toHaveBeenCalled();
    await valkey.start();
    await expect.poll(() => here.missed.mock.calls.length + there.missed.mock.calls.length).toBe(2);
    here.notifier.send(news(1));
    await expect.poll(() => there.heard).toEqual([news(1)]);
    expect(here.notified).toEqual([]);
  });

  it('reach who has the setting from one that has not yet', async () => {
    const there = await startProcess('there');
    const before = new Notifier('before');
    const opened = await openDatabase({ url: database.url, dataDir: 'memory', poolSize: 2 });
    await before.connect(await newsWays(opened, { valkeyUrl: undefined, secret: SECRET }), () => {});
    before.send(news(1));
    await expect.poll(() => there.heard).toEqual([news(1)]);
    await before.disconnect();
    await opened.close();
  });

  it('nobody reads them there, and what others say under the name is not heard', async () => {
    const there = await startProcess('there');
    const name = await nameOf((await look(database.url)).db);
    const stranger = createClient({ url: valkey.url }).on('error', () => {});
    const seen: string[] = [];
    await stranger.connect();
    await stranger.pSubscribe('*', (message) => seen.push(message));
    const forged = JSON.stringify({ from: 'x', told: { kind: 'stop', runId: 'r1' } });
    await stranger.publish(`amber:${name}`, forged);
    await stranger.publish(`amber:${name}`, `v1.${Buffer.from(forged).toString('base64url')}`);
    const other = new ValkeyWay({ url: valkey.url, secret: `another ${SECRET}`, database: name });
    await other.listen(
      () => {},
      () => {},
    );
    await other.publish([forged]);
    const here = await startProcess('here');
    here.notifier.send(news(1));
    await expect.poll(() => there.heard).toEqual([news(1)]);
    await expect.poll(() => seen.length).toBe(4);
    const bytes = Buffer.from(seen.at(-1)?.replace('v1.', '') ?? '', 'base64url').toString('latin1');
    expect(`${seen.at(-1)}${bytes}`).not.toMatch(/chatId|userId|running/);
    // A replayed message is received again, and only causes a reload.
    await stranger.publish(`amber:${name}`, seen.at(-1) ?? '');
    await expect.poll(() => there.heard).toEqual([news(1), news(1)]);
    await other.close();
    await stranger.close();
  });

  it('what is too long to be theirs is not opened, even sealed as they are', async () => {
    const there = await startProcess('there');
    const name = await nameOf((await look(database.url)).db);
    const other = new ValkeyWay({ url: valkey.url, secret: SECRET, database: name });
    await other.listen(
      () => {},
      () => {},
    );
    const told = (rev: number) => JSON.stringify({ from: 'x', told: news(rev) });
    await other.publish([told(1), 'x'.repeat(13_000_000)]);
    await other.publish([told(2), 'x'.repeat(1_000_000)]);
    await expect.poll(() => there.heard).toEqual([news(2)]);
    await other.close();
  });

  it('who may only publish and subscribe there can carry them', async () => {
    const admin = createClient({ url: valkey.url }).on('error', () => {});
    await admin.connect();
    const rights = ['on', '>narrow', 'resetchannels', '&amber:*', '-@all'];
    const commands = ['+publish', '+subscribe', '+ping', '+hello'];
    await admin.sendCommand(['ACL', 'SETUSER', 'amber', ...rights, ...commands]);
    const url = valkey.url.replace(`:${valkey.password}@`, 'amber:narrow@');
    const [here, there] = [await startProcess('here', url), await startProcess('there', url)];
    here.notifier.send(news(1));
    await expect.poll(() => there.heard).toEqual([news(1)]);
    expect(here.notified).toEqual([]);
    // Its permission is revoked: notifications continue through NOTIFY.
    await admin.sendCommand(['ACL', 'SETUSER', 'amber', '-publish']);
    here.notifier.send(news(2));
    await expect.poll(() => there.heard).toEqual([news(1), news(2)]);
    await admin.close();
  });

  it('are not told where what they are of was rolled back', async () => {
    const [here, there] = [await startProcess('here'), await startProcess('there')];
    const { db } = await look(database.url);
    await db.execute(sql`create table told (rev int primary key)`);
    // As everywhere: the transaction returns the notification, which is sent after its commit.
    const change = async (rev: number) => {
      const told = await db.transaction(async (tx) => {
        await tx.execute(sql`insert into told values (${rev})`);
        return news(rev);
      });
      here.notifier.send(told);
    };
    await change(1);
    await expect(change(1)).rejects.toThrow();
    await change(2);
    await expect.poll(() => there.heard).toEqual([news(1), news(2)]);
    expect(here.heard).toEqual([news(1), news(2)]);
  });
});
