/** Calls abandoned by their process or their client: executed at most once, and an existing decision is used once. */
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { setRule } from '@/lib/approvals/policy-settings';
import { recoverRuns } from '@/lib/housekeeping/recover-runs';
import { releaseHolds } from '@/lib/housekeeping/release-holds';
import { takeBackAndGo } from '@/lib/runs/deciding/take-back-hold';
import { allLive } from '@/lib/runs/follow/live';
import { endLapsed } from './calls/end';
import { OutsideHarness } from './testing/outside-harness';

const { approvals, calls, customers, members, runs } = schema;
const TOOL = 'customer_delete';
type Client = Awaited<ReturnType<OutsideHarness['client']>>;

describe.each(testDatabases)('what is left of calls from outside on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: OutsideHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await OutsideHarness.open(opened);
  });
  afterAll(async () => {
    await harness.close();
    await opened.close();
  });

  const exists = async (id: string) => (await harness.db.$count(customers, eq(customers.id, id))) === 1;

  /** A call whose client has disconnected while its card is pending. */
  async function abandoned() {
    const { token, id: tokenId } = await harness.token();
    const customer = await harness.harness.office.addCustomer();
    const call = { name: TOOL, arguments: { customerId: customer.id } };
    const client = await harness.client(token);
    const lost = client.callTool(call).catch(() => undefined);
    const card = await harness.card(customer.id);
    await client.close();
    await lost;
    await harness.quiet();
    const ofToken = and(eq(runs.tokenId, tokenId), isNotNull(runs.askedHash));
    let [run] = await harness.db.select().from(runs).where(ofToken);
    // The card exists a moment before the call is set to wait.
    while (run?.status === 'running') [run] = await harness.db.select().from(runs).where(ofToken);
    if (!run) throw new Error('No run was made.');
    // And a moment later this process no longer holds it.
    const { id } = run;
    await expect.poll(() => allLive().some(({ runId }) => runId === id)).toBe(false);
    return { token, customer, call, card, runId: run.id };
  }

  const again = async (token: string, call: Parameters<Client['callTool']>[0]) => {
    const client = await harness.client(token);
    const answer = await client.callTool(call);
    await client.close();
    return { isError: answer.isError ?? false, text: JSON.stringify(answer.content) };
  };

  /** The state left by a process that dies at this moment. */
  const die = (runId: string) =>
    harness.db
      .update(runs)
      .set({ status: 'running', owner: 'dead', heartbeatAt: sql`now() - interval '1 hour'` })
      .where(eq(runs.id, runId));

  const statusOf = async (runId: string) =>
    (await harness.db.select().from(runs).where(eq(runs.id, runId)))[0]?.status;

  test('a process that died with the card shown: the card waits on, and once confirmed it runs for who asks again', async () => {
    const { token, call, card, customer, runId } = await abandoned();
    await die(runId);
    await recoverRuns(harness.harness.deps, false);
    expect(await statusOf(runId)).toBe('waiting');
    await harness.harness.decide(card.id, 'confirm');
    expect(await again(token, call)).toEqual({ isError: false, text: expect.any(String) });
    expect(await exists(customer.id)).toBe(false);
  });

  test.each(['approved', 'claimed'] as const)(
    'one that died between the decision and the call (%s): nothing ran, and who asks again has it run once',
    async (reached) => {
      const { token, call, card, customer, runId } = await abandoned();
      await harness.harness.decide(card.id, 'confirm');
      if (reached === 'claimed') {
        await harness.db.update(approvals).set({ claimedAt: sql`now()` }).where(eq(approvals.runId, runId));
        const claimed = { status: 'claimed' as const, claimedAt: sql`now()` };
        await harness.db.update(calls).set(claimed).where(eq(calls.runId, runId));
      }
      await die(runId);
      await recoverRuns(harness.harness.deps, false);
      expect(await statusOf(runId)).toBe('waiting');
      expect(await exists(customer.id)).toBe(true);
      expect(await again(token, call)).toEqual({ isError: false, text: expect.any(String) });
      expect(await exists(customer.id)).toBe(false);
      const [row] = await harness.db.select().from(calls).where(eq(calls.runId, runId));
      expect(row).toMatchObject({ status: 'success', attempts: 1 });
    },
  );

  test('one that died when the call was sent: it is settled, not sent again, and who asks again learns of it', async () => {
    const { token, call, card, customer, runId } = await abandoned();
    await harness.harness.decide(card.id, 'confirm');
    const sent = {
      status: 'dispatched' as const,
      attempts: 1,
      dispatchedAt: sql`now()`,
      claimedAt: sql`now()`,
    };
    await harness.db.update(calls).set(sent).where(eq(calls.runId, runId));
    await die(runId);
    await recoverRuns(harness.harness.deps, false);
    expect(await statusOf(runId)).toBe('done');
    const answer = await again(token, call);
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining('did not take effect') });
    expect(await exists(customer.id)).toBe(true);
    expect(await harness.db.$count(calls, eq(calls.runId, runId))).toBe(1);
  });

  test('what was cancelled while its client was away it learns when it asks again, and then a new card is asked', async () => {
    const { token, call, card, customer } = await abandoned();
    await harness.harness.decide(card.id, 'cancel', 'No');
    expect(await again(token, call)).toMatchObject({
      isError: true,
      text: expect.stringContaining('reason: No'),
    });
    const client = await harness.client(token);
    const asking = client.callTool(call).catch(() => undefined);
    const next = await harness.card(customer.id);
    expect(next.id).not.toBe(card.id);
    await harness.harness.decide(next.id, 'cancel');
    await asking;
    await client.close();
    expect(await exists(customer.id)).toBe(true);
  });

  test('a decision that nobody came for in time lapses', async () => {
    const { token, call, card, runId, customer } = await abandoned();
    await harness.harness.decide(card.id, 'confirm');
    await harness.db
      .update(approvals)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(approvals.runId, runId));
    await endLapsed(harness.db);
    expect(await statusOf(runId)).toBe('superseded');
    const client = await harness.client(token);
    const asking = client.callTool(call);
    const next = await harness.card(customer.id);
    expect(next.id).not.toBe(card.id);
    await harness.harness.decide(next.id, 'confirm');
    expect((await asking).isError ?? false).toBe(false);
    expect(await exists(customer.id)).toBe(false);
    await client.close();
  });

  test('a role that changes after the Confirm: nothing runs', async () => {
    const member = await harness.harness.person('member');
    const { token } = await harness.token(member);
    const customer = await harness.harness.office.addCustomer();
    const client = await harness.client(token);
    const lost = client
      .callTool({ name: TOOL, arguments: { customerId: customer.id } })
      .catch(() => undefined);
    const card = await harness.card(customer.id);
    await client.close();
    await lost;
    await harness.quiet();
    await harness.harness.decide(card.id, 'confirm');
    await harness.db.update(members).set({ role: 'viewer' }).where(eq(members.userId, member.userId));
    const later = await harness.client(token);
    await expect(later.callTool({ name: TOOL, arguments: { customerId: customer.id } })).rejects.toThrow();
    expect(await exists(customer.id)).toBe(true);
    await later.close();
  });

  test('a client of 2026 that opens pages is given the card\u2019s; saying so decides nothing', async () => {
    const { token } = await harness.token();
    const customer = await harness.harness.office.addCustomer();
    const client = await harness.client(token, 'auto', { capabilities: { elicitation: { url: {} } } });
    const opened: unknown[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      opened.push(params);
      return { action: 'accept' as const };
    });
    const answering = client.callTool({ name: TOOL, arguments: { customerId: customer.id } });
    const card = await harness.card(customer.id);
    await expect.poll(() => opened.length).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(opened).toMatchObject([{ mode: 'url', url: expect.stringMatching(/\/approvals$/) }]);
    expect(await exists(customer.id)).toBe(true);
    await harness.harness.decide(card.id, 'confirm');
    expect((await answering).isError ?? false).toBe(false);
    expect(await exists(customer.id)).toBe(false);
    await client.close();
  });

  test.each(['auto', 'legacy'] as const)(
    'who listens is told when the list of tools changes: %s',
    async (mode) => {
      const { token } = await harness.token();
      let told = 0;
      const onChanged = () => {
        told += 1;
      };
      const listChanged = { tools: { onChanged, autoRefresh: false } };
      const client = await harness.client(token, mode, { listChanged });
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      const rule = { server: 'amber', own: false, locked: false, critical: false, openForHours: null };
      const set = (effect: 'deny' | null) =>
        setRule(harness.db, harness.harness.admin, { ...rule, tool: 'order_create', effect });
      // The first look is what later ones are compared with; on a busy machine it may come after a change.
      for (let effect: 'deny' | null = 'deny'; told === 0; effect = effect ? null : 'deny') {
        await set(effect);
        for (let tries = 0; tries < 100 && told === 0; tries++)
          await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(told).toBe(1);
      await set(null);
      await client.close();
    },
  );

  test.each(['runs', 'taken back'] as const)(
    'one that is held when it is confirmed is waited for: it %s',
    async (end) => {
      const rule = { server: 'amber', own: false, locked: false, critical: false, openForHours: null };
      const hold = (holdSeconds: number | null) =>
        setRule(harness.db, harness.harness.admin, { ...rule, tool: TOOL, effect: null, holdSeconds });
      await hold(600);
      const { token } = await harness.token();
      const customer = await harness.harness.office.addCustomer();
      const client = await harness.client(token);
      const answered = client.callTool({ name: TOOL, arguments: { customerId: customer.id } });
      const card = await harness.card(customer.id);
      await harness.harness.decide(card.id, 'confirm');
      await releaseHolds(harness.harness.deps);
      expect(await exists(customer.id)).toBe(true);
      const { admin, deps } = harness.harness;
      if (end === 'runs') {
        await harness.db
          .update(approvals)
          .set({ holdUntil: sql`now() - interval '1 second'` })
          .where(eq(approvals.id, card.id));
      } else await takeBackAndGo(deps, { caller: admin, session: null }, card.id);
      const answer = await answered;
      expect(answer.isError ?? false).toBe(end !== 'runs');
      expect(JSON.stringify(answer.content).includes('Taken back before it ran.')).toBe(end !== 'runs');
      expect(await exists(customer.id)).toBe(end !== 'runs');
      await client.close();
      await hold(null);
    },
  );
});
