/**
 * Cancellations by a client, in every revision, in every way and at every moment: what reached the server, what the
 * record says, what the client was told, and the result of asking again.
 */
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { RawClient, REVISIONS, type Revision } from '@/e2e/raw-client';
import { listApprovals } from '@/lib/approvals/approval-list';
import { HeldCalls } from './testing/held-calls';
import { OutsideHarness } from './testing/outside-harness';

const { approvals, customers } = schema;
const TOOL = 'customer_delete';

/** `timeout`: what the revision does when a client has waited long enough. */
const WAYS = ['cancel', 'timeout', 'end', 'cut', 'kill'] as const;
const MOMENTS = ['before the card', 'card open', 'claiming', 'claimed', 'sent'] as const;
type Way = (typeof WAYS)[number];
type Moment = (typeof MOMENTS)[number];

/** Whether the client says that it cancels; otherwise it only falls silent. */
function isSaid(way: Way, revision: Revision): boolean {
  // From 2026-07-28 on a request is cancelled by closing its connection; the server only sees that it was closed.
  return way === 'cancel' || ((way === 'timeout' || way === 'end') && revision !== '2026-07-28');
}

const CASES = REVISIONS.flatMap((revision) => WAYS.map((way) => ({ revision, way })));
/** For the embedded database, which handles one statement at a time: enough to see that it holds there as well. */
const FEW = CASES.filter(
  ({ revision, way }) => revision >= '2025-11-25' && (way === 'cancel' || way === 'cut'),
);

