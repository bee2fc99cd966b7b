/** Pages that servers want opened during calls (MCP's URL mode): in both current revisions, and only by a person. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@/db/testing/databases';
import { FormHarness } from '@/lib/runs/testing/form-harness';

const PAGE = {
  mode: 'url',
  message: 'Let the books in.',
  url: 'https://Books.example:443/let?in=1',
  elicitationId: 'e1',
};

describe.each(testDatabases)('addresses to be opened on $name', ({ open }) => {
  let forms: FormHarness;
  beforeAll(async () => {
    forms = await FormHarness.open(await open());
  });
  afterAll(() => forms.close());

  describe.each(['new', 'old'])('of the server %s', (name) => {
    const heard = () => (name === 'old' ? forms.older : forms.newer).answers;

    it.each([
      [{ action: 'accept', content: {} }, { action: 'accept' }, 'accepted'],
      [{ action: 'decline' }, { action: 'decline' }, 'declined'],
      [{ action: 'cancel' }, { action: 'cancel' }, 'cancelled'],
    ] as const)('are shown with their host, and the server is told %o', async (said, told, status) => {
      forms.ask(PAGE);
      const { chatId, live } = await forms.begin(`${name}__look`);
      const form = await forms.openForm(chatId);
      expect(form).toMatchObject({ url: 'https://books.example/let?in=1', schema: null });
      const address = { url: 'https://books.example/let?in=1', host: 'books.example' };
      expect(await forms.answer(form.id, said)).toBe(status);
      await live.done;
      expect(heard()).toEqual([told]);
      expect(await forms.shown(chatId)).toMatchObject([{ address, fields: [], status, refusal: null }]);
      expect((await forms.calls(chatId)).map((call) => call.status)).toEqual(['success']);
      const [asked, answered] = await forms.receipts(chatId);
      expect([asked?.kind, answered?.body.status]).toEqual(['form asked', status]);
    });
  });

  it('take no words along, and are answered by the person whose chat it is', async () => {
    forms.ask(PAGE);
    const member = await forms.harness.person('member');
    const { chatId, live } = await forms.begin('new__look');
    const { id } = await forms.openForm(chatId);
    const accept = { action: 'accept', content: {} } as const;
    await expect(forms.answer(id, accept, member)).rejects.toMatchObject({ code: 'not_found' });
    const typed = { action: 'accept', content: { password: 'x' } } as const;
    await expect(forms.answer(id, typed)).rejects.toMatchObject({ code: 'bad_request' });
    await forms.answer(id, accept);
    await live.done;
    expect(forms.newer.answers).toEqual([{ action: 'accept' }]);
  });

  it('are told apart in the record by what they are', async () => {
    const hashes: unknown[] = [];
    for (const url of ['https://books.example/1', 'https://books.example/2']) {
      forms.ask({ ...PAGE, url });
      const { chatId, live } = await forms.begin('new__look');
      await forms.answer((await forms.openForm(chatId)).id, { action: 'decline' });
      await live.done;
      hashes.push((await forms.receipts(chatId))[0]?.body.questionHash);
    }
    expect(new Set(hashes).size).toBe(2);
  });
});
