/** Folders for chats, on both databases. */
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { createChat, deleteChat, updateChat } from '@/lib/runs/chats';
import { readChat, readChats } from '@/lib/runs/read-chats';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { changeFolder, makeFolder, readFolders, removeFolder } from './folders';
import { search } from './search';

const { chats, folders } = schema;

describe.each(testDatabases)('folders on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  let member: Caller;
  let admin: Caller;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
    [member, admin] = [await harness.person('member'), await harness.person('admin')];
  });
  afterAll(async () => {
    await harness.closeConnections();
    await opened.close();
  });

  const put = (chatId: string, folder: string | null) => updateChat(opened.db, member, chatId, { folder });
  async function chatIn(folder: string): Promise<string> {
    const id = await createChat(opened.db, member);
    await put(id, folder);
    return id;
  }
  const outside = async () =>
    (await readChats(opened.db, member, { folder: null })).chats.map(({ id }) => id);
  const inside = async (id: string) => {
    const folder = (await readFolders(opened.db, member)).find((one) => one.id === id);
    return folder?.page?.chats.map((chat) => chat.id);
  };
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      ({ code }) => code,
    );

  it('hold chats, which are listed there alone and found, opened and listed with all others as before', async () => {
    const { id } = await makeFolder(opened.db, member, 'Taxes');
    harness.steps({ text: 'Done.' });
    const chatId = await harness.chat(member);
    await harness.say(chatId, 'What about the aardvark?', member);
    expect(await outside()).toContain(chatId);
    await put(chatId, id);
    expect(await inside(id)).toEqual([chatId]);
    expect(await outside()).not.toContain(chatId);
    expect((await readChats(opened.db, member)).chats.map((chat) => chat.id)).toContain(chatId);
    expect((await search(opened.db, member, { q: 'aardvark' })).messages).toHaveLength(1);
    expect(await readChat(opened.db, member, chatId)).toMatchObject({ folder: id });
    await updateChat(opened.db, member, chatId, { pinned: true });
    expect(await outside()).toContain(chatId);
    await updateChat(opened.db, member, chatId, { archived: true });
    expect(await inside(id)).toEqual([]);
    const { chats: away } = await readChats(opened.db, member, { shelf: 'archive' });
    expect(away).toMatchObject([{ id: chatId, folder: id }]);
    await put(chatId, null);
    await updateChat(opened.db, member, chatId, { archived: false });
    expect(await outside()).toContain(chatId);
  });

  it('are deleted without their chats', async () => {
    const { id } = await makeFolder(opened.db, member, 'Short-lived');
    const [kept, gone] = [await chatIn(id), await chatIn(id)];
    await deleteChat(opened.db, member, gone);
    await removeFolder(opened.db, member, id);
    expect(await outside()).toContain(kept);
    expect(await outside()).not.toContain(gone);
    expect(await codeOf(put(kept, id))).toBe('not_found');
    expect(await codeOf(removeFolder(opened.db, member, id))).toBe('not_found');
    expect(await codeOf(changeFolder(opened.db, member, id, { folded: true }))).toBe('not_found');
  });

  it('are nobody else’s: an admin neither sees, changes nor fills them', async () => {
    const { id } = await makeFolder(opened.db, member, 'Mine');
    const chatId = await chatIn(id);
    expect(await readFolders(opened.db, admin)).toEqual([]);
    const theirs = await createChat(opened.db, admin);
    for (const work of [
      () => updateChat(opened.db, admin, theirs, { folder: id }),
      () => updateChat(opened.db, admin, chatId, { folder: null }),
      () => changeFolder(opened.db, admin, id, { name: 'Theirs' }),
      () => removeFolder(opened.db, admin, id),
    ])
      expect(await codeOf(work())).toBe('not_found');
    expect((await readChats(opened.db, admin, { folder: id })).chats).toEqual([]);
    const elsewhere = { ...member, teamId: 'another' };
    expect(await readFolders(opened.db, elsewhere)).toEqual([]);
    expect(await codeOf(removeFolder(opened.db, elsewhere, id))).toBe('not_found');
    expect(await inside(id)).toEqual([chatId]);
  });

  it('keep whether they are folded; a folded one is not read', async () => {
    const { id } = await makeFolder(opened.db, member, 'Folds');
    const chatId = await chatIn(id);
    expect(await changeFolder(opened.db, member, id, { folded: true })).toMatchObject({ page: null });
    expect(await inside(id)).toBeUndefined();
    const opening = await changeFolder(opened.db, member, id, { folded: false });
    expect(opening.page?.chats).toMatchObject([{ id: chatId }]);
  });

  it('have one name each, which may be renamed and say anything', async () => {
    const { id } = await makeFolder(opened.db, member, 'One');
    await makeFolder(opened.db, member, 'Other');
    expect(await codeOf(makeFolder(opened.db, member, 'One'))).toBe('conflict');
    expect(await codeOf(changeFolder(opened.db, member, id, { name: 'Other' }))).toBe('conflict');
    const hostile = 'a\u0000b\ud800 <img src=x onerror=alert(1)> \u202e';
    expect(await changeFolder(opened.db, member, id, { name: hostile })).toMatchObject({
      name: 'a\ufffdb\ufffd <img src=x onerror=alert(1)> \u202e',
    });
    expect(await codeOf(makeFolder(opened.db, admin, 'One'))).toBe('done');
  });

  it('are read by pages: of twenty thousand chats the newest, each of the others once', async () => {
    const { id } = await makeFolder(opened.db, member, 'Large');
    await opened.db.execute(sql`insert into ${chats} (id, team_id, user_id, title, folder_id, updated_at)
      select 'large' || n, ${member.teamId}, ${member.userId}, 'Large', ${id}, '2020-01-01'::timestamptz + n * interval '1 second'
      from generate_series(1, 20000) n`);
    const folder = (await readFolders(opened.db, member)).find((one) => one.id === id);
    expect(folder?.page?.chats.map((chat) => chat.id)).toEqual(
      Array.from({ length: 30 }, (_, nth) => `large${20_000 - nth}`),
    );
    const cursor = folder?.page?.next ?? '';
    const further = await readChats(opened.db, member, { folder: id, cursor, limit: 2 });
    expect(further.chats.map((chat) => chat.id)).toEqual(['large19970', 'large19969']);
    await removeFolder(opened.db, member, id);
    expect(
      await opened.db.$count(chats, and(eq(chats.userId, member.userId), eq(chats.title, 'Large'))),
    ).toBe(20_000);
  });

  it('are two hundred at most', async () => {
    await opened.db.execute(sql`insert into ${folders} (id, team_id, user_id, name)
      select 'many' || n, ${member.teamId}, ${member.userId}, 'Many ' || n from generate_series(1, 200) n`);
    expect(await codeOf(makeFolder(opened.db, member, 'One more'))).toBe('too_many_requests');
  });
});
