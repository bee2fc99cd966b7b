/**
 * Two processes whose news go through a Valkey: only through it while it is reachable, and still served and notified
 * while it is not.
 */
import { expect, test } from '@playwright/test';
import { startValkey, type ValkeyServer, valkeyServer } from '../../../db/testing/valkey-server';
import { App } from '../../app';
import type { Session } from '../../session';
import { readUntil } from '../../stream-reader';

test.skip(
  valkeyServer() === undefined,
  'neither valkey-server nor redis-server is installed, npm run bench -- news installs it',
);

let valkey: ValkeyServer;
let a: App;
let b: App;
let onA: Session;
let onB: Session;
/** News sent through NOTIFY. */
const notified: string[] = [];

test.beforeAll(async () => {
  valkey = await startValkey();
  a = await App.start({ env: { VALKEY_URL: valkey.url } });
  b = await a.another();
  onA = await a.signIn('member');
  onB = await b.signIn('member');
  await a.sql.listen('amber', (payload) => notified.push(payload));
});

test.afterAll(async () => {
  await b?.stop();
  await a?.stop();
  await valkey?.stop();
});

/** Opens the news stream on B, and returns a function that waits for the news of a chat renamed by A. */
async function followOnB() {
  const chatId = await onA.newChat();
  const events = await readUntil(await onB.fetch('GET', '/api/events'), chatId);
  const rename = async (title: string) => {
    const before = events.text.split(chatId).length;
    const { status } = await onA.call('PATCH', `/api/chat/${chatId}`, { title });
    expect(status).toBe(200);
    await expect.poll(() => events.text.split(chatId).length).toBeGreaterThan(before);
  };
  let isOver = false;
  void events.more().then(() => {
    isOver = true;
  });
  return { rename, isOver: () => isOver, leave: events.leave };
}

test('what A commits B tells, by Valkey alone', async () => {
  const { rename, leave } = await followOnB();
  await rename('By Valkey');
  expect(notified).toEqual([]);
  await leave();
});

test('while it is killed B tells by NOTIFY, and once it is back pages ask for what they may have missed', async () => {
  const { rename, isOver } = await followOnB();
  await valkey.kill();
  await rename('By NOTIFY');
  expect(notified.length).toBeGreaterThan(0);
  expect(isOver()).toBe(false);
  await valkey.start();
  await expect.poll(isOver).toBe(true);
  const before = notified.length;
  const anew = await followOnB();
  await anew.rename('By Valkey again');
  expect(notified.length).toBe(before);
  await anew.leave();
  for (const { log } of [a, b]) {
    expect(log.split('valkey_away').length - 1).toBe(1);
    expect(log).not.toContain(valkey.password);
  }
});

test('a process with a wrong password serves, says so by one line, and hears and tells', async () => {
  const wrong = valkey.url.replace(valkey.password, 'not-the-password');
  const c = await b.another({ VALKEY_URL: wrong });
  try {
    expect((await fetch(`${c.url}/api/health`)).status).toBe(200);
    const { rename, leave } = await followOnB();
    await rename('Before');
    const onC = await c.signIn('member');
    const chatId = await onC.newChat();
    const events = await readUntil(await onB.fetch('GET', '/api/events'), chatId);
    const before = events.text.split(chatId).length;
    void events.more();
    expect((await onC.call('PATCH', `/api/chat/${chatId}`, { title: 'From C' })).status).toBe(200);
    await expect.poll(() => events.text.split(chatId).length).toBeGreaterThan(before);
    const said = c.log.split('\n').filter((line) => line.includes('valkey_away'));
    expect(said.length).toBe(1);
    expect(said[0]).toContain('WRONGPASS');
    expect(c.log).not.toContain('not-the-password');
    await events.leave();
    await leave();
  } finally {
    await c.stop();
  }
});
