/** Questions of servers during calls: who answers them, once, what reaches the server, and the outcome of the call. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '@/db/testing/databases';
import { eraseChat } from '@/lib/chats/bin';
import { NAME_FORM } from '@/lib/connections/testing/asking-servers';
import { callsOf } from '@/lib/connections/testing/connections';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { deleteChat } from '@/lib/runs/chats';
import { mirrorOf } from '@/lib/runs/follow/mirror';
import { foldChunks } from '@/lib/runs/message-chunks';
import { readChat } from '@/lib/runs/read-chats';
import { stopRun } from '@/lib/runs/stop';
import { gate } from '@/lib/runs/testing/crash-harness';
import { FormHarness } from '@/lib/runs/testing/form-harness';

const ANNA = { action: 'accept', content: { name: 'Anna' } } as const;

describe.each(testDatabases)('forms on $name', ({ open }) => {
  let forms: FormHarness;
  beforeAll(async () => {
    forms = await FormHarness.open(await open());
  });
  afterAll(() => forms.close());
  beforeEach(() => forms.ask(NAME_FORM));

  const serverOf = (name: string) => (name === 'old' ? forms.older : forms.newer);
  const statuses = async (chatId: string) => (await forms.calls(chatId)).map(({ status }) => status);

  describe.each(['new', 'old'])('of the server %s', (name) => {
    it('stand in a row before anybody is asked, and the answer reaches the server as it was typed', async () => {
      const { chatId, live } = await forms.begin(`${name}__look`);
      const form = await forms.openForm(chatId);
      expect(form).toMatchObject({ server: name, tool: 'look', trusted: true, message: 'Who are you?' });
      expect(form.schema).toEqual(NAME_FORM.requestedSchema);
      expect(await statuses(chatId)).toEqual(['dispatched']);
      expect(await forms.answer(form.id, ANNA)).toBe('accepted');
      await live.done;
      expect(serverOf(name).answers).toEqual([ANNA]);
      expect(await statuses(chatId)).toEqual(['success']);
      const [row] = await forms.rows(chatId);
      expect(row).toMatchObject({ status: 'accepted', answer: ANNA.content });
      expect(row?.answeredBy).toBe(forms.harness.admin.userId);
      expect(row?.answeredAt).not.toBeNull();
    });

    it('are one call, however many messages it takes', async () => {
      forms.ask(NAME_FORM, NAME_FORM);
      const { chatId, live } = await forms.begin(`${name}__add`);
      await forms.answer((await forms.openForm(chatId)).id, ANNA);
      await forms.answer((await forms.openForm(chatId, 1)).id, { action: 'decline' });
      await live.done;
      expect(serverOf(name).answers).toEqual([ANNA, { action: 'decline' }]);
      const [call, ...others] = await forms.calls(chatId);
      expect(others).toEqual([]);
      expect(call).toMatchObject({ status: 'success', attempts: 1, sends: name === 'new' ? 3 : 1 });
    });

    it('are closed by a stop, after which nobody answers', async () => {
      const { chatId } = await forms.begin(`${name}__add`);
      const form = await forms.openForm(chatId);
      await stopRun(forms.opened.db, forms.harness.admin, chatId);
      await expect.poll(async () => (await forms.rows(chatId))[0]?.status).toBe('cancelled');
      await expect(forms.answer(form.id, ANNA)).rejects.toMatchObject({ code: 'conflict' });
      // It was sent, and a call that waits for a person may have begun.
      expect(await statuses(chatId)).toEqual(['unknown']);
      // A server with an open call is told that nobody answers; the other is not sent anything more.
      const heard = name === 'old' ? [{ action: 'cancel' }] : [];
      await expect.poll(() => serverOf(name).answers).toEqual(heard);
    });
  });

  it('are answered once: the same again is the same, anything else comes too late', async () => {
    const { chatId, live } = await forms.begin('old__look');
    const { id } = await forms.openForm(chatId);
    const others = [ANNA, ANNA, { action: 'decline' } as const].map((said) => forms.answer(id, said));
    const results = await Promise.allSettled([forms.answer(id, ANNA), ...others]);
    await live.done;
    const [row] = await forms.rows(chatId);
    const accepted = results.filter((one) => one.status === 'fulfilled' && one.value === row?.status);
    expect(accepted).toHaveLength(row?.status === 'accepted' ? 3 : 1);
    expect(forms.older.answers).toHaveLength(1);
    await expect(forms.answer(id, { action: 'accept', content: { name: 'Bea' } })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await forms.rows(chatId))[0]?.answer).toEqual(row?.answer);
  });

  it('are closed when the server takes them back, and the call goes on', async () => {
    const { opened: ending, open: takeBack } = gate();
    forms.ask({ ...NAME_FORM, ending });
    const { chatId, live } = await forms.begin('old__look');
    const { id } = await forms.openForm(chatId);
    takeBack();
    await live.done;
    expect((await forms.rows(chatId)).map(({ status }) => status)).toEqual(['cancelled']);
    expect(forms.older.answers).toEqual([{ action: 'cancel' }]);
    expect(await statuses(chatId)).toEqual(['success']);
    await expect(forms.answer(id, ANNA)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('take only what was asked for', async () => {
    const { chatId, live } = await forms.begin('old__look');
    const { id } = await forms.openForm(chatId);
    for (const content of [{}, { name: 1 }, { name: 'Anna', more: 'x' }, { constructor: 'x', name: 'y' }]) {
      await expect(forms.answer(id, { action: 'accept', content })).rejects.toMatchObject({
        code: 'bad_request',
      });
    }
    expect((await forms.rows(chatId))[0]?.status).toBe('open');
    await forms.answer(id, { action: 'decline' });
    await live.done;
    expect(forms.older.answers).toEqual([{ action: 'decline' }]);
  });

  it('are answered by the person whose chat it is, and seen by nobody else', async () => {
    const member = await forms.harness.person('member');
    const { chatId, live } = await forms.begin('new__look', member);
    const { id } = await forms.openForm(chatId);
    await expect(forms.answer(id, ANNA)).rejects.toMatchObject({ code: 'not_found' });
    const other = await forms.harness.person('member');
    await expect(forms.answer(id, ANNA, other)).rejects.toMatchObject({ code: 'not_found' });
    await expect(forms.answer('nonsense', ANNA, member)).rejects.toMatchObject({ code: 'not_found' });
    await forms.answer(id, ANNA, member);
    await live.done;
    expect((await forms.shown(chatId, member)).map(({ answer }) => answer)).toEqual([ANNA.content]);
  });

  it('are shown to an admin who may read the chat, without what was answered', async () => {
    const member = await forms.harness.person('member');
    const { chatId, live } = await forms.begin('wild__look', member);
    await live.done;
    const [card] = await forms.harness.cards(chatId, 'pending');
    const deciding = forms.harness.decide(card?.id ?? '', 'confirm', undefined, member);
    const { id } = await forms.openForm(chatId);
    await expect(forms.answer(id, ANNA)).rejects.toMatchObject({ code: 'forbidden' });
    await forms.answer(id, ANNA, member);
    await deciding;
    expect(await forms.shown(chatId)).toMatchObject([{ status: 'accepted', answer: null, trusted: false }]);
    expect((await forms.shown(chatId, member))[0]?.answer).toEqual(ANNA.content);
    // Nor is it in the data of the chat's stream and messages.
    expect(JSON.stringify(await forms.harness.messages(chatId))).not.toContain('Anna');
  });

  it('decide nothing: what waits for a person waits on, and the next call asks as before', async () => {
    const { chatId, live } = await forms.begin('wild__look');
    await live.done;
    const [card] = await forms.harness.cards(chatId, 'pending');
    // A form's id is not an approval's, and accepting everything in a form decides nothing else.
    const yes = {
      ...NAME_FORM,
      requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean' } } },
    };
    forms.ask(yes);
    forms.harness.steps({ calls: [{ tool: 'wild__drop', input: {} }] });
    const deciding = forms.harness.decide(card?.id ?? '', 'confirm');
    const { id } = await forms.openForm(chatId);
    await expect(forms.harness.decide(id, 'confirm')).rejects.toMatchObject({ code: 'not_found' });
    await forms.answer(id, { action: 'accept', content: { confirm: true } });
    await deciding;
    expect(await statuses(chatId)).toEqual(['success', 'permission_required']);
    expect(await forms.harness.cards(chatId, 'pending')).toHaveLength(1);
    // An untrusted server's words have entered with its result.
    const chat = await readChat(forms.opened.db, forms.harness.admin, chatId);
    expect(chat?.outside).toMatchObject({ server: 'wild', tool: 'look' });
  });

  it('the model never reads what was asked or answered', async () => {
    const { chatId, live } = await forms.begin('new__look');
    await forms.answer((await forms.openForm(chatId)).id, ANNA);
    await live.done;
    const read = JSON.stringify(forms.harness.prompts.at(-1)?.prompt);
    expect(read).toContain('answered 1');
    expect(read).not.toMatch(/Anna|Who are you/);
  });

  it('are in the stream of every process, open and then answered', async () => {
    const { chatId, live } = await forms.begin('new__look');
    const { id } = await forms.openForm(chatId);
    const mirror = await mirrorOf(forms.opened.db, chatId);
    if (!mirror) throw new Error('No run goes on.');
    const stop = mirror.subscribe(() => {});
    const told = () =>
      mirror.chunks.flatMap((chunk) => (chunk.type === 'data-elicitation' ? [chunk.data.status] : []));
    await expect.poll(told).toEqual(['open']);
    await forms.answer(id, ANNA);
    await live.done;
    await expect.poll(() => told().at(-1)).toBe('accepted');
    await mirror.done;
    // A follower here has what is stored, each part once.
    const stored = (await forms.harness.messages(chatId)).at(-1);
    const empty: AmberMessage = { id: 'm', role: 'assistant', parts: [] };
    const followed = await foldChunks(empty, mirror.chunks);
    expect(followed.parts.map(({ type }) => type)).toEqual(stored?.parts.map(({ type }) => type));
    stop();
    expect(live.chunks.filter(({ type }) => type === 'data-elicitation').length).toBe(2);
  });

  it('go with their chat', async () => {
    const { chatId, live } = await forms.begin('new__look');
    await forms.openForm(chatId);
    await deleteChat(forms.opened.db, forms.harness.admin, chatId);
    live.abort.abort(new Error('Stopped.'));
    await live.done;
    expect((await forms.rows(chatId)).map(({ status }) => status)).toEqual(['cancelled']);
    await eraseChat(forms.opened.db, chatId);
    expect(await forms.rows(chatId)).toEqual([]);
    expect(forms.newer.executed).toEqual([]);
  });

  it('have receipts that name hashes only', async () => {
    const { chatId, live } = await forms.begin('new__look');
    await forms.answer((await forms.openForm(chatId)).id, ANNA);
    await live.done;
    const told = await forms.receipts(chatId);
    expect(told.map(({ kind }) => kind)).toEqual(['form asked', 'form answered']);
    expect(told[1]?.body).toMatchObject({ status: 'accepted', person: { id: forms.harness.admin.userId } });
    expect(told[1]?.body.answerHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(told)).not.toMatch(/Anna|Who are you/);
  });

  it('leave the call its own time', async () => {
    const { chatId, live } = await forms.begin('old__look');
    const form = await forms.openForm(chatId);
    const sentAt = (await forms.calls(chatId))[0]?.dispatchedAt?.getTime() ?? 0;
    expect(form.expiresAt.getTime() - sentAt).toBeGreaterThan(9 * 60_000);
    expect(form.expiresAt.getTime() - sentAt).toBeLessThan(11 * 60_000);
    await forms.answer(form.id, ANNA);
    await live.done;
    const records = live.chunks.flatMap((chunk) => (chunk.type === 'data-call' ? [chunk.data] : []));
    expect(records.at(-1)?.waitedMs).toBeGreaterThan(0);
  });

  it('are over when their time is, by the database’s clock', async () => {
    const { chatId, live } = await forms.begin('new__look');
    const { id } = await forms.openForm(chatId);
    await forms.opened.db.execute(
      sql`update elicitations set expires_at = now() - interval '1 second' where id = ${id}`,
    );
    await expect(forms.answer(id, ANNA)).rejects.toMatchObject({ code: 'conflict' });
    await live.done;
    expect((await forms.rows(chatId))[0]?.status).toBe('expired');
    expect(forms.newer.answers).toEqual([{ action: 'cancel' }]);
    expect(callsOf(forms.newer).length).toBeGreaterThan(0);
  });
});
