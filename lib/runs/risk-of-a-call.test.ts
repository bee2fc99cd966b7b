/**
 * A trusted server may declare the risk of a single call: that lowers its tool's declared risk, for this call, and
 * nothing else.
 */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { editApproval } from '@/lib/approvals/edit';
import type { Message, TestServer } from '@/lib/connections/testing/http-server';
import {
  plainTool,
  type Script,
  sendResult,
  startScriptedServer,
} from '@/lib/connections/testing/scripted-server';
import type { Halt } from '@/lib/policy/halts';
import { lift, stopAtOnce } from '@/lib/rules/halting';
import { DESTRUCTIVE, READ_ONLY, WRITE } from '@/mcp/annotations';
import { RunHarness } from './testing/run-harness';

const asks = (risk: string) => ({ annotations: DESTRUCTIVE, _meta: { 'amber/risk': risk } });
const inputSchema = { type: 'object', properties: { what: { type: 'string' } } };
const TOOLS = [
  plainTool('act', { ...asks('act_risk'), inputSchema }),
  plainTool('act_risk', { annotations: READ_ONLY, _meta: { 'amber/companion': true } }),
  plainTool('odd', asks('odd_risk')),
  plainTool('odd_risk', { annotations: WRITE, _meta: { 'amber/companion': true } }),
  plainTool('none', asks('nobody')),
  plainTool('look', { annotations: READ_ONLY, _meta: { 'amber/risk': 'act_risk' } }),
];

type Answer = NonNullable<Script['call']>;
const saying =
  (structuredContent: object): Answer =>
  ({ message }, response) =>
    sendResult(response, message, { content: [], structuredContent });

