/** The inbox: what is pending for whom, in which conversation, page by page. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { listApprovals, type Wanted } from '@/lib/approvals/approval-list';
import { setRule } from '@/lib/approvals/policy-settings';
import type { Caller } from '@/lib/people/caller';
import { deleteChat } from '@/lib/runs/chats';
import { CrashHarness, call } from '@/lib/runs/testing/crash-harness';
import { countToDecide, readInbox } from './read-inbox';

const { approvals } = schema;

describe.each(testDatabases)('the inbox on $name', ({ open }) => {
  let crash: CrashHarness;
  let member: Caller;
  let viewer: Caller;
  let second: Caller;

  beforeAll(async () => {
    crash = await CrashHarness.open(await open());
    member = await crash.harness.person('member');
    viewer = await crash.harness.person('viewer');
    second = await crash.harness.person('admin');
  });
  afterAll(() => crash.close());
  beforeEach(async () => {
    crash.reset();
    await crash.opened.db.delete(approvals);
  });

  /** A card of that person; the message is the call's id. */
  async function ask(who: Caller, id: string, words = `drop ${id}`) {
    const { harness } = crash;
    const chatId = await harness.chat(who);
    harness.steps({ text: `About to drop ${id}.`, calls: [call('drop', id)] });
    await harness.say(chatId, words, who);
    const [card] = await harness.cards(chatId, 'pending');
    if (!card) throw new Error('Nothing waits.');
    return card;
  }

  const inbox = (reader: Caller, wanted: Wanted = {}) =>
    readInbox(crash.opened.db, reader, { status: 'pending', order: 'oldest', ...wanted });
  const one = async (reader: Caller, id: string) =>
    (await readInbox(crash.opened.db, reader, { id })).approvals[0];
  const ids = async (reader: Caller, wanted: Wanted = {}) =>
    (await inbox(reader, wanted)).approvals.map(({ id }) => id);
  const counts = () =>
    Promise.all(
      [member, viewer, crash.harness.admin, second].map((one) => countToDecide(crash.opened.db, one)),
    );
  const needs = (effect: 'ask_admin' | 'two_admins' | null) =>
    setRule(crash.opened.db, crash.harness.admin, {
      server: 's',
      tool: 'drop',
      own: false,
      locked: false,
      critical: false,
      openForHours: null,
      effect,
    });

  it('is the team’s for admins, and one’s own for everybody else', async () => {
    const first = await ask(member, 'a');
    const last = await ask(second, 'b');
    for (const admin of [crash.harness.admin, second]) expect(await ids(admin)).toEqual([first.id, last.id]);
    expect(await ids(member)).toEqual([first.id]);
    expect(await ids(viewer)).toEqual([]);
    expect(await one(member, last.id)).toBeUndefined();
    expect((await one(second, first.id))?.id).toBe(first.id);
  });

  it('counts what waits for this person’s Confirm', async () => {
    await ask(member, 'a');
    expect(await counts()).toEqual([1, 0, 1, 1]);
    await needs('two_admins');
    const ofAdmin = await ask(second, 'b');
    expect(await counts()).toEqual([1, 0, 2, 1]);
    await crash.harness.decide(ofAdmin.id, 'confirm', undefined, crash.harness.admin);
    expect(await counts()).toEqual([1, 0, 1, 1]);
    await crash.opened.db.update(approvals).set({ expiresAt: sql`now() - interval '1 second'` });
    expect(await counts()).toEqual([0, 0, 0, 0]);
    await needs(null);
  });

  it('tells the conversation: how the message begins, how the answer ends, and what became of the call', async () => {
    const card = await ask(member, 'a', `drop ${'x'.repeat(400)}\u202e`);
    const [asked] = (await inbox(second)).approvals;
    expect(asked?.context).toMatchObject({
      asked: { text: `drop ${'x'.repeat(275)}`, cut: 126 },
      answered: { text: 'About to drop a.', cut: 0 },
      mode: 'default',
      outcome: 'permission_required',
    });
    await crash.harness.decide(card.id, 'confirm', undefined, second);
    const decided = await one(member, card.id);
    expect(decided).toMatchObject({ status: 'confirmed', decidedBy: { id: second.userId } });
    expect(decided?.context.outcome).toBe('success');
  });

  it('lists what was decided, newest decision first, deleted chats included', async () => {
    const cards = [await ask(member, 'a'), await ask(member, 'b'), await ask(second, 'c')];
    const [a, b, c] = cards.map(({ id }) => id);
    await crash.harness.decide(b ?? '', 'cancel', 'Not now', second);
    await crash.harness.decide(a ?? '', 'confirm', undefined, second);
    const late = { expiresAt: sql`now() - interval '1 hour'` };
    await crash.opened.db
      .update(approvals)
      .set(late)
      .where(eq(approvals.id, c ?? ''));
    await deleteChat(crash.opened.db, member, cards[0]?.chatId ?? '');
    const { approvals: decided } = await inbox(second, { status: 'decided', order: 'decided' });
    expect(decided.map(({ id, status }) => [id, status])).toEqual([
      [a, 'confirmed'],
      [b, 'cancelled'],
      [c, 'expired'],
    ]);
    expect(decided.map(({ context }) => context.title === null)).toEqual([true, false, false]);
    expect(await ids(second)).toEqual([]);
  });

  it('narrows by tool, server and person, and says what there is to choose from', async () => {
    const first = await ask(member, 'a');
    const last = await ask(second, 'b');
    expect(await ids(second, { person: member.userId })).toEqual([first.id]);
    expect(await ids(second, { person: second.userId, tool: 'drop', server: 's' })).toEqual([last.id]);
    expect(await ids(second, { tool: 'add' })).toEqual([]);
    const { choices } = await inbox(second, { tool: 'add' });
    expect(choices).toMatchObject({ tools: ['drop'], titles: [], servers: ['s'] });
    expect(choices.people.map(({ id }) => id).sort()).toEqual([member.userId, second.userId].sort());
  });

  it('comes in pages that leave nothing out, whichever way it is sorted', async () => {
    const made: string[] = [];
    for (const id of ['a', 'b', 'c', 'd', 'e']) made.push((await ask(member, id)).id);
    // Requested at the same moment: then the id decides.
    await crash.opened.db.update(approvals).set({ requestedAt: sql`date_trunc('hour', requested_at)` });
    for (const order of ['asked', 'oldest', 'decided'] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listApprovals(crash.opened.db, second, { order, limit: 2, cursor });
        seen.push(...page.approvals.map(({ id }) => id));
        cursor = page.next ?? undefined;
      } while (cursor);
      expect(seen.toSorted()).toEqual(made.toSorted());
    }
    const odd = listApprovals(crash.opened.db, second, { cursor: 'yesterday_x' });
    await expect(odd).rejects.toMatchObject({ code: 'bad_request' });
  });
});
