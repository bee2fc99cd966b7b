/**
 * Push notifications: that something waits or has ended, nothing about what it is, and nothing to people who have
 * signed out.
 */
import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, like, sql } from 'drizzle-orm';
import { decrypt } from 'http_ece';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { dropOldestPushes, listPushEndpoints, savePush } from '@/lib/store/settings/push';
import { byPush } from './push';
import { pushKeyOf } from './push-key';
import { deliverNext, OutboxSender } from './sender';

const { outbox, pushSubscriptions, sessions } = schema;
const SECRET = 'a secret for tests only, long enough to pass';
const settings = { secret: SECRET, appUrl: 'https://amber.example', privateServers: true };

/** A browser vendor's push service: what it received, and its answer. */
interface Maker {
  url: string;
  received: { headers: IncomingHttpHeaders; body: Buffer }[];
  status: number;
  server: Server;
}

async function startMaker(): Promise<Maker> {
  const maker: Maker = { url: '', received: [], status: 201, server: createServer() };
  maker.server.on('request', async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    maker.received.push({ headers: request.headers, body });
    response.writeHead(maker.status).end();
  });
  await new Promise<void>((listening) => maker.server.listen(0, '127.0.0.1', listening));
  maker.url = `http://127.0.0.1:${(maker.server.address() as AddressInfo).port}`;
  return maker;
}

interface Browser {
  endpoint: string;
  token: string;
  /** The browser's private keys. */
  own: ECDH;
  auth: Buffer;
}