describe.each(oneDatabase)('the risk of a call on $name', ({ open }) => {
  let harness: RunHarness;
  let servers: TestServer[];
  let close: () => Promise<unknown>;
  /** The companion's answer. */
  let risk: Answer;
  /** The tools' answer. */
  let call: Answer;

  beforeAll(async () => {
    const script: Script = {
      list: () => ({ tools: TOOLS }),
      call: (request, response) =>
        String(request.message.params?.name).endsWith('_risk')
          ? risk(request, response)
          : call(request, response),
    };
    servers = await Promise.all([startScriptedServer(script), startScriptedServer(script)]);
    const configs = servers.map(({ url }, at) => ({
      ...{ name: ['s', 'wild'][at] ?? '', url, headers: {}, trusted: at === 0 },
    }));
    const opened = await open();
    harness = await RunHarness.open(opened, configs);
    await harness.deps.connectionsFor(harness.admin).list({ waitFor: ['s', 'wild'] });
    close = () => Promise.all([opened.close(), ...servers.map((server) => server.close())]);
  });
  afterAll(() => close());
  beforeEach(() => {
    risk = saying(READ_ONLY);
    call = saying({ done: true });
    for (const { received } of servers) received.length = 0;
  });
  afterEach(() => vi.restoreAllMocks());

  /** The tools that the servers were called for, companions included. */
  const called = () => {
    const all = servers.flatMap(({ received }) => received.map(({ message }) => message));
    return all.filter(({ method }: Message) => method === 'tools/call').map(({ params }) => params?.name);
  };
  async function say(...tools: string[]) {
    const chatId = await harness.chat();
    const ordered = tools.map((tool, at) => ({ tool, input: { what: `${tool} ${at}` } }));
    harness.steps({ calls: ordered }, { text: 'So it is.' });
    const chunks = await harness.say(chatId, 'Do it');
    const { calls } = schema;
    const rowsOf = () =>
      harness.deps.db.select().from(calls).where(eq(calls.chatId, chatId)).orderBy(calls.seq);
    return { chatId, chunks, rowsOf, rows: await rowsOf(), cards: await harness.cards(chatId, 'pending') };
  }

  /** @returns what lifts it */
  async function stopped(
    halt: Pick<Halt, 'kind' | 'server' | 'tool' | 'userId'>,
  ): Promise<() => Promise<void>> {
    const { db } = harness.deps;
    const { halts } = await stopAtOnce(db, harness.admin, { ...halt, reason: 'Its answers are wrong.' });
    return async () => {
      for (const { id } of halts) await lift(db, harness.admin, id);
    };
  }

  it('is what its companion answers: a read runs unasked, and all that is told of it says so', async () => {
    const { chatId, cards, rows, chunks } = await say('s__act');
    expect(cards).toEqual([]);
    expect(called()).toEqual(['act_risk', 'act']);
    expect(rows).toMatchObject([
      { risk: 'read-only', outside: false, status: 'success', metadata: { annotations: READ_ONLY } },
    ]);
    const found = { risk: 'read-only', annotations: READ_ONLY };
    expect(chunks).toContainEqual(expect.objectContaining({ data: expect.objectContaining({ found }) }));
    expect(JSON.stringify(await harness.messages(chatId))).toContain('"risk":"read-only"');
  });

  it('may be that of an additive change, which is not a read', async () => {
    risk = saying(WRITE);
    expect(await say('s__act')).toMatchObject({ cards: [], rows: [{ risk: 'write', status: 'success' }] });
  });

  it.each<[string, Answer]>([
    ['with more than the four hints', saying({ ...READ_ONLY, trust: true })],
    ['with fewer', saying({ readOnlyHint: true, destructiveHint: false })],
    ['with what contradicts itself', saying({ ...READ_ONLY, destructiveHint: true })],
    ['with other things than yes and no', saying({ ...READ_ONLY, readOnlyHint: 'true' })],
    ['that nothing is so', saying(DESTRUCTIVE)],
    ['that it may not ask', saying({ ...READ_ONLY, asksAlways: 'no' })],
    ['nothing', saying({})],
    [
      'with an error',
      ({ message }, response) =>
        sendResult(response, message, { content: [], structuredContent: READ_ONLY, isError: true }),
    ],
    ['by hanging up', (_, response) => void response.destroy()],
  ])('is what the tool declares where the companion answers %s', async (_what, answer) => {
    risk = answer;
    const { cards, rows } = await say('s__act');
    expect(cards).toMatchObject([{ tool: 'act', risk: 'destructive', annotations: DESTRUCTIVE }]);
    expect(rows).toMatchObject([{ risk: 'destructive', status: 'permission_required' }]);
    expect(called()).not.toContain('act');
  });

  it('is what the tool declares where the companion is late', async () => {
    const late = new AbortController();
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 10_000 ? late.signal : timeout(ms)));
    risk = () => late.abort();
    expect((await say('s__act')).cards).toMatchObject([{ risk: 'destructive' }]);
  });

  it('is no word of a server that nobody vouches for, nor of a companion that does not only read', async () => {
    const { cards } = await say('wild__act', 's__odd', 's__none');
    expect(cards.map(({ tool, risk }) => [tool, risk])).toEqual([
      ['act', 'destructive'],
      ['odd', 'destructive'],
      ['none', 'destructive'],
    ]);
    expect(called()).toEqual([]);
    const { problems } = await harness.deps.connectionsFor(harness.admin).list();
    expect(problems.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('"odd" has no risk of a single call'),
    );
  });

  it('may be that a person is asked in any case, whatever a rule, a grant or something before it says', async () => {
    risk = saying({ ...READ_ONLY, asksAlways: true });
    await harness.rule('act', { effect: 'allow' });
    try {
      const { cards, rows } = await say('s__look', 's__act', 's__odd', 's__act');
      expect(cards.map(({ tool, risk, grantable }) => [tool, risk, grantable])).toEqual([
        ['look', 'read-only', false],
        ['act', 'read-only', false],
        ['odd', 'destructive', true],
        ['act', 'destructive', false],
      ]);
      expect(rows[1]).toMatchObject({ metadata: { asksAlways: true } });
      expect(await harness.decide(cards[1]?.id ?? '', 'confirm')).toBe('confirmed');
    } finally {
      await harness.rule('act', {});
    }
  });

  it.each<[string, () => Promise<() => Promise<unknown>>]>([
    [
      'a rule denies',
      async () => {
        await harness.rule('act_risk', { effect: 'deny' });
        return () => harness.rule('act_risk', {});
      },
    ],
    ['an admin has stopped', () => stopped({ kind: 'tool', server: 's', tool: 'act_risk', userId: null })],
  ])('is what the tool declares, and no answer of a companion that %s', async (_what, forbid) => {
    const allow = await forbid();
    try {
      const { cards } = await say('s__act');
      expect(cards).toMatchObject([{ tool: 'act', risk: 'destructive', annotations: DESTRUCTIVE }]);
      expect(called()).toEqual([]);
    } finally {
      await allow();
    }
  });

  it('is asked of no server that is stopped in the middle of an answer', async () => {
    let lift = async () => {};
    call = async ({ message }, response) => {
      lift = await stopped({ kind: 'server', server: 's', tool: null, userId: null });
      sendResult(response, message, { content: [], structuredContent: { done: true } });
    };
    const chatId = await harness.chat();
    const step = (tool: string) => ({ calls: [{ tool, input: { what: tool } }] });
    harness.steps(step('s__act'), step('s__act'), { text: 'So it is.' });
    await harness.say(chatId, 'Do it');
    await lift();
    expect(called()).toEqual(['act_risk', 'act']);
    expect(await harness.cards(chatId, 'pending')).toEqual([]);
  });

  it('is never more than the tool declares', async () => {
    risk = saying({ ...DESTRUCTIVE, openWorldHint: true });
    expect(await say('s__look')).toMatchObject({ cards: [], rows: [{ risk: 'read-only', outside: false }] });
  });

  it('is not lowered after what does not merely read, in the same step', async () => {
    const { cards } = await say('s__look', 's__act', 's__odd', 's__act');
    expect(cards.map(({ tool, risk }) => [tool, risk])).toEqual([
      ['odd', 'destructive'],
      ['act', 'destructive'],
    ]);
    expect(called().filter((name) => name === 'act_risk')).toHaveLength(3);
  });

  it('loosens no rule: what the team wants to be asked about is asked, on a card that says what the call is', async () => {
    await harness.rule('act', { effect: 'ask', locked: true });
    try {
      const { cards, rowsOf } = await say('s__act');
      expect(cards).toMatchObject([{ risk: 'read-only', annotations: READ_ONLY }]);
      // Its current answer is not requested: the row is decisive.
      risk = saying(DESTRUCTIVE);
      expect(await harness.decide(cards[0]?.id ?? '', 'confirm')).toBe('confirmed');
      expect(await rowsOf()).toMatchObject([{ risk: 'read-only', status: 'success' }]);
      expect(called()).toEqual(['act_risk', 'act']);
    } finally {
      await harness.rule('act', {});
    }
  });

  it('is as far as goes what somebody allows ahead on its card', async () => {
    await harness.rule('act', { effect: 'ask' });
    try {
      risk = saying(WRITE);
      const [card] = (await say('s__act')).cards;
      const grant = { thisChat: false, times: null, until: null, bounds: [] };
      await harness.decide(card?.id ?? '', 'confirm', '', harness.admin, { grant });
      expect(await say('s__act')).toMatchObject({ cards: [], rows: [{ risk: 'write', status: 'success' }] });
      risk = saying(READ_ONLY);
      expect(await say('s__act')).toMatchObject({ cards: [], rows: [{ status: 'success' }] });
      risk = saying(DESTRUCTIVE);
      expect(await say('s__act')).toMatchObject({ cards: [{ risk: 'destructive' }] });
    } finally {
      await harness.rule('act', {});
    }
  });

  it('does not fall between card and click', async () => {
    risk = saying(DESTRUCTIVE);
    const { cards, rowsOf } = await say('s__act');
    risk = saying(READ_ONLY);
    expect(await harness.decide(cards[0]?.id ?? '', 'confirm')).toBe('confirmed');
    expect(await rowsOf()).toMatchObject([{ risk: 'destructive', status: 'success' }]);
    expect(called()).toEqual(['act_risk', 'act']);
  });

  it('says nothing of other arguments that a person puts in their place', async () => {
    risk = saying(WRITE);
    await harness.rule('act', { effect: 'ask' });
    try {
      const { chatId, cards, rowsOf } = await say('s__act');
      expect(cards).toMatchObject([{ risk: 'write' }]);
      const { db, connectionsFor } = harness.deps;
      const { signal } = new AbortController();
      const context = { db, connectionsFor, caller: harness.admin, signal };
      await editApproval(context, cards[0]?.id ?? '', { what: 'other' });
      expect(await harness.cards(chatId, 'pending')).toMatchObject([{ risk: 'destructive' }]);
      expect(await rowsOf()).toMatchObject([{ risk: 'destructive', metadata: { risk: 'destructive' } }]);
    } finally {
      await harness.rule('act', {});
    }
  });

  it('decides whether a call whose answer got lost may be sent again', async () => {
    let lost = false;
    call = (request, response) => {
      if (lost) return saying({ done: true })(request, response);
      lost = true;
      response.destroy();
    };
    expect((await say('s__act')).rows).toMatchObject([{ status: 'success', attempts: 2 }]);
    lost = false;
    risk = saying({ ...WRITE, idempotentHint: false });
    expect((await say('s__act')).rows).toMatchObject([{ status: 'unknown', attempts: 1 }]);
  });
});
