/** Grants: each lets through exactly what it says, and ends with what it was given for. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { claimByGrant } from '@/lib/approvals/claim';
import { setRule } from '@/lib/approvals/policy-settings';
import type { Caller } from '@/lib/people/caller';
import { type CrashHarness, call } from '@/lib/runs/testing/crash-harness';
import { ANY, GrantDesk } from '@/lib/runs/testing/grant-desk';
import type { Bound } from './grant-bounds';
import { readGrants } from './grant-list';
import { revokeGrant } from './grants';

const { calls, grants, receipts } = schema;

describe.each(testDatabases)('grants on $name', ({ open }) => {
  let desk: GrantDesk;
  let crash: CrashHarness;
  let member: Caller;

  beforeAll(async () => {
    desk = await GrantDesk.open(await open());
    ({ crash, member } = desk);
  });
  afterAll(() => crash.close());
  beforeEach(() => desk.reset());

  it('lets calls like it run for this person, and for nobody else', async () => {
    await desk.allow({});
    expect(await desk.waits(await desk.drop(['b', 'c']))).toBe(0);
    expect(crash.executed).toEqual(['drop b', 'drop c']);
    expect(await desk.waits(await desk.drop(['d'], undefined, crash.harness.admin))).toBe(1);
    expect(crash.executed).not.toContain('drop d');
  });

  it('is told with what ran by it, and only with that', async () => {
    const { userId: id, userName: name } = member;
    const told = async (chatId: string) =>
      (await crash.harness.messages(chatId)).flatMap(({ parts }) =>
        parts.flatMap((part) => (part.type === 'data-call' ? [part.data.allowed?.by] : [])),
      );
    expect(await told(await desk.allow({}))).toEqual([undefined]);
    const [given] = await readGrants(crash.opened.db, member);
    const chatId = await desk.drop(['b']);
    expect(await told(chatId)).toEqual([{ id, name }]);
    const parts = (await crash.harness.messages(chatId)).flatMap((message) => message.parts);
    const record = parts.find((part) => part.type === 'data-call');
    expect(record?.data.allowed?.at).toBe(given?.createdAt);
  });

  it('stands in the record, given and taken back', async () => {
    await desk.allow({});
    const [given] = await readGrants(crash.opened.db, member);
    await revokeGrant(crash.opened.db, member, given?.id ?? '');
    expect(await desk.told(given?.id)).toEqual([
      ['granted', member.userId],
      ['grant taken back', member.userId],
    ]);
  });

  it('stands in the record of the calls that ran by it', async () => {
    await desk.allow({});
    const [given] = await readGrants(crash.opened.db, member);
    const chatId = await desk.drop(['b']);
    const [made] = await crash.opened.db.select().from(calls).where(eq(calls.chatId, chatId));
    expect(made?.grantId).toBe(given?.id);
    const taken = await crash.opened.db.select().from(receipts).where(eq(receipts.kind, 'claimed'));
    const [body] = taken.map((row) => JSON.parse(row.body)).filter((one) => one.call === made?.id);
    expect(body).toMatchObject({ grant: given?.id, person: { id: member.userId } });
  });

  it('holds within its bounds only', async () => {
    await desk.allow({ bounds: [{ argument: 'id', is: 'equal', value: 'a' }] });
    expect(await desk.waits(await desk.drop(['a']))).toBe(0);
    expect(await desk.waits(await desk.drop(['b']))).toBe(1);
    expect(crash.executed).toEqual(['drop a']);
  });

  it('holds in its chat only', async () => {
    const chatId = await desk.allow({ thisChat: true });
    await desk.drop(['b'], chatId);
    expect(await desk.waits(await desk.drop(['c']))).toBe(1);
    expect(crash.executed).toEqual(['drop b']);
  });

  it('holds so many times, however many calls come at once', async () => {
    await desk.allow({ times: 2 });
    const chatId = await crash.harness.chat(member);
    crash.harness.steps({ calls: ['b', 'c', 'd', 'e'].map((id) => call('drop', id)) });
    await crash.harness.say(chatId, 'Drop four', member);
    expect(crash.executed).toEqual(['drop b', 'drop c']);
    expect(await desk.waits(await desk.drop(['f']))).toBe(1);
    const [usedUp] = await readGrants(crash.opened.db, member);
    expect(usedUp).toMatchObject({ used: 2, remaining: 0 });
    expect(usedUp?.sentence).toContain('in every chat, 2 times, when');
    expect(usedUp?.sentence).not.toContain('UTC');
  });

  it('is spent by a call that had to wait behind a card, too', async () => {
    await desk.allow({ times: 1, bounds: [{ argument: 'id', is: 'equal', value: 'a' }] });
    const chatId = await crash.harness.chat(member);
    crash.harness.steps({ calls: [call('drop', 'z'), call('drop', 'a')] });
    await crash.harness.say(chatId, 'Drop z, then a', member);
    const [card, ...others] = await crash.harness.cards(chatId, 'pending');
    expect(others).toEqual([]);
    await crash.harness.decide(card?.id ?? '', 'confirm', undefined, member);
    expect(crash.executed).toEqual(['drop z', 'drop a']);
    expect(await readGrants(crash.opened.db, member)).toMatchObject([{ used: 1, remaining: 0 }]);
    const made = await crash.opened.db.select().from(calls).where(eq(calls.chatId, chatId));
    expect(made.map(({ decidedBy }) => decidedBy)).toEqual([member.userId, member.userId]);
  });

  it('ends with its time, and when it is taken back', async () => {
    await desk.allow({ until: new Date(Date.now() - 1000).toISOString() });
    expect(await desk.waits(await desk.drop(['b']))).toBe(1);
    await desk.allow({});
    const [given] = await readGrants(crash.opened.db, member);
    const stranger = await crash.harness.person('member');
    await expect(revokeGrant(crash.opened.db, stranger, given?.id ?? '')).rejects.toMatchObject({
      code: 'not_found',
    });
    await revokeGrant(crash.opened.db, member, given?.id ?? '');
    expect(await desk.waits(await desk.drop(['c']))).toBe(1);
    expect(crash.executed).toEqual([]);
  });

  it('is void once the team has other rules for the tool, and sleeps after words from outside', async () => {
    await desk.allow({});
    const rule = {
      server: 's',
      own: false,
      effect: null,
      locked: false,
      critical: false,
      openForHours: null,
    };
    await setRule(crash.opened.db, crash.harness.admin, { ...rule, tool: 'add', effect: 'ask' });
    expect(await desk.waits(await desk.drop(['b']))).toBe(0);
    const chatId = await crash.harness.chat(member);
    crash.harness.steps({ calls: [call('browse', 'x')] }, { calls: [call('drop', 'c')] });
    await crash.harness.say(chatId, 'Browse, then drop', member);
    expect(await desk.waits(chatId)).toBe(1);
    await setRule(crash.opened.db, crash.harness.admin, { ...rule, tool: 'drop', locked: true });
    expect(await desk.waits(await desk.drop(['d']))).toBe(1);
    expect(crash.executed).toEqual(['drop b', 'browse x']);
  });

  it('is not given where the policy locks it, nor with bounds that the call itself would not keep', async () => {
    const locked = {
      server: 's',
      tool: 'drop',
      own: false,
      effect: null,
      locked: true,
      critical: false,
      openForHours: null,
    };
    const confirmWith = async (bounds: Bound[]) => {
      const [card] = await crash.harness.cards(await desk.drop(['a']), 'pending');
      const grant = { grant: { ...ANY, bounds } };
      return crash.harness.decide(card?.id ?? '', 'confirm', undefined, member, grant);
    };
    await expect(confirmWith([{ argument: 'id', is: 'equal', value: 'z' }])).rejects.toMatchObject({
      code: 'bad_request',
    });
    await setRule(crash.opened.db, crash.harness.admin, locked);
    await expect(confirmWith([])).rejects.toMatchObject({ code: 'conflict' });
    expect(crash.executed).toEqual([]);
    expect(await crash.opened.db.select().from(grants).where(eq(grants.userId, member.userId))).toEqual([]);
  });

  it.each([
    [2, ['drop b'], 0],
    [1, [], 1],
  ])('of %i, is not spent again for a call that a dead process took by it', async (times, ran, asks) => {
    await desk.allow({ times });
    const left = { tool: 's__drop', id: newId('call'), input: { id: 'b' }, status: 'pending' as const };
    const { chatId, run } = await crash.crashedAs(member, left);
    const [given] = await readGrants(crash.opened.db, member);
    const row = await crash.callOf(chatId, left.id);
    const fence = { runId: run.id, fence: run.fence };
    expect(await claimByGrant(crash.opened.db, row, given?.id ?? '', fence)).toBeDefined();
    crash.harness.steps({ calls: asks ? [call('drop', 'b')] : [] });
    await crash.harness.recover();
    expect(crash.executed).toEqual(ran);
    expect(await desk.waits(chatId)).toBe(asks);
    expect(await readGrants(crash.opened.db, member)).toMatchObject([{ used: 1, remaining: times - 1 }]);
  });

  it('never sends a call twice', async () => {
    await desk.allow({});
    crash.answer = (_tool, _id, response) => void response.destroy();
    const chatId = await desk.drop(['b']);
    expect(crash.executed).toEqual(['drop b']);
    expect(await crash.ledger(chatId)).toEqual(['drop b unknown']);
  });
});