describe.each(testDatabases)('calls that are withdrawn, on $name', ({ name: kind, open }) => {
  const all = kind === 'pglite' ? FEW : CASES;
  let opened: OpenDatabase;
  let harness: OutsideHarness;
  const held = new HeldCalls();

  beforeAll(async () => {
    opened = await open();
    harness = await OutsideHarness.open(opened, undefined, undefined, (deps) => held.around(deps));
  });
  afterAll(async () => {
    await harness.close();
    await opened.close();
  });

  const stands = async (customerId: string) => {
    const cards = await listApprovals(harness.db, harness.harness.admin);
    const ofIt = cards.approvals.filter(({ input }) => Object(input).customerId === customerId);
    const calls = await rowsOf<{ status: string; attempts: number }>(
      harness.db,
      sql`select status, attempts from calls where tool = ${TOOL} and input::json ->> 'customerId' = ${customerId} order by seq`,
    );
    return {
      cards: ofIt.map(({ status, decisionReason, through }) => ({
        status,
        decisionReason,
        away: through?.away,
      })),
      calls,
      sent: held.sent.filter((one) => one === customerId).length,
      exists: (await harness.db.$count(customers, eq(customers.id, customerId))) === 1,
    };
  };

  async function play(way: Way, revision: Revision, moment: Moment) {
    const { token, id: tokenId } = await harness.token(await harness.harness.person('admin'));
    const customerId = (await harness.harness.office.addCustomer()).id;
    const args = { customerId };
    const url = new URL(harness.url).origin;
    const client = await new RawClient(url, token, revision, 'Desk').begin();
    const before = moment === 'before the card' ? held.hold(customerId, 'claiming') : undefined;
    const apart = way === 'kill' ? client.askApart(TOOL, args) : undefined;
    const asked = apart ? undefined : client.ask(TOOL, args);
    let gate = before;
    let cardId = '';
    if (moment !== 'before the card') {
      cardId = (await harness.card(customerId)).id;
      if (moment !== 'card open') {
        gate = held.hold(customerId, moment);
        await harness.harness.decide(cardId, 'confirm');
      }
    }
    await gate?.reached;
    const id = (apart ?? asked)?.id ?? 0;
    if (isSaid(way, revision)) {
      const status = way === 'end' ? await client.end() : await client.cancel(id);
      expect(status).toBeLessThan(300);
    } else if (apart) await apart.kill();
    else asked?.cut();
    const ended = async () =>
      (
        await rowsOf<{ ended: string | null }>(
          harness.db,
          sql`select ended from outside_requests where token_id = ${tokenId} and not early`,
        )
      )[0]?.ended;
    await expect.poll(ended).toBe(isSaid(way, revision) ? 'withdrawn' : 'gone');
    gate?.release();
    if (moment === 'before the card' && !isSaid(way, revision)) cardId = (await harness.card(customerId)).id;
    const running = () =>
      harness.db.$count(
        schema.runs,
        and(eq(schema.runs.tokenId, tokenId), eq(schema.runs.status, 'running')),
      );
    await expect.poll(running).toBe(0);
    const told = asked ? (await asked.answer).kind : 'nothing';
    const first = await stands(customerId);
    return {
      token,
      customerId,
      args,
      url,
      cardId,
      told,
      first,
      again: new RawClient(url, token, revision, 'Desk'),
    };
  }

  type Played = Awaited<ReturnType<typeof play>>;

  const NEVER = { sent: 0, exists: true };

  /** Explicitly cancelled: nothing runs, even after a Confirm, and asking again creates a new card. */
  async function assertWithdrawn({ customerId, cardId, first, again, args }: Played, moment: Moment) {
    expect(first).toMatchObject(NEVER);
    for (const call of first.calls) expect(call).toMatchObject({ attempts: 0 });
    const was = first.cards.map(({ status, decisionReason }) => ({ status, decisionReason }));
    const card = { status: 'superseded', decisionReason: 'Its client called it off.' };
    if (moment === 'before the card') expect([[], [card]]).toContainEqual(was);
    else expect(was).toEqual([card]);
    if (cardId) {
      await expect(harness.harness.decide(cardId, 'confirm')).rejects.toMatchObject({ code: 'conflict' });
      const receipts = await rowsOf(
        harness.db,
        sql`select 1 from receipts where kind = 'withdrawn' and body::json ->> 'approval' = ${cardId}`,
      );
      expect(receipts).toHaveLength(1);
    }
    await again.begin();
    const asked = again.ask(TOOL, args);
    const card2 = await harness.card(customerId);
    expect(card2.id).not.toBe(cardId);
    await harness.harness.decide(card2.id, 'cancel');
    expect(await asked.answer).toMatchObject({ kind: 'error' });
    expect(await stands(customerId)).toMatchObject(NEVER);
  }

  /** The client fell silent: nothing runs, the card says so, and asking again finds it. */
  async function assertUnheard({ customerId, cardId, first, again, args }: Played, moment: Moment) {
    expect(first).toMatchObject(NEVER);
    const isDecided = moment === 'claiming' || moment === 'claimed';
    expect(first.cards).toMatchObject([{ status: isDecided ? 'confirmed' : 'pending', away: true }]);
    if (!isDecided) await harness.harness.decide(cardId, 'confirm');
    expect(await stands(customerId)).toMatchObject(NEVER);
    await again.begin();
    expect(await again.ask(TOOL, args).answer).toMatchObject({ kind: 'result' });
    const then = await stands(customerId);
    expect(then).toMatchObject({ sent: 1, exists: false, cards: [{ status: 'confirmed' }] });
    expect(then.calls).toMatchObject([{ status: 'success', attempts: 1 }]);
  }

  /** It was in progress: reported as it is, and asking again finds its result. */
  async function assertSent({ customerId, first, again, args }: Played) {
    const ran = {
      sent: 1,
      exists: false,
      cards: [{ status: 'confirmed' }],
      calls: [{ status: 'success', attempts: 1 }],
    };
    expect(first).toMatchObject(ran);
    await again.begin();
    expect(await again.ask(TOOL, args).answer).toMatchObject({ kind: 'result' });
    expect(await stands(customerId)).toMatchObject(ran);
  }

  test.each(MOMENTS)('%s', async (moment) => {
    const cases = all.map(async ({ revision, way }) => {
      const name = `${revision}, ${way}`;
      try {
        const played = await play(way, revision, moment);
        expect(played.told).toBe('nothing');
        if (moment === 'sent') await assertSent(played);
        else if (isSaid(way, revision)) await assertWithdrawn(played, moment);
        else await assertUnheard(played, moment);
        return `${name}: as meant`;
      } catch (error) {
        return `${name}: ${error instanceof Error ? error.message : String(error)}`;
      }
    });
    expect(await Promise.all(cases)).toEqual(all.map(({ revision, way }) => `${revision}, ${way}: as meant`));
  });

  test('no card of them is left open but those that are', async () => {
    expect(await harness.db.$count(approvals, eq(approvals.status, 'pending'))).toBe(0);
  });
});