describe.each(testDatabases)('push on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  let maker: Maker;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    maker = await startMaker();
  });
  afterEach(async () => {
    maker.server.close();
    await opened.db.delete(outbox);
    await opened.db.delete(sessions);
  });

  async function browserOf({ userId }: Caller, path = newId('b')): Promise<Browser> {
    const own = createECDH('prime256v1');
    const [endpoint, token, auth] = [`${maker.url}/${path}`, newId('token'), randomBytes(16)];
    const expiresAt = sql`now() + interval '1 day'`;
    await opened.db.insert(sessions).values({ id: newId('ses'), token, userId, expiresAt });
    const p256dh = own.generateKeys('base64url');
    const push = { id: newId('psh'), userId, endpoint, p256dh, auth: auth.toString('base64url') };
    expect(await opened.db.transaction((tx) => savePush(tx, push, token))).toBe(true);
    return { endpoint, token, own, auth };
  }

  const pushes = () =>
    opened.db
      .select({ what: outbox.subject, page: outbox.body, to: outbox.recipient, status: outbox.status })
      .from(outbox)
      .where(eq(outbox.kind, 'push'))
      .orderBy(outbox.createdAt);
  const whatWasTold = async () => (await pushes()).map(({ what }) => what);
  const makeDue = () => opened.db.update(outbox).set({ createdAt: sql`now() - interval '1 second'` });
  const deliver = async () => (await deliverNext(opened, byPush(opened.db, settings))).outcome;

  async function waitingChat(caller?: Caller) {
    const customer = await harness.office.addCustomer();
    const chatId = await harness.chat(caller);
    harness.steps(
      { calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] },
      { text: 'Gone.' },
    );
    await harness.say(chatId, 'Delete them', caller);
    return chatId;
  }

  it('tells who waits and what has ended, encrypted for one browser, signed with the key of the installation', async () => {
    const browser = await browserOf(harness.admin);
    const chatId = await waitingChat();
    expect(await pushes()).toMatchObject([{ what: 'waits', page: `/chat/${chatId}`, status: 'pending' }]);
    await makeDue();
    expect(await deliver()).toBe('sent');
    const [{ headers, body }] = maker.received as [Maker['received'][0]];
    const opening: Parameters<typeof decrypt>[1] = {
      version: 'aes128gcm',
      privateKey: browser.own,
      authSecret: browser.auth.toString('base64url'),
    };
    const told = JSON.parse(decrypt(body, opening).toString());
    expect(told).toEqual({ kind: 'waits', path: `/chat/${chatId}`, locale: null });
    expect(Number(headers.ttl)).toBe(3600);
    const [, token = '', key = ''] = /^vapid t=(.+?), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    expect(key).toBe(pushKeyOf(SECRET).publicKey);
    expect(isSignedBy(key, token)).toBe(true);
    expect(isSignedBy(pushKeyOf('another secret').publicKey, token)).toBe(false);
  });

  it('does not tell what is over before it leaves: decided at once, it has ended and waits no more', async () => {
    await browserOf(harness.admin);
    const chatId = await waitingChat();
    expect(await whatWasTold()).toEqual(['waits']);
    const [card] = await harness.cards(chatId, 'pending');
    await harness.decide(card?.id ?? '', 'confirm');
    await expect.poll(whatWasTold).toEqual(['ended']);
  });

  it('tells the admins of what they must confirm, and the person whose chat it is nothing to do', async () => {
    const member = await harness.person('member');
    await browserOf(member);
    await browserOf(harness.admin);
    await harness.rule('customer_delete', { server: 'amber', effect: 'ask_admin' });
    const chatId = await waitingChat(member);
    expect(await pushes()).toMatchObject([{ what: 'asked', page: '/approvals' }]);
    // Withdrawn together with its card.
    await harness.say(chatId, 'Never mind', member);
    expect(await whatWasTold()).not.toContain('asked');
    await harness.rule('customer_delete', { server: 'amber', effect: null });
  });

  it('ends with the session, with the membership, and where the maker knows the browser no more', async () => {
    const { token } = await browserOf(harness.admin);
    await waitingChat();
    await opened.db.delete(sessions).where(eq(sessions.token, token));
    expect(await opened.db.$count(pushSubscriptions)).toBe(0);
    await makeDue();
    expect(await deliver()).toBe('sent');
    expect(maker.received).toEqual([]);

    const left = await harness.person('member');
    await browserOf(left);
    await opened.db.delete(schema.members).where(eq(schema.members.userId, left.userId));
    await opened.db.execute(sql`select push_add('x_', ${left.userId}, ${left.teamId}, 'ended', '/')`);
    expect(await opened.db.$count(outbox, like(outbox.id, 'x_%'))).toBe(0);

    await browserOf(harness.admin);
    await waitingChat();
    await makeDue();
    maker.status = 410;
    expect(await deliver()).toBe('sent');
    expect(maker.received).toHaveLength(1);
    expect(await listPushEndpoints(opened.db, harness.admin.userId)).toEqual([]);
  });

  it('is tried again where the maker is away, and never at an address that is not on the open internet', async () => {
    await browserOf(harness.admin);
    await waitingChat();
    await makeDue();
    maker.status = 503;
    expect(await deliver()).toBe('postponed');
    await opened.db.update(outbox).set({ createdAt: sql`now() - interval '2 minutes'` });
    const guarded = byPush(opened.db, { ...settings, privateServers: false });
    expect((await deliverNext(opened, guarded)).outcome).toBe('postponed');
    expect(maker.received).toHaveLength(1);
    await opened.db.update(outbox).set({ createdAt: sql`now() - interval '2 hours'` });
    expect(await deliver()).toBe('failed');
    expect(maker.received).toHaveLength(1);
  });

  it('holds up neither a mail nor other people, where one person has browsers that never answer', async () => {
    const [silent, other] = [await harness.person('member'), await harness.person('member')];
    for (const path of ['silent-1', 'silent-2', 'silent-3', 'silent-4', 'silent-5'])
      await browserOf(silent, path);
    await browserOf(other, 'other');
    for (const [who, { userId, teamId }] of Object.entries({ silent, other }))
      await opened.db.execute(sql`select push_add(${`${who}_`}, ${userId}, ${teamId}, 'ended', '/')`);
    const of = { teamId: other.teamId, recipient: 'ann@example.com', subject: 'x', body: 'x' };
    await opened.db.insert(outbox).values({ id: 'mail_1', ...of });
    await makeDue();
    const [hold, told] = [Promise.withResolvers<void>(), [] as string[]];
    const sender = new OutboxSender(opened, async ({ id }) => {
      told.push(id.split('_')[0] ?? '');
      if (id.startsWith('silent')) await hold.promise;
    });
    sender.wake();
    await expect.poll(() => told.toSorted()).toEqual(['mail', 'other', 'silent']);
    hold.resolve();
    await expect.poll(() => told.length).toBe(7);
    await sender.stop();
  });

  it('is given up after ten times in a row, and ten are told of at most meanwhile', async () => {
    const person = await harness.person('member');
    await browserOf(person);
    const tell = () =>
      opened.db.execute(
        sql`select push_add(${newId('p')}, ${person.userId}, ${person.teamId}, 'ended', '/')`,
      );
    const failures = async () =>
      (await opened.db.select().from(pushSubscriptions)).map((one) => one.failures);
    maker.status = 503;
    for (let nth = 0; nth < 12; nth++) await tell();
    expect(await pushes()).toHaveLength(10);
    await makeDue();
    expect([await deliver(), await failures()]).toEqual(['postponed', [1]]);
    maker.status = 201;
    expect([await deliver(), await failures()]).toEqual(['sent', [0]]);
    maker.status = 503;
    await opened.db.update(pushSubscriptions).set({ failures: 9 });
    expect([await deliver(), await failures()]).toEqual(['failed', []]);
    expect(await deliver()).toBe('sent');
    expect(maker.received).toHaveLength(3);
  });

  it('a browser has one person: the next who turns it on takes it over; each has ten', async () => {
    const first = await harness.person('member');
    const next = await harness.person('member');
    await browserOf(first, 'shared');
    await browserOf(next, 'shared');
    expect(await listPushEndpoints(opened.db, first.userId)).toEqual([]);
    expect(await listPushEndpoints(opened.db, next.userId)).toEqual([`${maker.url}/shared`]);
    for (let nth = 0; nth < 11; nth++) await browserOf(next, `n${nth}`);
    await opened.db.transaction((tx) => dropOldestPushes(tx, next.userId, 10));
    const kept = await listPushEndpoints(opened.db, next.userId);
    expect(kept).toHaveLength(10);
    expect(kept).not.toContain(`${maker.url}/shared`);
  });
});

/** @param key a point on the curve, base64url */
function isSignedBy(key: string, jwt: string): boolean {
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const [header, claims, signature = ''] = jwt.split('.');
  const signed = Buffer.from(`${header}.${claims}`);
  return verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
}
