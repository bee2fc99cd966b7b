/**
 * Where sub-agents are shown, and where not: under their call and in the inbox, in no list, search or copy of chats.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { eraseChat, eraseTemporary, readBin, restoreChat } from '@/lib/chats/bin';
import { search } from '@/lib/chats/search';
import { readInbox } from '@/lib/inbox/read-inbox';
import { listDeedsOfChat } from '@/lib/store/conversation/workspace-calls';
import { createChat, deleteChat } from '../chats';
import { driveRun } from '../drive';
import { beginTakingBack, findToTakeBack } from '../orders/take-back';
import { readChat, readChats } from '../read-chats';
import { SubAgentsHarness } from '../testing/sub-agents-harness';

const { calls, messages } = schema;
let tree: SubAgentsHarness;

beforeAll(async () => {
  tree = await SubAgentsHarness.open();
});
afterAll(() => tree.close());
beforeEach(() => tree.reset({ 'a.txt': 'one\n' }));

/** A task below a task, which writes a file. */
const script = () =>
  tree.script({
    person: [{ calls: [tree.delegate('Zanzibar one')] }, { text: 'All done.' }],
    'Zanzibar one': [{ calls: [tree.delegate('Zanzibar two')] }, { text: 'Zanzibar it is.' }],
    'Zanzibar two': [{ calls: [tree.write('b.txt')] }, { text: 'Zanzibar two it is.' }],
  });

async function waiting() {
  script();
  const chatId = await tree.say('Do it for me');
  const places = (await tree.placesOf(chatId)).map(({ id }) => id);
  return { chatId, places, card: await tree.card(chatId) };
}

