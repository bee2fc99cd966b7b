/**
 * Critical cards for people with a second factor: confirmed only with it, for exactly the card that was shown, and
 * once.
 */
import { hashPassword } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { addPasskey, offerApp, offerPasskey } from '@/lib/account/factors/own-factors';
import { codeOf, forgetSteps, PASSWORD, takeOffered } from '@/lib/account/factors/testing/people';
import { SoftwareKey } from '@/lib/account/factors/testing/software-key';
import { signedInAt } from '@/lib/account/testing/person';
import { cardChallenge } from '@/lib/auth/factors/step-up';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import type { Caller } from '@/lib/people/caller';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { STEP_UP_PLACE, stepUpAt } from '@/lib/runs/testing/step-up';
import type { Decision } from './decision';
import { cardToConfirm } from './step-up';

const { accounts, members, twoFactors } = schema;
const HERE = { origin: STEP_UP_PLACE.appUrl };
const DROPS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };
const inputSchema = { type: 'object', properties: { id: { type: 'string' } } };

describe.each(testDatabases)('a critical card on $name', ({ open }) => {
  let harness: RunHarness;
  let server: TestServer;
  let executed: string[];
  /** Has an app and a passkey. */
  let ada: Caller;
  let app: string;
  let key: SoftwareKey;
  /** An admin with a passkey. */
  let other: Caller;
  let otherKey: SoftwareKey;

  beforeAll(async () => {
    server = await startScriptedServer({
      list: () => ({ tools: [plainTool('drop', { annotations: DROPS, inputSchema })] }),
      call: async ({ message }, response) => {
        executed.push(String(Object(message.params?.arguments).id));
        sendResult(response, message, { content: [{ type: 'text', text: 'done' }] });
      },
    });
    harness = await RunHarness.open(await open(), [serverConfig('s', server.url, { trusted: true })]);
    ada = await harness.person('member');
    other = await harness.person('admin');
    for (const { userId } of [ada, other]) {
      await givePassword(userId);
      await signedInAt(harness.opened.db, userId, userId);
    }
    ({ typed: app } = await offerApp(contextOf(ada), { password: PASSWORD }));
    await takeOffered(contextOf(ada), app);
    key = await addKey(ada, { code: await codeOf(app) });
    otherKey = await addKey(other, { password: PASSWORD });
    await harness.rule('drop', { critical: true });
  });
  afterAll(async () => {
    await server.close();
    await harness.opened.close();
  });
  beforeEach(async () => {
    executed = [];
    await forgetSteps(harness.opened.db, ada.userId);
    await harness.opened.db.update(twoFactors).set({ failures: 0, lockedUntil: null });
  });

  const contextOf = (caller: Caller) => ({
    db: harness.opened.db,
    caller,
    token: caller.userId,
    place: STEP_UP_PLACE,
  });
  async function givePassword(userId: string): Promise<void> {
    const password = await hashPassword(PASSWORD);
    const account = { id: randomToken(), accountId: userId, providerId: 'credential', userId, password };
    await harness.opened.db.insert(accounts).values(account);
  }
  async function addKey(who: Caller, proof: object): Promise<SoftwareKey> {
    const made = new SoftwareKey();
    const { challenge } = await offerPasskey(contextOf(who), proof);
    await addPasskey(contextOf(who), { response: made.register(challenge, HERE), name: '' });
    return made;
  }
  async function ask(...ids: string[]) {
    const chatId = await harness.chat(ada);
    harness.steps({ calls: ids.map((id) => ({ tool: 's__drop', input: { id } })) }, { text: 'So it is.' });
    await harness.say(chatId, 'Do it', ada);
    return (await harness.cards(chatId, 'pending')).reverse().map(({ id }) => id);
  }
  const confirm = (id: string, shown: Partial<Decision>, by = ada) =>
    harness.decide(id, 'confirm', undefined, by, shown);
  const challengeFor = async (id: string, by = ada) => {
    const { db } = harness.opened;
    return (await cardChallenge(db, STEP_UP_PLACE, by.userId, await cardToConfirm(db, by, id))).challenge;
  };
  const forbidden = { code: 'forbidden' };

  it('is not confirmed by the password of who has a second factor, nor by nothing', async () => {
    const [id = ''] = await ask('a');
    for (const shown of [{}, { password: PASSWORD }, { password: 'wrong' }])
      await expect(confirm(id, shown)).rejects.toMatchObject({
        ...forbidden,
        details: { step: 'factor', ways: { app: true, passkeys: true } },
      });
    expect(executed).toEqual([]);
  });

  it('is confirmed by a code, once: neither again on another card, nor by a recovery code or a wrong one', async () => {
    const [one = '', two = ''] = await ask('a', 'b');
    for (const code of ['000000', 'aaaa-bbbb-cccc-dddd'])
      await expect(confirm(one, { code })).rejects.toMatchObject(forbidden);
    const code = await codeOf(app);
    expect(await confirm(one, { code })).toBe('confirmed');
    await expect(confirm(two, { code })).rejects.toMatchObject(forbidden);
    expect(executed).toEqual([]);
    expect(await confirm(two, { code: await codeOf(app, 1) })).toBe('confirmed');
    expect(executed.toSorted()).toEqual(['a', 'b']);
  });

  it('one code confirms one of several cards that come at once', async () => {
    const ids = await ask('a', 'b', 'c', 'd');
    const code = await codeOf(app);
    const came = await Promise.allSettled(ids.map((id) => confirm(id, { code })));
    expect(came.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is confirmed by a passkey that has signed for this very card, once', async () => {
    const [one = '', two = ''] = await ask('a', 'b');
    const passkey = key.sign(await challengeFor(one), HERE);
    await expect(confirm(two, { passkey })).rejects.toMatchObject(forbidden);
    await expect(confirm(one, { passkey: key.sign('bWFkZSB1cA', HERE) })).rejects.toMatchObject(forbidden);
    const unverified = key.sign(await challengeFor(one), { ...HERE, unverified: true });
    await expect(confirm(one, { passkey: unverified })).rejects.toMatchObject(forbidden);
    const elsewhere = key.sign(await challengeFor(one), { origin: 'https://amber.example' });
    await expect(confirm(one, { passkey: elsewhere })).rejects.toMatchObject(forbidden);
    // Through the check itself: for a card that is already confirmed it reports that, without any proof.
    const { db } = harness.opened;
    const card = await cardToConfirm(db, ada, one);
    const spent = key.sign(await challengeFor(one), HERE);
    const came = await Promise.allSettled(
      Array.from({ length: 10 }, () => stepUpAt(db)(ada.userId, { passkey: spent }, card)),
    );
    expect(came.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(confirm(one, { passkey: spent })).rejects.toMatchObject(forbidden);
    const signed = key.sign(await challengeFor(one), HERE);
    await Promise.allSettled(Array.from({ length: 10 }, () => confirm(one, { passkey: signed })));
    await confirm(two, { passkey: key.sign(await challengeFor(two), HERE) });
    expect(executed.toSorted()).toEqual(['a', 'b']);
  });

  it('is not confirmed with what somebody else was asked, or has signed', async () => {
    const [id = ''] = await ask('a');
    const hers = await challengeFor(id);
    await expect(confirm(id, { passkey: otherKey.sign(hers, HERE) }, other)).rejects.toMatchObject(forbidden);
    await expect(confirm(id, { passkey: otherKey.sign(hers, HERE) })).rejects.toMatchObject(forbidden);
    const theirs = await challengeFor(id, other);
    await expect(confirm(id, { passkey: key.sign(theirs, HERE) })).rejects.toMatchObject(forbidden);
    expect(await confirm(id, { passkey: otherKey.sign(theirs, HERE) }, other)).toBe('confirmed');
  });

  it('is asked for by nobody who may not confirm it, and not once it waits no more', async () => {
    const [id = ''] = await ask('a');
    const stranger = await harness.person('member');
    await expect(challengeFor(id, stranger)).rejects.toMatchObject({ code: 'not_found' });
    const signed = key.sign(await challengeFor(id), HERE);
    await harness.opened.db.delete(members).where(eq(members.userId, ada.userId));
    await expect(confirm(id, { passkey: signed })).rejects.toMatchObject({ code: 'conflict' });
    expect(executed).toEqual([]);
  });
});
