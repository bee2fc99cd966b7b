/** Other versions of messages: nothing that has run runs again, no card stays pending, and everything survives. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { beginRun } from './begin';
import { beginBranch, type NewVersion, showBranch } from './branches';
import { driveRun } from './drive';
import { readChat } from './read-chats';
import { CrashHarness, call, gate } from './testing/crash-harness';

describe.each(testDatabases)('branches on $name', ({ open }) => {
  let crash: CrashHarness;
  beforeAll(async () => {
    crash = await CrashHarness.open(await open());
    // A turn does not wait for a server that is slow to list its tools.
    await crash.tool('s__add');
  });
  afterAll(() => crash.close());

  const db = () => crash.harness.deps.db;
  const admin = () => crash.harness.admin;

  async function branch(chatId: string, version: NewVersion): Promise<string> {
    const { deps } = crash.harness;
    const claimed = await beginBranch(deps.db, admin(), chatId, version);
    await driveRun(deps, admin(), claimed).done;
    return claimed.run.messageId;
  }

  const edit = (chatId: string, of: string, text: string, id = newId('msg')) =>
    branch(chatId, { of, message: { id, text } });

  async function shown(chatId: string) {
    const view = await readChat(db(), admin(), chatId);
    return (view?.messages ?? []).map(({ id, role, parts, metadata }) => {
      const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
      return { id, role, text, versions: metadata?.versions };
    });
  }
  const texts = async (chatId: string) => (await shown(chatId)).map(({ text }) => text);

  /** Sends each text, answered with the same in capitals; returns the messages' ids. */
  async function chatOf(...said: string[]): Promise<{ chatId: string; ids: string[] }> {
    crash.reset();
    const { harness } = crash;
    const chatId = await harness.chat();
    for (const text of said) {
      harness.steps({ text: text.toUpperCase() });
      await harness.say(chatId, text);
    }
    return { chatId, ids: (await shown(chatId)).map(({ id }) => id) };
  }

  /** The model's last prompt, as one text. */
  const asked = () => crash.harness.prompts.at(-1)?.prompt ?? [];
  const prompt = () => JSON.stringify(asked().filter(({ role }) => role !== 'system'));
  const instructions = () => JSON.stringify(asked().filter(({ role }) => role === 'system'));

  it('a message said otherwise takes its place; both stay, named by what differs, and each can be shown', async () => {
    const { chatId, ids } = await chatOf('one', 'list my open invoices', 'three');
    crash.harness.steps({ text: 'PAID' });
    await edit(chatId, ids[2] ?? '', 'list my paid invoices');
    expect(await texts(chatId)).toEqual(['one', 'ONE', 'list my paid invoices', 'PAID']);
    expect(prompt()).toContain('ONE');
    expect(prompt()).not.toMatch(/three|open invoices/);
    const versions = (await shown(chatId))[2]?.versions;
    expect(versions).toEqual([
      { id: ids[2], name: '\u2026open invoices' },
      { id: (await shown(chatId))[2]?.id, name: '\u2026paid invoices' },
    ]);
    await showBranch(db(), admin(), chatId, ids[2] ?? '');
    expect(await texts(chatId)).toEqual([
      'one',
      'ONE',
      'list my open invoices',
      'LIST MY OPEN INVOICES',
      'three',
      'THREE',
    ]);
    crash.harness.steps({ text: 'FOUR' });
    await crash.harness.say(chatId, 'four');
    expect(prompt()).not.toContain('paid invoices');
    await showBranch(db(), admin(), chatId, versions?.[1]?.id ?? '');
    expect(await texts(chatId)).toEqual(['one', 'ONE', 'list my paid invoices', 'PAID']);
  });

  it('an answer is given anew, also the first, and pages of a chat follow the branch', async () => {
    const { chatId, ids } = await chatOf('one', 'two');
    crash.harness.steps({ text: 'ANEW' });
    const second = await branch(chatId, { of: ids[1] ?? '' });
    expect(await texts(chatId)).toEqual(['one', 'ANEW']);
    expect((await shown(chatId))[1]?.versions?.map(({ id }) => id)).toEqual([ids[1], second]);
    expect(prompt()).not.toContain('ONE');
    await showBranch(db(), admin(), chatId, ids[3] ?? '');
    const page = await readChat(db(), admin(), chatId, { before: ids[2], limit: 1 });
    expect(page?.messages.map(({ id }) => id)).toEqual([ids[1]]);
    expect(page?.next).toBe(ids[1]);
  });

  it('a first message has versions too, and a version of a version that is not shown is one more', async () => {
    const { chatId, ids } = await chatOf('one', 'two');
    crash.harness.steps({ text: 'B' }, { text: 'C' });
    await edit(chatId, ids[0] ?? '', 'b');
    await edit(chatId, ids[2] ?? '', 'deux');
    expect(await texts(chatId)).toEqual(['one', 'ONE', 'deux', 'C']);
    expect((await shown(chatId)).map(({ versions }) => versions?.length)).toEqual([
      2,
      undefined,
      2,
      undefined,
    ]);
  });

  it('what has run is not repeated: the same call asks, in every mode, and the model is told', async () => {
    const { harness } = crash;
    const { chatId } = await chatOf();
    harness.steps({ calls: [call('add', 'a')] }, { text: 'Added.' });
    await harness.say(chatId, 'Add a');
    const [, answer] = await shown(chatId);
    expect(crash.executed).toEqual(['add a']);
    harness.steps({ calls: [call('add', 'a'), call('look', 'x'), call('add', 'b')] }, { text: 'Again.' });
    const anew = await branch(chatId, { of: answer?.id ?? '' });
    expect(crash.executed).toEqual(['add a', 'look x']);
    expect(instructions()).toContain('Done in other versions of this chat');
    const [card] = await harness.cards(chatId, 'pending');
    expect(card).toMatchObject({ tool: 'add', reason: expect.stringContaining('already ran') });
    const versions = (await shown(chatId))[1]?.versions;
    expect(
      versions?.map(({ id, ran }) => [id, ran?.map(({ title, messageId }) => [title, messageId])]),
    ).toEqual([
      [answer?.id, [[expect.any(String), answer?.id]]],
      [anew, undefined],
    ]);
    harness.steps({ text: 'Done twice.' });
    await harness.decide(card?.id ?? '', 'confirm');
    expect(crash.executed).toEqual(['add a', 'look x', 'add a', 'add b']);
  });

  it('a card of the branch that is left is withdrawn: nothing of it runs, and showing the branch again does not bring it back', async () => {
    const { harness } = crash;
    const { chatId } = await chatOf('one');
    harness.steps({ calls: [call('drop', 'a')] }, { text: 'Nothing.' });
    await harness.say(chatId, 'Drop a');
    const [card] = await harness.cards(chatId, 'pending');
    const [, , asked] = await shown(chatId);
    harness.steps({ text: 'Fine.' });
    await edit(chatId, asked?.id ?? '', 'Leave a');
    await expect(harness.decide(card?.id ?? '', 'confirm')).rejects.toMatchObject({ code: 'conflict' });
    expect(await harness.cards(chatId, 'pending')).toEqual([]);
    expect(await harness.runs(chatId)).toEqual(['done', 'superseded', 'done']);
    await showBranch(db(), admin(), chatId, asked?.id ?? '');
    expect(await harness.cards(chatId, 'pending')).toEqual([]);
    expect(crash.executed).toEqual([]);
    expect((await readChat(db(), admin(), chatId))?.status).toBe('idle');
  });

  it('nothing is left while an answer is written or a message waits, and nobody else leaves it', async () => {
    const { harness } = crash;
    const { chatId, ids } = await chatOf('one');
    const held = gate();
    harness.script = () => ({ text: 'Slow.', hold: held.opened });
    const saying = harness.say(chatId, 'two');
    await expect.poll(async () => (await readChat(db(), admin(), chatId))?.status).toBe('running');
    expect((await readChat(db(), admin(), chatId))?.answering).toEqual(expect.any(String));
    await beginRun(db(), admin(), chatId, { id: newId('msg'), text: 'later' });
    const refused = { code: 'conflict' };
    await expect(edit(chatId, ids[0] ?? '', 'b')).rejects.toMatchObject(refused);
    await expect(showBranch(db(), admin(), chatId, ids[0] ?? '')).rejects.toMatchObject(refused);
    held.open();
    await saying;
    await expect.poll(async () => (await readChat(db(), admin(), chatId))?.status).toBe('idle');
    const member = await harness.person('member');
    const stranger = { ...member, teamId: 'another' };
    for (const caller of [member, stranger]) {
      const trying = beginBranch(db(), caller, chatId, { of: ids[1] ?? '' });
      await expect(trying).rejects.toMatchObject({ code: 'not_found' });
      await expect(showBranch(db(), caller, chatId, ids[1] ?? '')).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });

  it('the process dies in another version: the answer goes on in its place, and what it had sent is not sent twice', async () => {
    const { harness } = crash;
    const { chatId, ids } = await chatOf('one');
    const { run } = await beginBranch(db(), admin(), chatId, { of: ids[1] ?? '' });
    await crash.kill(run.id);
    harness.steps({ text: 'RECOVERED' });
    await harness.recover();
    expect(await texts(chatId)).toEqual(['one', 'RECOVERED']);
    expect((await shown(chatId))[1]?.versions?.map(({ id }) => id)).toEqual([ids[1], run.messageId]);
  });

  it('a call of which nobody knows is not run again from a branch that was left', async () => {
    const { harness } = crash;
    const { chatId } = await chatOf();
    crash.answer = (_tool, _id, response) => void response.destroy();
    harness.steps({ calls: [call('add', 'a')] }, { text: 'Who knows.' });
    await harness.say(chatId, 'Add a');
    const [unknown] = await harness.unknownCalls(chatId);
    const [asked] = await shown(chatId);
    harness.steps({ text: 'Fine.' });
    await edit(chatId, asked?.id ?? '', 'Leave it');
    const sent = crash.executed.length;
    const again = harness.resolve(unknown?.callId ?? '', 'rerun');
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    expect(crash.executed).toHaveLength(sent);
    expect((await readChat(db(), admin(), chatId))?.waitsIn).toHaveLength(1);
    expect((await shown(chatId))[0]?.versions?.[0]?.ran).toMatchObject([{ unknown: true }]);
  });

  it('refuses what is no version', async () => {
    const { chatId, ids } = await chatOf('one');
    const other = await chatOf('other');
    const message = { id: newId('msg'), text: 'x' };
    const begin = (version: NewVersion) => beginBranch(db(), admin(), chatId, version);
    await expect(begin({ of: ids[0] ?? '' })).rejects.toMatchObject({ code: 'bad_request' });
    await expect(begin({ of: ids[1] ?? '', message })).rejects.toMatchObject({ code: 'bad_request' });
    await expect(begin({ of: other.ids[0] ?? '', message })).rejects.toMatchObject({ code: 'not_found' });
    const taken = { id: ids[1] ?? '', text: 'x' };
    await expect(begin({ of: ids[0] ?? '', message: taken })).rejects.toMatchObject({ code: 'conflict' });
    expect(await texts(chatId)).toEqual(['one', 'ONE']);
    for (let nth = 2; nth <= 20; nth++) {
      crash.harness.steps({ text: `${nth}` });
      await branch(chatId, { of: (await shown(chatId))[1]?.id ?? '' });
    }
    await expect(begin({ of: ids[1] ?? '' })).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  it('an answer that failed is tried again in its own branch, whatever was answered since in another', async () => {
    const { harness } = crash;
    const { chatId } = await chatOf();
    harness.steps({ error: 'broken' });
    const id = newId('msg');
    await harness.say(chatId, 'one', admin(), id);
    harness.steps({ text: 'OK' });
    await edit(chatId, id, 'other');
    await showBranch(db(), admin(), chatId, id);
    expect((await readChat(db(), admin(), chatId))?.status).toBe('failed');
    harness.steps({ text: 'ONE' });
    await harness.say(chatId, 'one', admin(), id);
    expect(await texts(chatId)).toEqual(['one', 'ONE']);
  });

  it('a chat of before is one line', async () => {
    const { chatId, ids } = await chatOf('one', 'two');
    const { messages } = schema;
    const rows = await db().select().from(messages).where(eq(messages.chatId, chatId)).orderBy(messages.seq);
    expect(rows.map(({ parent, active }) => [parent, active])).toEqual(
      [null, ...ids.slice(0, -1)].map((parent) => [parent, true]),
    );
  });
});