describe('a sub-agent', () => {
  it('stands in no list of chats and is found by no search; the chat for which it works waits', async () => {
    const { chatId, places } = await waiting();
    const { admin } = tree.harness;
    const { chats } = await readChats(tree.db, admin);
    expect(chats.find(({ id }) => id === chatId)).toMatchObject({ waits: true, status: 'waiting' });
    expect(chats.filter(({ id }) => places.includes(id))).toEqual([]);
    const found = await search(tree.db, admin, { q: 'zanzibar' });
    expect(JSON.stringify(found)).not.toContain(places[0]);
    expect(await readChat(tree.db, admin, chatId)).toMatchObject({ mayWrite: true, waits: true });
    expect(await readChat(tree.db, admin, places[1] ?? '')).toMatchObject({
      mayWrite: false,
      rootId: chatId,
    });
  });

  it('asks in the inbox for the chat of the person, and through whom', async () => {
    const { chatId, places, card } = await waiting();
    const other = await tree.harness.person('admin');
    for (const reader of [tree.harness.admin, other]) {
      const { approvals } = await readInbox(tree.db, reader, { id: card.id });
      expect(approvals).toMatchObject([
        {
          chatId: places[1],
          context: {
            title: 'Do it for me',
            mode: 'default',
            within: {
              chatId,
              agents: [
                { tool: 'delegate_task', role: 'helper' },
                { tool: 'delegate_task', role: 'helper' },
              ],
            },
          },
        },
      ]);
      expect(approvals[0]?.context.asked?.text).toContain('Zanzibar two');
    }
  });

  it('is read by those who may read its chat: once it asks, by admins too, and by nobody else', async () => {
    const { admin } = tree.harness;
    const [other, member] = [await tree.harness.person('admin'), await tree.harness.person('member')];
    tree.script({ person: [{ calls: [tree.architect('Look')] }], Look: [{ calls: [tree.read('a.txt')] }] });
    const quiet = await tree.say('Do it');
    const [place] = await tree.placesOf(quiet);
    for (const id of [quiet, place?.id ?? '']) {
      expect(await readChat(tree.db, admin, id)).not.toBeNull();
      for (const reader of [other, member]) expect(await readChat(tree.db, reader, id)).toBeNull();
    }
    const { chatId, places } = await waiting();
    for (const id of [chatId, ...places]) {
      expect(await readChat(tree.db, other, id)).not.toBeNull();
      expect(await readChat(tree.db, member, id)).toBeNull();
    }
  });

  it('has ended or waits for nobody but its chat: browsers are told of that alone', async () => {
    const { outbox, pushSubscriptions, sessions } = schema;
    const member = await tree.harness.person('member');
    for (const { userId } of [tree.harness.admin, member]) {
      const [id, expiresAt] = [newId('ses'), sql`now() + interval '1 day'`];
      await tree.db.insert(sessions).values({ id, token: newId('token'), userId, expiresAt });
      const keys = { endpoint: `https://maker.example/${id}`, p256dh: 'x', auth: 'x' };
      await tree.db.insert(pushSubscriptions).values({ id: newId('psh'), userId, sessionId: id, ...keys });
    }
    const told = async () => {
      const rows = await tree.db
        .select()
        .from(outbox)
        .where(eq(outbox.kind, 'push'))
        .orderBy(outbox.createdAt);
      await tree.db.delete(outbox);
      return rows.map(({ subject, body }) => `${subject} ${body}`);
    };
    await told();
    const { chatId, card } = await waiting();
    expect(await told()).toEqual([`waits /chat/${chatId}`]);
    await tree.harness.decide(card.id, 'confirm');
    expect(await told()).toEqual([`ended /chat/${chatId}`]);

    // A card that an admin must confirm leaves the chat's owner nothing to do.
    await tree.harness.rule('write_file', { server: 'workspace', effect: 'ask_admin' });
    tree.reset();
    script();
    const theirs = await tree.harness.chat(member);
    await tree.harness.say(theirs, 'Do it for me', member);
    expect(await told()).toEqual(['asked /approvals']);
    await tree.harness.rule('write_file', { server: 'workspace', effect: null });
    await tree.db.delete(pushSubscriptions);
  });

  it('counts among what a chat has changed, and is taken back in that chat', async () => {
    const { chatId, card } = await waiting();
    const { admin, deps } = tree.harness;
    await tree.harness.decide(card.id, 'confirm');
    const [callId, ...others] = await listDeedsOfChat(tree.db, chatId, 'workspace');
    const done = await tree.db.select().from(calls).where(eq(calls.tool, 'write_file'));
    expect(done.map(({ id }) => id)).toContain(callId);
    const call = await findToTakeBack(tree.db, admin, callId ?? '');
    const of = { db: tree.db, caller: admin, connections: tree.harness.connectionsFor(admin) };
    const claimed = await beginTakingBack(of, call, { text: 'Take it back', all: false });
    expect(claimed.run.chatId).toBe(chatId);
    await driveRun(deps, admin, claimed).done;
    await tree.harness.decide((await tree.card(chatId)).id, 'confirm');
    expect(tree.has('b.txt')).toBe(false);
    // Delegating the tasks changed nothing by itself.
    expect(others).toEqual([]);
  });

  it('goes with its chat for good: deleted, taken back, erased', async () => {
    const { chatId, places } = await waiting();
    const { admin } = tree.harness;
    await deleteChat(tree.db, admin, chatId);
    const { chats } = await readBin(tree.db, admin);
    expect(chats.filter(({ id }) => places.includes(id))).toEqual([]);
    await expect(restoreChat(tree.db, admin, places[0] ?? '')).rejects.toMatchObject({ code: 'not_found' });
    for (const id of [chatId, ...places]) expect(await readChat(tree.db, admin, id)).toBeNull();
    for (const id of [...places, chatId]) await eraseChat(tree.db, id);
    const left = await tree.db
      .select()
      .from(messages)
      .where(eq(messages.chatId, places[0] ?? ''));
    expect(left).toEqual([]);
  });

  it('of a chat that is not kept is not kept either', async () => {
    const { admin } = tree.harness;
    script();
    const chatId = await createChat(tree.db, admin, 'default', true);
    await tree.harness.say(chatId, 'Do it');
    const [place] = await tree.placesOf(chatId);
    expect(place?.temporary).toBe(true);
    await deleteChat(tree.db, admin, chatId);
    await eraseTemporary(tree.db, chatId);
    const isErased = and(eq(schema.chats.rootId, chatId), isNull(schema.chats.erasedAt));
    expect(await tree.db.select().from(schema.chats).where(isErased)).toEqual([]);
  });
});
