/** How a hold ends if the call does not run: neither a permission nor a card is left behind. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { releaseHolds } from '@/lib/housekeeping/release-holds';
import { readInbox } from '@/lib/inbox/read-inbox';
import { listRunsToRelease } from '@/lib/store/conversation/holds';
import { takeBackAndGo } from './deciding/take-back-hold';
import { allLive } from './follow/live';
import { stopRun } from './stop';
import { call } from './testing/crash-harness';
import { ANY, GrantDesk } from './testing/grant-desk';

const { approvals, grants } = schema;

describe.each(oneDatabase)('the end of a hold on $name', ({ open }) => {
  let opened: OpenDatabase;
  let desk: GrantDesk;

  beforeAll(async () => {
    opened = await open();
    desk = await GrantDesk.open(opened);
  });
  afterAll(() => desk.crash.close());
  beforeEach(async () => {
    await desk.reset();
    await desk.crash.harness.rule('drop', { holdSeconds: 600 });
  });

  const settled = () => Promise.all(allLive().map(({ done }) => done));
  const rowOf = async (id: string) => {
    const [row] = await opened.db.select().from(approvals).where(eq(approvals.id, id));
    return row;
  };
  const inbox = async () =>
    (await readInbox(opened.db, desk.member, { status: 'pending' })).approvals.map(({ id }) => id);
  async function endOf(id: string) {
    const holdUntil = sql`now() - interval '1 millisecond'`;
    await opened.db.update(approvals).set({ holdUntil }).where(eq(approvals.id, id));
    await releaseHolds(desk.crash.harness.deps);
    await settled();
  }
  async function takeBack(id: string) {
    const { live } = await takeBackAndGo(desk.crash.harness.deps, { caller: desk.member, session: null }, id);
    await live?.done;
  }
  /** Its first call is confirmed and held. */
  async function held(steps: Parameters<typeof desk.crash.harness.steps>, grant?: typeof ANY) {
    const { harness } = desk.crash;
    const chatId = await harness.chat(desk.member);
    harness.steps(...steps);
    await harness.say(chatId, 'Drop it', desk.member);
    const [card] = await harness.cards(chatId, 'pending');
    const id = card?.id ?? '';
    await harness.decide(id, 'confirm', undefined, desk.member, grant && { grant });
    expect(desk.crash.executed).toEqual([]);
    return { chatId, id };
  }

  it('takes away what was allowed ahead by the same press, where the call is taken back', async () => {
    const again = { calls: [call('drop', 'a')] };
    const { chatId, id } = await held([again, { ...again, text: 'Once more.' }, { text: 'Well.' }], ANY);
    const [grant] = await opened.db.select().from(grants);
    await takeBack(id);
    expect(desk.crash.executed).toEqual([]);
    expect(await desk.crash.harness.cards(chatId, 'pending')).toMatchObject([{ tool: 'drop' }]);
    expect(await opened.db.select().from(grants)).toMatchObject([
      { id: grant?.id, used: 0, revokedBy: desk.member.userId },
    ]);
    expect(await desk.told(grant?.id)).toHaveLength(2);
  });

  it('takes it away where the answer is stopped, and leaves what was given on another card', async () => {
    const { harness } = desk.crash;
    await opened.db.delete(schema.policyRules);
    await desk.allow({ thisChat: true }, 'other');
    const [other] = await opened.db.select().from(grants);
    await harness.rule('drop', { holdSeconds: 600 });
    const { chatId } = await held([{ calls: [call('drop', 'b')] }, { text: 'Well.' }], ANY);
    await stopRun(opened.db, desk.member, chatId);
    const open = (await opened.db.select().from(grants)).filter(({ revokedAt }) => revokedAt === null);
    expect(open.map(({ id }) => id)).toEqual([other?.id]);
    expect(desk.crash.executed).toEqual([]);
  });

  it('leaves no card where it is refused, while its answer goes on', async () => {
    const { harness } = desk.crash;
    const { chatId, id } = await held([
      { calls: [call('drop', 'q')] },
      { calls: [call('add', 'r')] },
      { text: 'So it is.' },
    ]);
    await harness.rule('drop', { holdSeconds: 600, effect: 'deny' });
    await harness.rule('add', { effect: 'ask' });
    await endOf(id);
    expect(desk.crash.executed).toEqual([]);
    expect(await harness.runs(chatId)).toEqual(['waiting']);
    expect(await inbox()).not.toContain(id);
    expect((await harness.cards(chatId)).find((one) => one.id === id)?.held).toBeNull();
    await expect(takeBack(id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await rowOf(id)).toMatchObject({ status: 'confirmed', decisionReason: null, claimedAt: null });
    expect(await listRunsToRelease(opened.db)).toEqual([]);
  });
});
