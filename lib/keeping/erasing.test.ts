/**
 * A person is erased: nothing of them is left in any table, others' decisions remain, and the record verifies. And who
 * may not do it, and when not.
 */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, rowsOf } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { person } from '@/lib/account/testing/person';
import { createToken } from '@/lib/outside/tokens';
import type { Caller } from '@/lib/people/caller';
import { exportReceipts } from '@/lib/receipts/receipt-export';
import { jsonLines } from '@/lib/receipts/receipt-lines';
import { verifyExport } from '@/lib/receipts/verify-receipts';
import { createChat } from '@/lib/runs/chats';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { removeFromTeam } from '@/lib/team/team';
import { erasePerson, goOnErasing } from './erase-person';
import { planErasure, readErasures } from './erasures';

const { approvals, calls, chats, confirmations, erasures, facts, feedback, folders } = schema;
const { members, messages, receipts, runs, sessions, uploads, users } = schema;
const SECRET = 'a secret for tests only, long enough';
const PLANTED = 'zebrafinch';

describe.each(testDatabases)('erasing on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  let teamId: string;
  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
    teamId = harness.admin.teamId;
  });
  afterAll(() => opened.close());

  const make = (name: string, role: Caller['role'] = 'member') => person(opened.db, teamId, name, role);
  const erase = (whom: Caller, by = harness.admin) => erasePerson(opened.db, by, whom.userId);
  const userOf = async ({ userId }: Caller) =>
    (await opened.db.select().from(users).where(eq(users.id, userId)))[0];
  const isErased = async (whom: Caller) => (await userOf(whom))?.erasedAt !== null;
  const told = async (kind: string) => {
    const rows = await opened.db.select().from(receipts).where(eq(receipts.kind, kind));
    return rows.map(({ body }) => JSON.parse(body));
  };

  /** Where in the whole database a text occurs. */
  async function found(text: string): Promise<string[]> {
    const tables = await rowsOf<{ name: string }>(
      opened.db,
      sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_name not in ('receipt_key', 'migrations') order by 1`,
    );
    const at: string[] = [];
    for (const { name } of tables) {
      const [row] = await rowsOf<{ count: number }>(
        opened.db,
        sql`select count(*)::int as count from ${sql.identifier(name)} t where strpos(lower(t::text), ${text}) > 0`,
      );
      if (row && row.count > 0) at.push(name);
    }
    return at;
  }

  /** A chat of theirs with a pending card for the deletion of a customer. */
  async function asked(whom: Caller, text = 'Delete it') {
    const customer = await harness.office.addCustomer();
    const chatId = await harness.chat(whom);
    harness.steps(
      { calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }] },
      { text: 'Gone.' },
    );
    await harness.say(chatId, text, whom);
    const [card] = await harness.cards(chatId, 'pending');
    return { chatId, cardId: card?.id ?? '', customerId: customer.id };
  }

  /** Something of theirs wherever a person can leave traces. */
  async function lived(name: string): Promise<Caller & { chatId: string; theirs: string }> {
    const whom = await make(name, 'admin');
    const { chatId, cardId } = await asked(whom, `Delete what ${name} says`);
    await harness.decide(cardId, 'confirm', undefined, harness.admin);
    const { userId } = whom;
    // They decide about others' calls as well.
    const other = await asked(harness.admin);
    await harness.decide(other.cardId, 'confirm', undefined, whom);
    await opened.db
      .insert(facts)
      .values({ id: newId('fct'), userId, teamId, text: `likes ${name}`, hash: name });
    await opened.db.insert(folders).values({ id: newId('fol'), userId, teamId, name });
    await opened.db.insert(feedback).values({ chatId, messageId: 'm', userId, good: true, words: name });
    await opened.db.insert(uploads).values({
      id: newId('upl'),
      userId,
      teamId,
      name: `${name}.txt`,
      kind: 'text',
      mimeType: 'text/plain',
      size: 1,
      sha256: 'x',
      words: name,
      cut: false,
      bytes: Buffer.from(name),
    });
    await createToken(opened.db, whom, { name: `${name} laptop`, scopes: ['team.read'], days: 30 });
    const mail = { id: newId('mai'), teamId, subject: 's', body: `Hello ${name}`, status: 'sent' as const };
    await opened.db.insert(schema.outbox).values({ ...mail, recipient: `${name}@amber.test` });
    await opened.db
      .insert(schema.shares)
      .values({ id: newId('sha'), teamId, userId, chatId, title: name, messages: [name] });
    await opened.db.insert(schema.invitations).values({
      id: newId('ivt'),
      teamId,
      email: `${name}@amber.test`,
      role: 'member',
      tokenHash: newId('h'),
      invitedBy: harness.admin.userId,
      expiresAt: new Date(),
      acceptedAt: new Date(),
    });
    const edited = { by: { id: userId, name }, before: '{"before":1}' };
    await opened.db.update(approvals).set({ edited }).where(eq(approvals.chatId, other.chatId));
    await opened.db.update(calls).set({ edited }).where(eq(calls.chatId, other.chatId));
    return { ...whom, chatId, theirs: other.chatId };
  }

  it('leaves nothing of them in any table but an id that leads to nobody, and the record verifies', async () => {
    const whom = await lived(PLANTED);
    expect((await found(PLANTED)).length).toBeGreaterThan(12);
    const before = await opened.db.select().from(receipts).orderBy(receipts.id);
    const decided = await opened.db.$count(confirmations, eq(confirmations.userId, whom.userId));
    const plan = await planErasure(opened.db, harness.admin, whom.userId);
    expect(plan).toMatchObject({
      refusal: null,
      isMember: true,
      goes: { chats: 1, memories: 1, files: 1, tokens: 1, shares: 1 },
    });
    const counts = await erase(whom);
    expect(counts).toEqual({ ...plan.goes, ...plan.stays });

    expect(await found(PLANTED)).toEqual([]);
    expect(await userOf(whom)).toMatchObject({
      name: `Erased person ${whom.userId.slice(-6)}`,
      emailVerified: false,
      twoFactorEnabled: false,
      email: `${whom.userId.toLowerCase()}@erased.invalid`,
    });
    // Their decisions about others' calls remain, with their id.
    expect(await opened.db.$count(confirmations, eq(confirmations.userId, whom.userId))).toBe(decided);
    const [card] = await opened.db.select().from(approvals).where(eq(approvals.chatId, whom.theirs));
    expect(card).toMatchObject({
      status: 'confirmed',
      decidedBy: whom.userId,
      input: expect.stringContaining('cus'),
    });
    expect(card?.edited).toEqual({
      by: { id: whom.userId, name: expect.stringContaining('Erased') },
      before: '{"before":1}',
    });
    // Their own calls stay in the ledger, as hashes.
    const [call] = await opened.db.select().from(calls).where(eq(calls.chatId, whom.chatId));
    expect(call).toMatchObject({
      status: 'success',
      decidedBy: harness.admin.userId,
      input: '{}',
      inputHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await opened.db.$count(messages, eq(messages.chatId, whom.chatId))).toBe(0);
    // No earlier receipt was touched, and the erasure is recorded.
    const after = await opened.db.select().from(receipts).orderBy(receipts.id);
    expect(after.slice(0, before.length)).toEqual(before);
    const by = { id: harness.admin.userId, role: 'admin' };
    expect(await told('person erased')).toEqual([{ person: by, member: whom.userId, counts }]);
    expect(await told('erasure ended')).toEqual([{ member: whom.userId }]);
    let file = '';
    for await (const piece of exportReceipts(opened.db, harness.admin, {}, jsonLines, SECRET)) file += piece;
    expect(verifyExport(file)).toMatchObject({ fault: null, signature: 'holds' });
    expect(file).toContain(whom.userId);
    const view = await readErasures(opened.db, harness.admin);
    expect(view.people.map(({ id }) => id)).not.toContain(whom.userId);
    expect(view.erased).toMatchObject([{ id: whom.userId, isDone: true, counts }]);
  });

  it('erases who has left, and nobody twice', async () => {
    const whom = await make('leaver');
    await removeFromTeam(opened.db, harness.admin, whom.userId);
    const { people } = await readErasures(opened.db, harness.admin);
    expect(people.find(({ id }) => id === whom.userId)).toMatchObject({ isMember: false, name: 'leaver' });
    await erase(whom);
    expect(await found('leaver@')).toEqual([]);
    const sum = await opened.db.$count(receipts);
    await expect(erase(whom)).rejects.toMatchObject({ code: 'not_found' });
    expect(await opened.db.$count(receipts)).toBe(sum);
  });

  it('is refused while a card or an answer of theirs is under way; nothing has changed then', async () => {
    const whom = await make('busy');
    const { chatId } = await asked(whom);
    await expect(erase(whom)).rejects.toMatchObject({ code: 'conflict' });
    expect((await planErasure(opened.db, harness.admin, whom.userId)).refusal).toContain('under way');
    expect(await isErased(whom)).toBe(false);
    expect(await opened.db.$count(messages, eq(messages.chatId, chatId))).toBeGreaterThan(0);
    const runner = await make('runner');
    let letGo = () => {};
    const hold = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const running = await harness.chat(runner);
    harness.steps({ text: 'Slowly.', hold });
    const said = harness.say(running, 'Say something', runner);
    await expect
      .poll(() => opened.db.$count(runs, sql`${runs.chatId} = ${running} and ${runs.status} = 'running'`))
      .toBe(1);
    await expect(erase(runner)).rejects.toMatchObject({ code: 'conflict' });
    letGo();
    await said;
    expect(await isErased(runner)).toBe(false);
    await erase(runner);
    // If they are removed from the team first, what was pending has ended.
    await removeFromTeam(opened.db, harness.admin, whom.userId);
    await erase(whom);
    expect([await isErased(runner), await isErased(whom)]).toEqual([true, true]);
  });

  it('of two admins who erase each other one stays', async () => {
    for (let nth = 0; nth < 4; nth++) {
      const [one, other] = [await make(`one-${nth}`, 'admin'), await make(`other-${nth}`, 'admin')];
      const both = await Promise.allSettled([erase(one, other), erase(other, one)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect([await isErased(one), await isErased(other)].toSorted()).toEqual([false, true]);
    }
  });

  it('lets nothing come back: a chat, a session, a place in the team', async () => {
    const whom = await make('gone');
    const made = Promise.allSettled([...Array(5)].map(() => createChat(opened.db, whom)));
    await Promise.all([erase(whom), made]);
    await goOnErasing(opened.db);
    const left = await opened.db.select().from(chats).where(eq(chats.userId, whom.userId));
    expect(left.filter(({ deletedAt }) => deletedAt === null)).toEqual([]);
    await expect(createChat(opened.db, whom)).rejects.toThrow();
    const { userId } = whom;
    const session = { id: 'back', token: 'back', userId, expiresAt: new Date() };
    await expect(opened.db.insert(sessions).values(session)).rejects.toThrow();
    await expect(opened.db.insert(members).values({ userId, teamId, role: 'admin' })).rejects.toThrow();
  });

  it('goes on where a process has ended', async () => {
    const whom = await make('halfway');
    const chatId = await harness.chat(whom);
    harness.steps({ text: 'An answer.' });
    await harness.say(chatId, 'A question of halfway', whom);
    await erase(whom);
    // As if it had been interrupted before the last chat was gone.
    await opened.db.update(erasures).set({ endedAt: null }).where(eq(erasures.userId, whom.userId));
    await opened.db.update(chats).set({ erasedAt: null }).where(eq(chats.id, chatId));
    await opened.db.insert(messages).values({ chatId, id: 'left', role: 'user', parts: ['halfway'] });
    await Promise.all([goOnErasing(opened.db), goOnErasing(opened.db)]);
    expect(await opened.db.$count(messages, eq(messages.chatId, chatId))).toBe(0);
    expect(
      (await opened.db.select().from(erasures).where(eq(erasures.userId, whom.userId)))[0]?.endedAt,
    ).not.toBeNull();
  });
});
